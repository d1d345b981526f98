import ArgumentParser
import Glibc
import Motes

/// How `motes render` and `motes plan` make movies in parts.
extension RenderCommand {
  /// The frames from one key frame to the next (a group of pictures) that encoders are assumed to choose by themselves, if their option
  /// `g` is not given. It serves only to choose the length of parts.
  private static let assumedGOPLength = 250

  /// Settings of the movie as the arguments ask for them.
  func movieSettings(for canvas: Canvas, codec: Codec, format: PixelFormat) throws -> MovieSettings {
    var settings = MovieSettings(
      width: canvas.widthPixels, height: canvas.heightPixels, frameRate: canvas.frameRate, codec: codec,
      pixelFormat: format)
    settings.colorEncoding = ColorEncoding(
      dynamicRange: try hdr.range(), alphaForm: try alphaForm.chosen(alpha: alpha))
    (settings.quality, settings.encoderPreset) = (chosenQuality(codec), chosenEncoderPreset(codec))
    (settings.threads, settings.allowsReplacing) = (jobOptions.encoderThreads ?? 0, force)
    try encoding.apply(to: &settings)
    return settings
  }

  /// Names of the given options that only an encoded movie has.
  var optionsOfMovies: [String] {
    let given = [("crf", crf != nil), ("encoder-preset", encoderPreset != nil)] + encoding.given + jobOptions.given
    return (given + [("loops", repeatCount != nil), ("max-bytes", maximumBytes != nil)]).filter(\.1).map(\.0)
  }

  /// Refuses options that a movie in parts cannot have.
  ///
  /// - Parameter cause: the option or command that needs parts, for the message: "--loops".
  func refuseOptionsWithoutMeaningForParts(_ cause: String) throws {
    let given = [
      ("over", footageOptions.over != nil, "footage is drawn over in one run"),
      ("matte", encoding.matte != nil, "a matte is written beside a movie that is drawn in one run"),
      ("stats", stats, "times are taken of movies that are drawn in one run"),
      ("max-bytes", maximumBytes != nil, "the size is known of movies that are drawn in one run"),
    ]
    for (name, isGiven, reason) in given where isGiven { throw UsageError("--\(name): not with \(cause): \(reason).") }
  }

  /// Makes the folder of a job for this movie, or opens the one that is there.
  ///
  /// - Parameter defaultPartCount: the number of parts, unless the arguments say otherwise.
  func makeJob(
    at path: String, preset: Preset, frames: ClosedRange<Int>, codec: Codec, format: PixelFormat, defaultPartCount: Int
  ) throws -> (job: RenderJob, existed: Bool) {
    let canvas = preset.scene.canvas
    var settings = try movieSettings(for: canvas, codec: codec, format: format)
    settings.threads = jobOptions.encoderThreads ?? JobOptions.defaultEncoderThreads
    settings.allowsReplacing = false
    let gopLength =
      codec.isIntraOnly ? nil : settings.encoderOptions["g"].flatMap { Int($0) } ?? Self.assumedGOPLength
    var plan = JobPlan(
      name: source.fileStem, movie: settings, duration: canvas.duration, seed: canvas.seed,
      loops: canvas.loops, ignoresLimits: source.forceLimits, frames: frames,
      framesPerPart: try jobOptions.framesPerPart(
        of: frames.count, rate: canvas.frameRate, gopLength: gopLength, defaultCount: defaultPartCount))
    // The plan's clips are all files that the preset uses, fonts and pictures too. They are copied under new names.
    let assets = preset.assetPathsByName.sorted { $0.key < $1.key }
    for (number, asset) in assets.enumerated() {
      plan.clips[asset.key] = FilePath.replacingExtension(
        of: "clip-\(number)", by: FilePath.extensionOrBin(of: asset.value))
    }
    plan.versions = try JobPlan.versions(for: plan.partSettings)
    var files: [String: RenderJob.File] = [JobPlan.presetFile: .bytes(preset.resolvedJSON)]
    for (name, file) in plan.clips { files[file] = preset.assetPathsByName[name].map { .copy($0) } }
    // Backdrop and renderer are made here only to find mistakes before any part is drawn.
    let backdrop = try overlay.backdropOption.chosen(alpha: alpha, for: preset)
    _ = try Renderer(preset, format: format, colorEncoding: settings.colorEncoding, backdrop: backdrop)
    if let picture = overlay.backdropOption.picturePath {
      let name = FilePath.replacingExtension(of: "backdrop", by: FilePath.extensionOrBin(of: picture))
      plan.backdrop = .picture(file: name)
      files[name] = .copy(picture)
    } else if let word = overlay.backdropOption.backdrop ?? (alpha ? "none" : nil) {
      plan.backdrop = .word(name: word)
    }
    // Without a clip, which parts cannot have, the only sound is that of `--audio` or `--sound`.
    if let copy = try track(beside: nil, of: preset, settings, frames: framesText == nil ? nil : frames) {
      guard codec.joinsPackets else {
        throw UsageError(
          "\(footageOptions.audio == nil ? "--sound" : "--audio") \(copy.path): \(codec.title) that is drawn in parts is written without sound."
        )
      }
      // The join encodes sound that its container cannot hold; that it can be encoded is tried with the first moment of it.
      _ = try copy.fitted(to: settings, path: outputPath(codec), seconds: 0.1)
      plan.soundStart = copy.start == .zero ? nil : copy.start
      let name = FilePath.replacingExtension(of: "sound", by: FilePath.extensionOrBin(of: copy.path))
      plan.sound = name
      files[name] = .copy(copy.path)
    }
    return try RenderJob.make(at: path, plan: plan, files: files)
  }

  /// Draws a movie in parts on this machine and joins them.
  func renderInParts(_ preset: Preset, frames: ClosedRange<Int>, codec: Codec, format: PixelFormat) throws {
    let cause = repeatCount != nil ? "--loops" : jobOptions.partLength != nil ? "--part-length" : "--parts"
    try refuseOptionsWithoutMeaningForParts(cause)
    let path = outputPath(codec)
    try checkTarget(path, allowsReplacing: force)
    if let repeatCount { try checkRepeatCount(repeatCount, preset, codec) }
    let (job, existed) = try makeJob(
      at: path + ".parts", preset: preset, frames: frames, codec: codec, format: format, defaultPartCount: 1)
    let signals = StopSignals()
    let missing = try job.missingParts()
    var done = frames.count - missing.reduce(0) { $0 + job.plan.frames(ofPart: $1).count }
    var progress = ProgressLine(style: progressStyle, total: frames.count, doneBefore: done)
    defer { progress.close() }
    if existed, done > 0, !quiet {
      Terminal.printError(
        "motes: \(done) of \(frames.count) frames are finished from an earlier run and are kept.")
    }
    var bytes = 0
    for index in missing {
      let outcome = try job.drawPart(
        index, of: preset, threads: threading.threads, clock: { Terminal.secondsSince1970 }
      ) { state in
        progress.update(done: done + state.frames, particles: state.particles, bytes: bytes + state.bytes)
        return signals.latest == nil
      }
      switch outcome {
      case .drawn(let count, let size):
        done += count
        bytes += size
      case .wasWhole:
        // Another run of the same command has drawn the part in the meantime.
        done += job.plan.frames(ofPart: index).count
      case .stopped:
        progress.close()
        let signal = signals.latest ?? SIGINT
        if json { Terminal.printJSON(StopEvent(frames: done, total: frames.count)) }
        Terminal.printError(
          "motes: stopped by \(StopSignals.name(of: signal)) after \(done) of \(frames.count) frames in finished parts. "
            + "Run the same command again to continue.")
        throw ExitCode(ExitStatus.stopped(by: signal))
      }
    }
    let count = try job.join(
      to: path, allowsReplacing: force, repeatCount: repeatCount ?? 1, verifies: false,
      note: { if !quiet { Terminal.printError("motes: \($0)") } }, progress: { _ in signals.latest == nil })
    progress.close()
    guard let count else {
      if json { Terminal.printJSON(StopEvent(frames: done, total: frames.count)) }
      throw ExitCode(ExitStatus.stopped(by: signals.latest ?? SIGINT))
    }
    job.remove()
    report(
      path: path, frames: count, bytes: FilePath.size(path) ?? 0, seconds: progress.elapsedSeconds,
      canvas: preset.scene.canvas, codec: codec, format: format)
  }

  /// Refuses a number of repetitions that is out of range or that the codec's files cannot have; warns if the seams will be visible.
  private func checkRepeatCount(_ count: Int, _ preset: Preset, _ codec: Codec) throws {
    guard JobOptions.repeatCounts.contains(count) else {
      throw UsageError("--loops \(count): expected a number from 1 to \(JobOptions.repeatCounts.upperBound).")
    }
    guard codec.joinsPackets else {
      throw UsageError(
        "--loops: \(codec.title) files cannot be repeated without encoding them again. These can: "
          + "\(Codec.names { $0.joinsPackets }).")
    }
    if !preset.scene.canvas.loops, count > 1, !quiet {
      Terminal.printError(
        "motes: the preset does not loop, so each repetition begins with a jump; --loop makes end and start meet.")
    }
  }
}
