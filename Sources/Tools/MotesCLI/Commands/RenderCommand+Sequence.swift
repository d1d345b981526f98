import ArgumentParser
import Glibc
import Motes

/// `motes render -o 'frames/snow-%05d.png'`: a picture for each frame.
extension RenderCommand {
  /// The pattern of the pictures' names if `-o` asks for a sequence; nil if it names a movie.
  func sequencePattern(_ output: String) throws -> SequencePattern? {
    guard output != "-" else { return nil }
    guard let format = PictureFormat(forFile: output) else {
      try refusePatternOfMovies(output)
      return nil
    }
    if output.contains("%") {
      do {
        return try SequencePattern(output)
      } catch {
        throw UsageError("-o \(error.sentence)")
      }
    }
    // Some extensions, such as .webp, are those of pictures and of movies.
    if codec != nil || (try? Codec(forFile: output)) != nil { return nil }
    if output.contains("{frame}") {
      throw UsageError("-o \(output): write the number as %05d: -o '\(SequencePattern.example(for: output))'.")
    }
    throw UsageError(
      "-o \(output): \(format.title) holds one frame. For a sequence use -o '\(SequencePattern.example(for: output))', for one "
        + "frame `motes frame`.")
  }

  /// Refuses a movie's name with a place for frames' numbers, which would be a part of the name.
  private func refusePatternOfMovies(_ output: String) throws {
    guard output.contains("%"), (try? SequencePattern(output)) != nil else { return }
    let pictures = output[..<(output.lastIndex(of: ".") ?? output.endIndex)] + ".png"
    throw UsageError(
      "-o \(output): %05d stands for the number of a frame in a sequence of pictures, and this is the name of a movie. For pictures use "
        + "-o '\(pictures)', for a movie a name without %.")
  }

  /// Renders the sequence. If an earlier run was stopped, only the frames that it did not finish are drawn.
  func renderSequence(_ pattern: SequencePattern) throws {
    try checkSequenceOptions()
    var settings = try pictureSettings(
      for: pattern.text, kind: "sequences", alpha: alpha, depth: encoding.depth, quality: try pictureQuality())
    settings.prefersSpeed = true
    let preset = try loadPreset()
    let frames = try preset.frames(framesText)
    for number in frames.numbers {
      try preset.refuseToReplaceSources(at: pattern.path(ofFrame: number))
      try overlay.backdropOption.refuseToReplacePicture(at: pattern.path(ofFrame: number))
    }
    try FilePath.makeFolders(to: pattern.text)
    let signals = StopSignals()
    let renderer = try makeRenderer(preset, format: settings.pixelFormat)
    let writer = try SequenceWriter(
      pattern, settings: settings, facts: facts(of: preset, settings, pattern), frames: Array(frames.numbers),
      restarts: restart, allowsReplacing: force, threads: threading.threads ?? Renderer.coreCount)
    if writer.framesFromEarlierRuns > 0, !quiet {
      Terminal.printError(
        "motes: \(writer.framesFromEarlierRuns) of \(NumberText.frames(frames.count)) \(writer.framesFromEarlierRuns == 1 ? "is finished from an earlier run and is kept" : "are finished from an earlier run and are kept")."
      )
    }
    var progress = ProgressLine(style: progressStyle, total: writer.missingFrames.count)
    defer { progress.close() }
    let isDone: Bool
    do {
      isDone = try renderer.drawMissingFrames(of: writer, settings: settings) { particles in
        progress.update(done: writer.framesWrittenNow, particles: particles, bytes: writer.bytesWritten)
        return signals.latest == nil
      }
      try writer.finish()
    } catch {
      // Waits for frames that other threads are still writing. Their errors follow from the first one, which alone is thrown.
      do { try writer.finish() } catch {}
      progress.close()
      Terminal.printError(
        "motes: finished so far: \(writer.framesFromEarlierRuns + writer.framesWrittenNow) of \(NumberText.frames(frames.count)); "
          + "run the same command again to continue.")
      throw error
    }
    progress.close()
    reportProfile(of: renderer, bytes: writer.bytesWritten)
    if !isDone, let signal = signals.latest {
      reportStop(writer, of: frames.count, signal: signal)
      throw ExitCode(ExitStatus.stopped(by: signal))
    }
    report(writer, pattern, of: frames.count, seconds: progress.elapsedSeconds)
  }

  /// Refuses options that sequences of pictures do not have.
  private func checkSequenceOptions() throws {
    let given = [
      ("codec", codec != nil), ("pixel-format", pixelFormat != nil), ("hdr", try hdr.range().isHigh),
      ("premultiplied", alphaForm.premultiplied),
    ]
    for name in given.filter(\.1).map(\.0) + optionsOfMovies {
      throw UsageError("--\(name) is for movies; pictures have --depth and --quality.")
    }
  }

  /// The value of `--quality` for pictures; nil without the option.
  private func pictureQuality() throws -> Double? {
    guard let quality else { return nil }
    guard let number = Double(quality) else {
      throw UsageError(
        "--quality \(quality): pictures take a number from 1 to 100\(wantsHighQuality ? "; high is for movies" : "").")
    }
    return number
  }

  /// How many digits of a SHA-256 a fact holds: enough to tell any two files apart, and short in messages.
  private static let digestDigits = 16

  /// Everything that decides what the pictures look like; by it the pictures of an earlier run are recognized as those of this sequence.
  private func facts(
    of preset: Preset, _ settings: PictureSettings, _ pattern: SequencePattern
  ) throws -> [SequenceFact] {
    let canvas = preset.scene.canvas
    var facts = [
      SequenceFact("preset", String(preset.sha256.prefix(Self.digestDigits))),
      SequenceFact("size", "\(canvas.widthPixels)x\(canvas.heightPixels)"),
      SequenceFact("rate", "\(canvas.frameRate)"), SequenceFact("duration", "\(canvas.duration)"),
      SequenceFact("loop", "\(canvas.loops)"), SequenceFact("seed", "\(canvas.seed)"),
    ]
    facts += source.overrides.sets.map { SequenceFact("set", $0) }
    facts += source.overrides.texts.map { SequenceFact("set-text", $0) }
    facts += [
      SequenceFact("format", settings.format.title), SequenceFact("depth", "\(settings.layout.bitDepth)"),
      SequenceFact("alpha", alpha ? "kept" : "left out"),
      SequenceFact("backdrop", overlay.backdropOption.backdrop ?? (alpha ? "none" : "the preset's own")),
    ]
    // A picture may have changed under the same name.
    if let picture = overlay.backdropOption.picturePath {
      let digest = try JobFolder.sha256(ofFile: picture)
      facts.append(SequenceFact("backdrop's SHA-256", String(digest.prefix(Self.digestDigits))))
    }
    if settings.format.quality != nil {
      facts.append(SequenceFact("quality", try pictureQuality().map { "\($0)" } ?? "the usual one"))
    }
    return facts + [SequenceFact("version", Motes.version)]
  }

  private func reportStop(_ writer: SequenceWriter, of total: Int, signal: Int32) {
    let done = writer.framesFromEarlierRuns + writer.framesWrittenNow
    if json { Terminal.printJSON(StopEvent(frames: done, total: total)) }
    Terminal.printError(
      "motes: stopped by \(StopSignals.name(of: signal)) after \(done) of \(NumberText.frames(total)). Run the same command again to continue."
    )
  }

  private func report(_ writer: SequenceWriter, _ pattern: SequencePattern, of total: Int, seconds: Double) {
    if json {
      Terminal.printJSON(
        DoneEvent(
          file: pattern.text, frames: total, drawn: writer.framesWrittenNow, bytes: writer.bytesWritten,
          seconds: seconds.rounded(digits: 3)))
    } else if !quiet {
      let rate = NumberText.fixed(Double(writer.framesWrittenNow) / max(seconds, 1e-9), 1)
      Terminal.printError(
        "\(pattern.text): \(NumberText.frames(total))"
          + (writer.framesFromEarlierRuns > 0 ? ", \(writer.framesWrittenNow) of them drawn now" : "")
          + ", \(NumberText.size(writer.bytesWritten)), in \(NumberText.fixed(seconds, 1)) s (\(rate) frames/s)")
    }
  }
}
