import Motes

/// A hash file together with the preset that it was made from, ready to be drawn again.
struct Recording {
  /// Path of the hash file.
  let path: String
  let file: FrameHashFile
  let identity: RenderIdentity
  let preset: Preset
  /// Layout of the samples that were hashed.
  let format: PixelFormat
  /// What the effect lay over.
  let backdrop: Backdrop

  /// Reads a hash file, which must be whole, and its preset with the settings that it was hashed with.
  ///
  /// - Parameters:
  ///   - settings: where presets and their clips are found, and whether limits count.
  init(path: String, settings: PresetSettings) throws {
    let file = try FrameHashFile(contentsOf: path)
    guard let identity = file.identity else {
      throw UsageError(
        "\(path): it does not say what it was rendered from (no #motes line). "
          + "Files written by `motes hash PRESET -o FILE` do.")
    }
    guard file.lines.lazy.map(\.frame).elementsEqual(identity.frames.numbers),
      file.width == identity.width, file.height == identity.height
    else {
      throw UsageError(
        "\(path): its frames or size are not those of its #motes line, so it is incomplete or was edited. "
          + "Hash the preset again.")
    }
    guard file.algorithm.uppercased() == FrameHasher.algorithm else {
      throw UsageError("\(path): hashed with \(file.algorithm); this command compares SHA256.")
    }
    guard let format = PixelFormat(rawValue: identity.pixelFormat) else {
      throw UsageError("\(path): hashes \(identity.pixelFormat), a format that this version does not draw.")
    }
    self.path = path
    self.file = file
    self.identity = identity
    self.format = format
    preset = try Self.preset(of: identity, hashFile: path, settings)
    backdrop = try Self.backdrop(of: identity, hashFile: path, preset: preset)
    try checkSides(of: preset.scene.canvas, for: format)
  }

  /// The backdrop that the hash file names: none or a colour.
  private static func backdrop(of identity: RenderIdentity, hashFile: String, preset: Preset) throws -> Backdrop {
    guard let text = identity.other("backdrop") else { return .layers }
    guard let backdrop = Backdrop(word: text) else {
      throw UsageError("\(hashFile): its backdrop, \(text), is neither a colour nor none.")
    }
    return backdrop
  }

  /// The preset's name, or its path from the working directory.
  var presetName: String { Self.presetName(of: identity, hashFile: path) }

  /// The preset's name, or its path, as a hash file says that need not be whole; nil where it does not say.
  static func presetName(readIn hashFile: String) -> String? {
    (try? FrameHashFile(contentsOf: hashFile))?.identity.map { presetName(of: $0, hashFile: hashFile) }
  }

  private static func presetName(of identity: RenderIdentity, hashFile: String) -> String {
    guard FrameHashPreset.isPath(identity.preset) else { return identity.preset }
    let folder = folder(of: hashFile)
    return folder == "." ? identity.preset : folder + "/" + identity.preset
  }

  /// Loads the preset as the hash file names it.
  private static func preset(
    of identity: RenderIdentity, hashFile: String, _ base: PresetSettings
  ) throws -> Preset {
    var settings = base
    settings.size = .pixels(width: identity.width, height: identity.height)
    settings.frameRate = identity.frameRate
    settings.seed = identity.seed
    settings.duration = identity.other("duration").flatMap { ExactNumbers.duration($0) }
    settings.loops = identity.other("loop") == "true" ? true : nil
    settings.overrides = identity.sets.compactMap { PresetSettings.Override($0) }
    let name = presetName(of: identity, hashFile: hashFile)
    if FrameHashPreset.isPath(identity.preset) { try requireInside(name, hashFile: hashFile, folders: base.folders) }
    return try Preset.load(name, settings)
  }

  /// Refuses a preset that the hash file names outside of its own folder, the working directory and the folders of presets.
  private static func requireInside(_ preset: String, hashFile: String, folders: [String]) throws {
    guard let resolved = resolvedPath(preset) else { return }
    let walls = ([folder(of: hashFile), "."] + folders).compactMap(resolvedPath)
    guard !walls.contains(where: { resolved.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else { return }
    throw UsageError(
      "\(hashFile): its preset, \(preset), lies outside of the file's folder and of the working directory. "
        + "Start this command in a folder that holds both, or name the preset's folder with --presets.")
  }

  /// Whether the preset is another one than when its frames were hashed.
  var presetHasChanged: Bool { preset.sha256 != identity.presetHash }

  /// Tells whether the preset or the renderer has changed since the file was written.
  var explanation: String {
    if presetHasChanged {
      return "the preset has changed since (its SHA-256 is \(preset.sha256.prefix(12))…, "
        + "was \(identity.presetHash.prefix(12))…)."
    }
    let versions =
      identity.version == Release.version ? "version \(Release.version)" : "\(identity.version), now \(Release.version)"
    return "the preset is the same, so the renderer has changed (\(versions))."
  }

  /// The `motes hash` that writes this file anew, from the working directory, and keeps pictures.
  var commandKeepingPictures: String {
    var words = ["motes", "hash", presetName, "--size", "\(identity.width)x\(identity.height)"]
    words += ["--fps", "\(identity.frameRate)", "--seed", "\(identity.seed)", "--frames", identity.frames.text]
    words += identity.sets.flatMap { ["--set", $0] }
    if let duration = identity.other("duration") { words += ["--duration", duration] }
    if identity.other("loop") == "true" { words.append("--loop") }
    if let backdrop = identity.other("backdrop") { words += ["--backdrop", backdrop] }
    if format != .rgb24 { words += ["--pixels", format.rawValue] }
    words += ["--keep-pictures", "--force", "-o", path]
    return words.map(ShellText.quoted).joined(separator: " ")
  }
}

/// Words of command lines.
enum ShellText {
  /// A word as a shell reads it back: as it is, or between quotation marks where it has other characters than names and numbers do.
  static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        true
      default: "-_./:=,%+@".utf8.contains(byte)
      }
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
