import Encoding
import Hashing
import Model
import Presets
import Raster

/// The error for a file of frame hashes whose frames cannot be drawn again.
package struct RecordingError: Error, CustomStringConvertible {
  /// The reason, in a sentence with the file's path.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// A file of frame hashes together with the preset from which it was made, ready to be drawn again.
package struct Recording: Sendable {
  /// Path of the hash file.
  package let path: String
  /// The hashes.
  package let file: FrameHashFile
  /// The settings with which the frames were rendered, from the file's `#motes` line.
  package let recipe: RenderRecipe
  package let preset: Preset
  /// Layout of the samples that were hashed.
  package let format: PixelFormat
  /// What lay behind the effect.
  package let backdrop: Backdrop

  /// A preset's text that is read in place of its file.
  package struct Draft {
    /// Path of the preset's file.
    let path: String
    let text: [UInt8]

    package init(path: String, text: [UInt8]) { (self.path, self.text) = (path, text) }
  }

  /// Reads a hash file, which must be complete, and its preset with the settings with which it was hashed.
  ///
  /// - Parameters:
  ///   - path: path of the hash file.
  ///   - settings: folders and loaders of presets and their files, and whether limits are ignored. Other settings come from the hash file.
  ///   - draft: a text in place of the preset's file. The hash file must be of that preset.
  /// - Throws: `RecordingError`, `FrameHashError`, or `PresetError` for a preset with mistakes.
  package init(path: String, settings: PresetSettings, draft: Draft? = nil) throws {
    let file = try FrameHashFile(contentsOf: path)
    guard let recipe = file.recipe else {
      throw RecordingError(
        "\(path): it does not say what it was rendered from (no #motes line). "
          + "Files written by `motes hash PRESET -o FILE` do.")
    }
    guard file.lines.lazy.map(\.frame).elementsEqual(recipe.frames.numbers),
      file.width == recipe.width, file.height == recipe.height
    else {
      throw RecordingError(
        "\(path): its frames or size are not those of its #motes line, so it is incomplete or was edited. "
          + "Hash the preset again.")
    }
    guard file.algorithm.uppercased() == FrameHasher.algorithm else {
      throw RecordingError("\(path): hashed with \(file.algorithm); this command compares SHA256.")
    }
    guard let format = PixelFormat(rawValue: recipe.pixelFormat) else {
      throw RecordingError("\(path): hashes \(recipe.pixelFormat), a format that this version does not draw.")
    }
    self.path = path
    self.file = file
    self.recipe = recipe
    self.format = format
    preset = try Self.preset(of: recipe, hashFile: path, settings, draft)
    backdrop = try Self.backdrop(of: recipe, hashFile: path, preset: preset)
  }

  /// The backdrop that the hash file states: `none`, or a colour. If it states nothing, the preset's own backdrop layers are drawn.
  private static func backdrop(of recipe: RenderRecipe, hashFile: String, preset: Preset) throws -> Backdrop {
    guard let text = recipe.option("backdrop") else { return .layers }
    guard let backdrop = Backdrop(word: text) else {
      throw RecordingError("\(hashFile): its backdrop, \(text), is neither a colour nor none.")
    }
    return backdrop
  }

  /// The preset's name, or its path relative to the working directory.
  package var presetName: String { Self.presetName(of: recipe, hashFile: path) }

  /// The name or path of the preset of a hash file, which need not be complete; nil if the file does not name it.
  package static func presetName(readIn hashFile: String) -> String? {
    (try? FrameHashFile(contentsOf: hashFile))?.recipe.map { presetName(of: $0, hashFile: hashFile) }
  }

  /// Whether a preset's name in a hash file is a path, not the name of a shipped preset.
  package static func isPath(_ name: String) -> Bool {
    name.lowercased().contains(".json") || name.hasPrefix("./") || name.hasPrefix("../") || name.hasPrefix("/")
  }

  private static func presetName(of recipe: RenderRecipe, hashFile: String) -> String {
    isPath(recipe.preset) ? fromWorkingDirectory(recipe.preset, hashFile: hashFile) : recipe.preset
  }

  /// The path of the file of curves that the preset followed; nil for the preset's own.
  package var curvesPath: String? { Self.curvesPath(of: recipe, hashFile: path) }

  private static func curvesPath(of recipe: RenderRecipe, hashFile: String) -> String? {
    recipe.option("curves").map { fromWorkingDirectory($0, hashFile: hashFile) }
  }

  /// A path of a hash file, which is relative to the file's folder, from the working directory.
  private static func fromWorkingDirectory(_ path: String, hashFile: String) -> String {
    let folder = folder(of: hashFile)
    return path.hasPrefix("/") || folder == "." ? path : folder + "/" + path
  }

  /// Loads the preset of a hash file.
  private static func preset(
    of recipe: RenderRecipe, hashFile: String, _ base: PresetSettings, _ draft: Draft?
  ) throws -> Preset {
    var settings = base
    settings.size = .pixels(width: recipe.width, height: recipe.height)
    settings.frameRate = recipe.frameRate
    settings.seed = recipe.seed
    settings.duration = recipe.option("duration").flatMap { ExactNumbers.duration($0) }
    settings.loops = recipe.option("loop").map { $0 == "true" }
    settings.overrides = recipe.overrideTexts.compactMap { PresetSettings.Override($0) }
    if let curves = curvesPath(of: recipe, hashFile: hashFile) {
      try requireInside(curves, "sound", hashFile: hashFile, folders: base.folders)
      settings.curves = curves
    }
    let name = presetName(of: recipe, hashFile: hashFile)
    if let draft {
      guard isPath(recipe.preset), let draftPath = resolvedPath(draft.path), resolvedPath(name) == draftPath else {
        throw RecordingError("\(hashFile): its hashes are of \(name), not of \(draft.path).")
      }
      return try Preset.load(text: draft.text, named: draft.path, settings)
    }
    // A file of the working directory that has a shipped preset's name is not meant.
    guard isPath(recipe.preset) else { return try Preset.load(shipped: name, settings) }
    try requireInside(name, "preset", hashFile: hashFile, folders: base.folders)
    return try Preset.load(file: name, settings)
  }

  /// Throws for a preset or a file of curves outside of the hash file's folder, the working directory and the folders of presets.
  private static func requireInside(
    _ path: String, _ what: String, hashFile: String, folders: [String]
  ) throws {
    // A file that does not exist is reported when it is loaded.
    guard let resolved = resolvedPath(path) else { return }
    let allowedFolders = ([folder(of: hashFile), "."] + folders).compactMap(resolvedPath)
    guard !allowedFolders.contains(where: { resolved.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else { return }
    throw RecordingError(
      "\(hashFile): its \(what), \(path), lies outside of the file's folder and of the working directory. "
        + "Start this command in a folder that holds both, or name the file's folder with --presets.")
  }

  /// Whether the preset, or a file that it shows, has changed since its frames were hashed.
  package var presetHasChanged: Bool { preset.sha256 != recipe.presetHash }

  /// A sentence on whether the preset or the renderer has changed since the file was written.
  package var explanation: String {
    if presetHasChanged {
      if let sentence = sentenceOnChangedFiles { return sentence }
      let what =
        preset.assetPaths.isEmpty || !file.assets.isEmpty
        ? "the preset has" : "the preset or a file that it shows, such as a font, has"
      return "\(what) changed since (its SHA-256 is \(preset.sha256.prefix(12))…, "
        + "was \(recipe.presetHash.prefix(12))…)."
    }
    let versions =
      recipe.version == Motes.version ? "version \(Motes.version)" : "\(recipe.version), now \(Motes.version)"
    return "the preset is the same, so the renderer has changed (\(versions))."
  }

  /// A sentence on which of the preset's fonts, pictures and clips have changed, and whether the preset itself has; nil if none of them has
  /// changed, or if the hash file does not list them.
  private var sentenceOnChangedFiles: String? {
    guard !file.assets.isEmpty else { return nil }
    let changes = AssetRecord.changes(from: file.assets, to: preset.assetRecords)
    guard !changes.isEmpty else { return nil }
    // With the files as they were, does the preset have the hash that it had then?
    let isSame = preset.sha256(withAssets: file.assets) == recipe.presetHash
    return "\(isSame ? "the preset is the same, but it shows" : "the preset has changed, and it shows") "
      + changes.joined(separator: "; ") + "."
  }

  // MARK: Updating

  /// Writes the hash file, whole or not at all, with new lines for the preset as it is now.
  package func write(lines: [FrameHashFile.Line]) throws {
    var file = file
    file.lines = lines
    file.assets = preset.assetRecords
    file.recipe?.presetHash = preset.sha256(withAssets: file.assets)
    file.recipe?.version = Motes.version
    try file.write(to: path, allowsReplacing: true)
  }

  /// Updates the hash file to the frames as they are drawn now. If expected pictures are kept beside the hash file, those of the differing
  /// frames are replaced first: after an interruption the hash file still has the old hashes, so that the next run repeats the whole
  /// update.
  package func record(
    lines: [FrameHashFile.Line], differing: [Int], kept: KeptPictures?, threads: Int?
  ) throws {
    if let kept {
      let renderer = try Renderer(preset, format: .rgb24, threads: threads, backdrop: backdrop)
      for frame in differing { try kept.keep(renderer.frame(number: frame), frame: frame) }
    }
    try write(lines: lines)
  }
}
