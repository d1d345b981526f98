import ArgumentParser
import Glibc
import Motes

/// `motes render --max-bytes`: the movie is drawn again with other settings until its file is small enough.
extension RenderCommand {
  /// The value of `--max-bytes`; nil without the option.
  func maximumByteCount() throws -> Int? {
    guard let maximumBytes else { return nil }
    guard let number = NumberText.withUnit(maximumBytes), number >= 1_000, number <= 1e12 else {
      throw UsageError("--max-bytes \(maximumBytes): expected bytes from 1k on, such as 300k or 2M.")
    }
    return Int(number)
  }

  /// Draws the movie so that its file has at most `limit` bytes.
  func renderMovie(within limit: Int) throws {
    if writesToStandardOutput { throw UsageError("--max-bytes: raw frames (-o -) are not encoded.") }
    if jobOptions.isGiven { try refuseOptionsWithoutMeaningForParts("--parts") }
    if repeatCount != nil { try refuseOptionsWithoutMeaningForParts("--loops") }
    for (name, isGiven) in [("bitrate", encoding.bitrate != nil), ("matte", encoding.matte != nil), ("stats", stats)]
    where isGiven {
      throw UsageError("--\(name): not with --max-bytes, which chooses the quality and draws one file several times.")
    }
    let asked = try prepareMovie(warn: PresetOptions.printWarning)
    let settings = try settings(of: asked)
    let canvas = asked.preset.scene.canvas
    let path = outputPath(asked.codec)
    try checkTarget(path, allowsReplacing: force)
    let range = SizeFitting.Range(
      codec: asked.codec,
      bestQuality: settings.isLossless ? nil : settings.quality ?? asked.codec.quality?.defaultValue,
      mayResize: asked.footage == nil, mayChangeRate: asked.footage == nil && framesText == nil,
      frameRate: canvas.frameRate,
      frameCount: asked.expectedFrames, shorterSidePixels: min(canvas.widthPixels, canvas.heightPixels))
    var fitting = SizeFitting(quality: range.bestQuality)
    // Attempts are written beside the movie, under a name that no other file has.
    let trialPath = FilePath.inserting(".fitting-\(getpid())", in: path)
    try checkTarget(trialPath, allowsReplacing: false)
    let signals = StopSignals()
    let began = Terminal.now
    while true {
      let trial = command(for: fitting, canvas, at: trialPath)
      let (bytes, isWhole) = try trial.drawTrial(signals, limit: limit)
      guard bytes > limit else { break }
      if !quiet, !json {
        Terminal.printError(
          "motes: \(isWhole ? "" : "about ")\(NumberText.size(bytes)) with \(description(of: fitting, range, canvas)); trying less"
        )
      }
      unlink(trialPath)
      guard fitting.shrink(from: bytes, to: limit, range) else {
        throw MediaError(
          .settings,
          "--max-bytes \(maximumBytes ?? ""): the smallest file that was tried has \(NumberText.size(bytes)), with "
            + "\(description(of: fitting, range, canvas)). \(range.mayResize ? "A shorter --duration helps." : "Without --over the size may change, too.")",
          path: path)
      }
    }
    let bytes = FilePath.size(trialPath) ?? 0
    try copyFile(trialPath, to: path)
    unlink(trialPath)
    let frames = asked.expectedFrames / Int(fitting.rateDivisor)
    if json {
      return Terminal.printJSON(
        DoneEvent(
          file: path, frames: frames, bytes: bytes, seconds: (Terminal.now - began).rounded(digits: 3),
          alpha: alphaName(asked.format),
          matte: nil, draft: draft ? true : nil))
    }
    guard !quiet else { return }
    let what = description(of: fitting, range, canvas)
    Terminal.printError(
      "\(path): \(NumberText.frames(frames)), \(NumberText.size(bytes)) of at most \(NumberText.size(limit)), in "
        + "\(NumberText.fixed(Terminal.now - began, 1)) s, with \(what)\(alphaNote(asked.format))")
  }

  /// The arguments for one attempt.
  private func command(for fitting: SizeFitting, _ canvas: Canvas, at path: String) -> RenderCommand {
    var command = self
    (command.output, command.force, command.quiet) = (path, true, true)
    if let quality = fitting.quality { command.crf = quality }
    if fitting.colors < 256 { command.encoding.codecOptions.append("max_colors=\(fitting.colors)") }
    if fitting.scale < 1 {
      let (width, height) = fittedSize(fitting, canvas)
      command.source.size = "\(width)x\(height)"
    }
    if fitting.rateDivisor > 1 { command.source.fps = (canvas.frameRate / Rational(fitting.rateDivisor)).description }
    return command
  }

  /// Width and height with even sides, which all formats take.
  private func fittedSize(_ fitting: SizeFitting, _ canvas: Canvas) -> (width: Int, height: Int) {
    func side(_ pixels: Int) -> Int { max(2, Int((Double(pixels) * fitting.scale / 2).rounded()) * 2) }
    return fitting.scale < 1
      ? (side(canvas.widthPixels), side(canvas.heightPixels)) : (canvas.widthPixels, canvas.heightPixels)
  }

  /// The frames after which an attempt that has too many bytes already is given up, as its size can be told from them.
  private static let tellingFrames = 8

  /// Draws one attempt, and returns the bytes of its file; of one that was given up, the bytes that the whole would have had.
  private func drawTrial(_ signals: StopSignals, limit: Int) throws -> (bytes: Int, isWhole: Bool) {
    let movie = try prepareMovie { _ in }
    let renderer = try makeRenderer(movie.preset, format: movie.format, over: movie.footage)
    var progress = ProgressLine(
      style: Terminal.isInteractive && !json ? .live : json ? progressStyle : .plain, total: movie.expectedFrames)
    defer { progress.close() }
    var expectedBytes: Int?
    let outcome = try writeMovie(
      movie, with: renderer,
      progress: { state in
        progress.update(done: state.frames, particles: state.particles, bytes: state.bytes)
        if state.bytes > limit, state.frames >= Self.tellingFrames, state.frames < movie.expectedFrames {
          expectedBytes = Int(Double(state.bytes) * Double(movie.expectedFrames) / Double(state.frames))
        }
        return signals.latest == nil && expectedBytes == nil
      }, notes: { _ in })
    switch outcome {
    case .finished(let path, _): return (FilePath.size(path) ?? 0, isWhole: true)
    case .stopped(let partial, _):
      if let partial { unlink(partial) }
      progress.close()
      if signals.latest == nil, let expectedBytes { return (expectedBytes, isWhole: false) }
      let signal = signals.latest ?? SIGINT
      Terminal.printError("motes: stopped by \(StopSignals.name(of: signal)); nothing was kept.")
      throw ExitCode(ExitStatus.stopped(by: signal))
    }
  }

  /// What a file was encoded with: "quality 61, 192x192".
  private func description(of fitting: SizeFitting, _ range: SizeFitting.Range, _ canvas: Canvas) -> String {
    var parts: [String] = []
    if let quality = fitting.quality {
      let asked = range.bestQuality.map { $0 == quality ? "" : " in place of \(NumberText.plain($0))" } ?? ""
      parts.append("quality \(NumberText.plain(quality))\(asked)")
    }
    if range.codec == .gif { parts.append("\(fitting.colors) colours") }
    let (width, height) = fittedSize(fitting, canvas)
    parts.append(
      "\(width)x\(height)" + (fitting.scale < 1 ? " in place of \(canvas.widthPixels)x\(canvas.heightPixels)" : ""))
    if fitting.rateDivisor > 1 {
      parts.append(
        "\(canvas.frameRate / Rational(fitting.rateDivisor)) frames a second in place of \(canvas.frameRate)")
    }
    return parts.joined(separator: ", ")
  }

  /// The size, in bytes, from which on a movie's expected size is told before it is drawn.
  private static let largeFileBytes = 50_000_000

  /// Tells the expected size of a large movie.
  func noteLargeFile(of movie: PreparedMovie) throws {
    var settings = try settings(of: movie)
    settings.expectedFrames = movie.expectedFrames
    guard !quiet, !json, let bytes = settings.estimatedBytes, bytes > Self.largeFileBytes else { return }
    let seconds = Double(movie.expectedFrames) / settings.frameRate.double
    Terminal.printError(
      "motes: \(outputPath(movie.codec)) will have about \(NumberText.size(bytes)), \(NumberText.size(Int(Double(bytes) / max(seconds, 1e-9)))) a second; "
        + "motes formats lists codecs with smaller files.")
  }
}
