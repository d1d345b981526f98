import ArgumentParser
import Glibc
import Motes

struct HashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash", abstract: "Print a hash of every frame, in FFmpeg's framehash format (SHA256).",
    discussion: """
      With a folder in place of a preset, every preset in it and below is hashed, with the same options, into the folder that -o names: \
      `motes hash presets -o presets` puts glow.framehash beside glow.json. A preset that cannot be hashed is reported, and the others are still hashed.
      """)

  @OptionGroup var source: PresetOptions

  @Option(help: "Frames to hash: \(FrameOption.grammar).")
  var frames: String?

  @Option(
    name: [.long, .customLong("pixel-format")],
    help: ArgumentHelp(
      "What is hashed: \(PixelFormat.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "format"))
  var pixels = PixelFormat.rgb24.rawValue

  @Option(
    name: .shortAndLong,
    help:
      "Write to a file, with a line that tells `motes verify` how to draw the frames again; for a folder of presets, the folder for their hash files."
  )
  var output: String?

  @Flag(name: .customLong("keep-pictures"), help: "With -o: keep each frame as PNG too, so that a report can show it.")
  var keepPictures = false

  @OptionGroup var backdropOption: BackdropOption

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    guard let format = PixelFormat(rawValue: pixels) else {
      let names = PixelFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--pixels \(pixels): no such format. There are: \(names).")
    }
    if keepPictures && (output == nil || output == "-") {
      throw UsageError("--keep-pictures: pictures are kept beside a hash file. Name it with -o FILE.")
    }
    if let output, output != "-", let picture = backdropOption.picturePath {
      throw UsageError(
        "--backdrop \(picture): a hash file must hold everything that its frames were made from, and pictures may change. "
          + "Leave out -o, or name a colour or none.")
    }
    if FileAccess.isFolder(source.preset) { return try hashFolder() }
    try hashPreset(format)
  }

  /// Hashes all presets of a folder, one after the other.
  private func hashFolder() throws {
    let presets = try PresetFolderHashes(of: source.preset, into: output)
    var worst: ExitStatus?
    for (preset, target) in presets.files {
      var command = self
      command.source.preset = preset
      command.output = target
      do {
        try FilePath.makeFolders(to: target)
        try command.hashPreset(PixelFormat(rawValue: pixels) ?? .rgb24)
        Terminal.printOutput("\(target): written.")
      } catch {
        // An error that has no text to print, such as the exit code after a signal, ends the whole command.
        guard let failure = Failure.textAndStatus(of: error) else { throw error }
        Terminal.printError("\(preset): not hashed. \(failure.text)")
        // The other presets are hashed all the same; the exit status is that of the worst.
        worst = ExitStatus(rawValue: max(worst?.rawValue ?? 0, failure.status.rawValue))
      }
    }
    if let worst { throw ExitCode(worst.rawValue) }
  }

  /// Hashes the preset that the arguments name.
  private func hashPreset(_ format: PixelFormat) throws {
    let settings = try source.settings()
    let loaded = try source.load(settings)
    try checkSidesAreEven(of: loaded.scene.canvas, for: format)
    let job = FrameHashJob(
      preset: loaded, frames: try loaded.frames(frames), format: format, threads: threading.threads,
      backdrop: try backdropOption.chosen(alpha: false, for: loaded))
    if let output, output != "-" {
      try write(job, to: output, overrideTexts: settings.overrides.map(\.assignment), curves: settings.curves)
    } else {
      try printHashes(of: job)
    }
  }

  /// Prints hashes to standard output as they are made: FFmpeg's format and nothing else. A failure ends the job.
  private func printHashes(of job: FrameHashJob) throws {
    // The recipe, which tells `motes verify` how to draw the frames again, is left out.
    try writeAll(job.emptyFile.header(includingRecipe: false), to: STDOUT_FILENO)
    try job.run { line, _ in
      try writeAll(line.text + "\n", to: STDOUT_FILENO)
      return true
    }
  }

  /// Writes a hash file with its recipe, and keeps pictures where that was asked for.
  ///
  /// - Parameters:
  ///   - overrideTexts: all overrides as `KEY=VALUE`, with the full text of a value that was read from a file.
  ///   - curves: path of the file of curves that was asked for; nil for the preset's own.
  private func write(_ job: FrameHashJob, to path: String, overrideTexts: [String], curves: String?) throws {
    let signals = StopSignals()
    var file = job.emptyFile
    file.assets = job.preset.assetRecords
    file.recipe = recipe(of: job, path: path, overrideTexts: overrideTexts, curves: curves, assets: file.assets)
    try job.preset.refuseToReplaceSources(at: path)
    try checkTarget(path, allowsReplacing: force)
    let pictures = keepPictures ? KeptPictures(of: path) : nil
    if let pictures { try FilePath.makeFolder(pictures.folder) }
    // Pictures are rgb24: where another format is hashed, each frame is drawn once more.
    let pictureRenderer =
      keepPictures && job.format != .rgb24
      ? try Renderer(job.preset, format: .rgb24, threads: job.threads, backdrop: job.backdrop) : nil
    try job.run { line, pixels in
      file.lines.append(line)
      if let pictures {
        try pictures.keep(pictureRenderer?.frame(number: line.frame) ?? pixels, frame: line.frame)
      }
      return signals.latest == nil
    }
    if let signal = signals.latest, file.lines.count < job.frames.count {
      Terminal.printError("motes: stopped; \(path) was not written.")
      throw ExitCode(ExitStatus.stopped(by: signal))
    }
    try writeText(file.text, to: path, allowsReplacing: force)
  }

  /// What `motes verify` needs to draw the same frames again. `path` is the hash file's.
  private func recipe(
    of job: FrameHashJob, path: String, overrideTexts: [String], curves: String?, assets: [AssetRecord]
  ) -> RenderRecipe {
    let canvas = job.preset.scene.canvas
    var options: [RenderRecipe.Field] = []
    if let duration = source.duration { options.append(.init(key: "duration", value: duration)) }
    if source.duration == SoundOptions.durationWord {
      options[0].value = ExactNumbers.text(canvas.duration)
    }
    if let curves {
      options.append(.init(key: "curves", value: FrameHashPreset.path(to: curves, fromFolderOf: path)))
    }
    if let loop = source.loop { options.append(.init(key: "loop", value: "\(loop)")) }
    if let backdrop = backdropOption.backdrop { options.append(.init(key: "backdrop", value: backdrop)) }
    return RenderRecipe(
      preset: source.isPath ? FrameHashPreset.path(to: job.preset.path, fromFolderOf: path) : source.preset,
      presetHash: job.preset.sha256(withAssets: assets), width: canvas.widthPixels, height: canvas.heightPixels,
      frameRate: canvas.frameRate, pixelFormat: job.format.rawValue, frames: job.frames, seed: canvas.seed,
      overrideTexts: overrideTexts, version: Motes.version, options: options)
  }
}
