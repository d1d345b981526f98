import ArgumentParser
import Glibc
import Motes

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Render what hash files were made from again, and compare.",
    discussion: "Exit status 0 when all frames are equal, 1 when any differs.")

  @Argument(help: "Files written by `motes hash PRESET -o FILE`.")
  var files: [String]

  @Option(help: ArgumentHelp("A folder for pictures of the frames that differ.", valueName: "folder"))
  var report: String?

  @Option(help: ArgumentHelp("Pictures for each file at most.", valueName: "count"))
  var pictures = 4

  @Flag(help: "Go on where particles exceed the limits of time and memory, at your own risk.")
  var forceLimits = false

  @OptionGroup var folders: PresetFolders
  @OptionGroup var threading: ThreadOption

  func run() throws {
    guard (0...10_000).contains(pictures) else {
      throw UsageError("--pictures \(pictures): expected a number from 0 to 10000.")
    }
    // The status is that of the worst file: one that cannot be checked is worse than one whose frames differ.
    var worst: ExitStatus?
    for file in files {
      do {
        if try !verify(file) && worst == nil { worst = .differs }
      } catch let error as PresetError {
        Terminal.printError("\(file): its preset can no longer be read.\n\(error)")
        worst = .usage
      } catch let error as FrameHashError {
        Terminal.printError("\(error)")
        worst = .usage
      } catch let error as UsageError {
        Terminal.printError("\(error)")
        worst = .usage
      }
    }
    if let worst { throw ExitCode(worst.rawValue) }
  }

  /// Draws the frames of a hash file again, prints how they compare, and returns whether all are equal.
  private func verify(_ path: String) throws -> Bool {
    let expected = try FrameHashFile(contentsOf: path)
    guard let identity = expected.identity else {
      throw UsageError(
        "\(path): it does not say what it was rendered from (no #motes line). "
          + "Files written by `motes hash PRESET -o FILE` do.")
    }
    // Reading a file checks that the numbers of frames ascend, so first, last and count tell whether any is missing.
    let (first, last) = (identity.frames.lowerBound, identity.frames.upperBound)
    let isComplete =
      expected.lines.first?.frame == first && expected.lines.last?.frame == last
      && expected.lines.count - 1 == last - first
    guard isComplete, expected.width == identity.width, expected.height == identity.height else {
      throw UsageError(
        "\(path): its frames or size are not those of its #motes line, so it is incomplete or was edited. "
          + "Hash the preset again.")
    }
    let job = try self.job(for: identity, file: path)
    var actual = job.emptyFile
    actual.algorithm = expected.algorithm
    guard expected.algorithm.uppercased() == FrameHasher.algorithm else {
      throw UsageError("\(path): hashed with \(expected.algorithm); this command compares SHA256.")
    }
    try job.run { line, _ in
      actual.lines.append(line)
      return true
    }
    let comparison = FrameHashComparison(expected: expected, actual: actual)
    for line in comparison.summary { print("\(path): \(line)") }
    if comparison.isEqual { return true }
    print("\(path): \(explanation(identity, job.preset))")
    if let report { try show(comparison.differingFrames, of: job, file: path, folder: report) }
    return false
  }

  /// Loads the preset as the hash file names it, with the settings it was hashed with.
  private func job(for identity: RenderIdentity, file: String) throws -> FrameHashJob {
    guard let format = PixelFormat(rawValue: identity.pixelFormat) else {
      throw UsageError("\(file): hashes \(identity.pixelFormat), a format that this version does not draw.")
    }
    var settings = PresetSettings(folders: folders.list, ignoresLimits: forceLimits)
    settings.size = .pixels(width: identity.width, height: identity.height)
    settings.frameRate = identity.frameRate
    settings.seed = identity.seed
    settings.duration = identity.other("duration").flatMap { ExactNumbers.duration($0) }
    settings.loops = identity.other("loop") == "true" ? true : nil
    settings.overrides = identity.sets.compactMap { PresetSettings.Override($0) }
    let isPath = FrameHashPreset.isPath(identity.preset)
    let name = isPath ? folder(of: file) + "/" + identity.preset : identity.preset
    if isPath { try requireInside(name, hashFile: file) }
    let preset = try Preset.load(name, settings)
    try checkSides(of: preset.scene.canvas, for: format)
    return FrameHashJob(preset: preset, frames: identity.frames, format: format, threads: threading.threads)
  }

  /// Refuses a preset that the hash file names outside of its own folder, the working directory and the folders of presets.
  private func requireInside(_ preset: String, hashFile: String) throws {
    guard let resolved = resolvedPath(preset) else { return }
    let allowedFolders = ([folder(of: hashFile), "."] + folders.list).compactMap(resolvedPath)
    guard !allowedFolders.contains(where: { resolved.hasPrefix($0 == "/" ? "/" : $0 + "/") }) else { return }
    throw UsageError(
      "\(hashFile): its preset, \(preset), lies outside of the file's folder and of the working directory. "
        + "Start this command in a folder that holds both, or name the preset's folder with --presets.")
  }

  /// Tells whether the preset or the renderer has changed since the file was written.
  private func explanation(_ identity: RenderIdentity, _ preset: Preset) -> String {
    if preset.sha256 != identity.presetHash {
      return "the preset has changed since (its SHA-256 is \(preset.sha256.prefix(12))…, "
        + "was \(identity.presetHash.prefix(12))…). If the new look is meant, hash it again."
    }
    let versions =
      identity.version == Release.version ? "version \(Release.version)" : "\(identity.version), now \(Release.version)"
    return "the preset is the same, so the renderer has changed (\(versions))."
  }

  /// Writes *expected | difference | actual* of the first `--pictures` frames that differ into `folder`.
  ///
  /// - Parameters:
  ///   - frames: numbers of the frames that differ.
  ///   - file: the hash file, beside which the expected pictures may have been kept.
  private func show(_ frames: [Int], of job: FrameHashJob, file: String, folder: String) throws {
    if mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw UsageError("--report \(folder): \(String(cString: strerror(errno))).")
    }
    let kept = KeptPictures(existingBeside: file)
    let renderer = try Renderer(job.preset, format: .rgb24, threads: job.threads)
    let stem = file.split(separator: "/").last.map(String.init) ?? file
    for frame in frames.prefix(pictures) {
      let difference = DifferencePicture(
        expected: try kept?.picture(frame: frame), actual: renderer.frame(number: frame))
      let path = "\(folder)/\(stem)-frame-\(frame).png"
      _ = try PictureWriter.write(difference.picture, to: path, allowsReplacing: true)
      print("\(path): \(difference.sentence)")
    }
  }
}
