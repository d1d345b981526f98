import ArgumentParser
import Glibc
import Motes
import MotesTuning

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a preset to a video file, to a sequence of pictures, or to raw frames on standard output.")

  @OptionGroup var source: PresetOptions

  @Option(
    name: .shortAndLong,
    help: """
      The file to write (default: PRESET.mp4); a name with %05d for the frame's number for a sequence of pictures \
      (\(PictureHelp.extensions)); - for raw frames on standard output, with --codec y4m as YUV4MPEG2.
      """)
  var output: String?

  @Option(name: .customLong("frames"), help: "Frames to render, both ends included: 120-239.")
  var framesText: String?

  @Option(help: "Video codec: \(CodecHelp.codecs) (default: by the file extension; motes formats tells more).")
  var codec: String?

  @Option(
    help: """
      Constant quality on the codec's own scale, which motes formats lists; for h264 \(EncoderOption.crf.values(.h264) ?? ""), lower is better.
      """)
  var crf: Double?

  @Option(
    name: .customLong("encoder-preset"),
    help: "Speed of the encoder against size, for h264 ultrafast to placebo; motes formats lists them.")
  var encoderPreset: String?

  @Option(
    name: .customLong("pixel-format"),
    help: "Samples by FFmpeg's names, of those that motes formats lists for the codec; with -o - any.")
  var pixelFormat: String?

  @OptionGroup var encoding: EncodingOptions

  @Flag(
    help: """
      For a quick look: half the width and height, and the encoder's fastest preset. --size and --encoder-preset win over it.
      """)
  var draft = false

  @OptionGroup var overlay: OverlayOptions

  @OptionGroup var alphaForm: AlphaFormOption

  @OptionGroup var hdr: HDROption

  @Option(
    help: ArgumentHelp(
      """
      Movies: high, for a slower setting of the encoder that keeps a little more in as many bytes (\(EncoderOption.highQuality.valuesOfAllCodecs)). Picture \
      sequences: from 1 to 100, higher is better: \(PictureHelp.qualities).
      """, valueName: "high|number"))
  var quality: String?

  @Flag(help: "Picture sequences only: draw every frame again, also those that an earlier run finished.")
  var restart = false
  @OptionGroup var footageOptions: FootageOptions

  @OptionGroup var jobOptions: JobOptions

  @Option(
    name: .customLong("loops"),
    help: ArgumentHelp(
      "Repeat the movie this many times by copying what is encoded once: an hour of a loop in seconds.",
      valueName: "number"))
  var repeatCount: Int?

  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      """
      Make the file so large at most (300k, 2M): by a lower quality or fewer colours, by half the frames a second where they are more than 40, by a smaller size, and then by fewer frames still. \
      It is drawn again for each attempt, and the last line tells what was changed.
      """, valueName: "bytes"))
  var maximumBytes: String?

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(help: "Print errors only.")
  var quiet = false

  @Flag(help: "Afterwards, tell where the time went: each stage and layer, particles, frames a second.")
  var stats = false

  @Flag(help: "Print progress and the result as JSON lines.")
  var json = false

  func run() throws {
    if let output, let pattern = try sequencePattern(output) {
      try refuseFootageForSequences()
      return try renderSequence(pattern)
    }
    guard !restart else {
      throw UsageError("--restart is for sequences of pictures: -o 'frames/\(source.fileStem)-%05d.png'.")
    }
    if let limit = try maximumByteCount() { return try renderMovie(within: limit) }
    let movie = try prepareMovie(warn: PresetOptions.printWarning)
    if writesToStandardOutput {
      try checkRawFrameOptions()
      try renderRaw(movie.preset, frames: movie.frames, format: movie.format, over: movie.footage)
    } else if jobOptions.isGiven || repeatCount != nil {
      try renderInParts(movie.preset, frames: movie.frames, codec: movie.codec, format: movie.format)
    } else {
      try renderMovie(movie)
    }
    footageOptions.reportDamage(
      movie.footage?.reader, frames: framesText == nil ? nil : movie.frames, quiet: quiet)
  }

  /// Whether `--quality high` is given.
  var wantsHighQuality: Bool { quality == Self.highQuality }
  static let highQuality = "high"

  /// Refuses a `--quality` that a movie of this codec cannot have.
  private func checkQuality(_ codec: Codec) throws {
    guard let quality else { return }
    guard wantsHighQuality else {
      throw UsageError(
        "--quality \(quality): movies take --quality high, or a number on the codec's own scale with --crf. A number from 1 to 100 is for "
          + "sequences of pictures: -o 'frames/\(source.fileStem)-%05d.png'.")
    }
    guard codec.highQuality != nil else {
      throw UsageError(
        "--quality high: \(codec.title) has one setting only; this is for \(EncoderOption.highQuality.codecNames).")
    }
    if draft { throw UsageError("--quality high and --draft cannot be combined. Leave one of the two out.") }
  }

  /// Refuses a --crf or --hdr that the codec or pixel format does not support, and a --draft that would change nothing.
  func checkEncodingOptions(_ codec: Codec, _ format: PixelFormat) throws {
    try checkQuality(codec)
    try hdr.check(writesToStandardOutput ? nil : codec, format)
    if let crf, let scale = codec.quality, !scale.range.contains(crf) {
      throw UsageError("--crf \(NumberText.plain(crf)): expected a number from \(CodecHelp.range(scale)).")
    }
    if draft, source.size != nil, encoderPreset != nil {
      throw UsageError("--draft: it has no effect together with both --size and --encoder-preset.")
    }
  }

  var alpha: Bool { overlay.alpha }

  /// Command line that pipes raw frames into FFmpeg, for messages about formats that Motes cannot write. The article on recipes
  /// has whole commands.
  var rawFramesIntoFFmpeg: String {
    "`motes render \(ShellText.quoted(source.preset)) -o - --pixel-format \(alpha ? "rgba" : "rgb24") | ffmpeg …` "
      + "(see Recipes in the documentation)"
  }

  var writesToStandardOutput: Bool { output == "-" }

  /// Where JSON lines go: standard output, or standard error if the frames go to standard output.
  private var jsonDescriptor: Int32 { writesToStandardOutput ? STDERR_FILENO : STDOUT_FILENO }

  var progressStyle: ProgressLine.Style {
    if json { return .json(jsonDescriptor) }
    if quiet { return .silent }
    return Terminal.isInteractive ? .live : .plain
  }

  /// A renderer that measures how long frames take to encode and write, and with `--stats` also the times of its own stages.
  func makeRenderer(_ preset: Preset, format: PixelFormat, over footage: Footage? = nil) throws -> Renderer {
    try Renderer(
      checkedScene: preset.scene, format: format,
      colorEncoding: ColorEncoding(dynamicRange: try hdr.range(), alphaForm: try alphaForm.chosen(alpha: alpha)),
      threads: threading.threads,
      backdrop: overlay.backdropOption.chosen(alpha: alpha || encoding.matte != nil, for: preset, quiet: quiet),
      footage: footage, drawsMatte: encoding.matte != nil, clock: { Terminal.now }, timesStages: stats)
  }

  /// Prints where the time went, if times were taken.
  func reportProfile(of renderer: Renderer, bytes: Int) {
    guard let profile = renderer.profile else { return }
    let report = ProfileReport(profile: profile, bytes: bytes)
    if json {
      Terminal.write(report.json + "\n", to: jsonDescriptor)
    } else {
      Terminal.printError(report.text)
    }
  }

  // MARK: Files

  private func renderMovie(_ movie: PreparedMovie) throws {
    let (codec, format) = (movie.codec, movie.format)
    let signals = StopSignals()
    let renderer = try makeRenderer(movie.preset, format: format, over: movie.footage)
    let total = movie.expectedFrames
    try noteLargeFile(of: movie)
    var progress = ProgressLine(style: progressStyle, total: total)
    defer { progress.close() }
    let outcome = try writeMovie(
      movie, with: renderer,
      progress: { state in
        progress.update(done: state.frames, particles: state.particles, bytes: state.bytes)
        return signals.latest == nil
      },
      notes: { notes in
        for note in notes where !quiet { Terminal.printError("motes: \(note)") }
      })
    progress.close()
    switch outcome {
    case .finished(let path, let count):
      reportProfile(of: renderer, bytes: FilePath.size(path) ?? 0)
      report(
        path: path, frames: count, bytes: FilePath.size(path) ?? 0, seconds: progress.elapsedSeconds,
        canvas: renderer.scene.canvas,
        codec: codec, format: format)
      hintAtFasterEncoderPreset(of: codec, encodingShare: renderer.encodingShare ?? 0, seconds: progress.elapsedSeconds)
    case .stopped(let partial, let count):
      reportProfile(of: renderer, bytes: partial.flatMap(FilePath.size) ?? 0)
      reportStop(partial: partial, done: count, of: total, signal: signals.latest ?? SIGINT)
      throw ExitCode(ExitStatus.stopped(by: signals.latest ?? SIGINT))
    }
  }

  /// Prints what is left of a movie that a signal stopped. `partial` is the path of the partial file; nil for none.
  private func reportStop(partial: String?, done: Int, of total: Int, signal: Int32) {
    let name = StopSignals.name(of: signal)
    if json { Terminal.printJSON(StopEvent(frames: done, total: total, file: partial)) }
    guard let partial else {
      return Terminal.printError("motes: stopped by \(name) before the first frame; nothing was kept.")
    }
    Terminal.printError(
      "motes: stopped by \(name) after \(done) of \(NumberText.frames(total)). \(Container.sentence(onPartialFile: partial))"
    )
  }

  /// Prints that a movie is done.
  func report(
    path: String, frames: Int, bytes: Int, seconds: Double, canvas: Canvas, codec: Codec, format: PixelFormat
  ) {
    if json {
      Terminal.printJSON(
        DoneEvent(
          file: path, frames: frames, bytes: bytes, seconds: seconds.rounded(digits: 3), alpha: alphaName(format),
          matte: encoding.matte, draft: draft ? true : nil))
    } else if !quiet {
      let size = "\(canvas.widthPixels)x\(canvas.heightPixels)"
      let presetText = chosenEncoderPreset(codec).map { ", encoder preset \($0)" } ?? ""
      Terminal.printError(
        "\(path): \(NumberText.frames(frames)), \(NumberText.size(bytes)), in \(NumberText.fixed(seconds, 1)) s "
          + "(\(NumberText.fixed(Double(frames) / max(seconds, 1e-9), 1)) frames/s)"
          + alphaNote(format) + (draft ? "; a draft: \(size)\(presetText)" : ""))
    }
  }

  /// Prints a faster preset of the encoder if encoding took most of the time, so that drawing waited for it.
  ///
  /// - Parameter encodingShare: the share of the time in which frames were encoded and written.
  private func hintAtFasterEncoderPreset(of codec: Codec, encodingShare: Double, seconds: Double) {
    guard !quiet, !json, encoding.matte == nil, let encoderPreset = chosenEncoderPreset(codec),
      let faster = codec.encoderPresets?.advice(
        insteadOf: encoderPreset, encodingShare: encodingShare, seconds: seconds)
    else { return }
    Terminal.printError(
      "motes: \(codec.title)'s preset \(encoderPreset) took \(NumberText.fixed(encodingShare * 100, 0)) % of the time; "
        + "--encoder-preset \(faster) is faster.")
  }

  // MARK: Standard output

  private func renderRaw(_ preset: Preset, frames: ClosedRange<Int>, format: PixelFormat, over footage: Footage?) throws
  {
    if isatty(STDOUT_FILENO) == 1 {
      throw UsageError("-o -: raw frames cannot be shown in a terminal. Send them to a pipe or a file.")
    }
    let signals = StopSignals()
    let renderer = try makeRenderer(preset, format: format, over: footage)
    let canvas = preset.scene.canvas
    let writer =
      writesY4M
      ? try RawWriter(
        y4mTo: STDOUT_FILENO, format: format, width: canvas.widthPixels, height: canvas.heightPixels,
        frameRate: footage?.reader.frameRate ?? canvas.frameRate, pixelAspect: footage?.reader.pixelAspect ?? .one)
      : RawWriter(descriptor: STDOUT_FILENO)
    let total = footage?.expectedFrames(of: frames) ?? frames.count
    var progress = ProgressLine(style: progressStyle, total: total)
    defer { progress.close() }
    var done = 0
    try renderer.render(frames: frames) { frame in
      try writer.append(frame.pixels)
      done += 1
      progress.update(done: done, particles: frame.particles, bytes: writer.bytesWritten)
      return signals.latest == nil
    }
    progress.close()
    if signals.latest == nil, let failure = footage?.failure ?? footage?.shortfall(of: frames, found: done) {
      throw failure
    }
    reportProfile(of: renderer, bytes: writer.bytesWritten)
    if let signal = signals.latest, done < total {
      if json {
        Terminal.printJSON(StopEvent(frames: done, total: total, file: "-"), to: jsonDescriptor)
      } else {
        Terminal.printError(
          "motes: stopped by \(StopSignals.name(of: signal)) after \(done) of \(NumberText.frames(total)).")
      }
      throw ExitCode(ExitStatus.stopped(by: signal))
    }
    if json {
      Terminal.printJSON(
        DoneEvent(
          file: "-", frames: done, bytes: writer.bytesWritten, seconds: progress.elapsedSeconds.rounded(digits: 3)),
        to: jsonDescriptor)
    }
  }
}
