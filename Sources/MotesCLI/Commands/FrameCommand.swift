import ArgumentParser
import Motes

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Render one frame to a PNG picture.")

  @OptionGroup var source: PresetOptions

  @Option(help: "The moment, in seconds. It may lie past the end.")
  var time: String?

  @Option(help: "The frame's number, counted from 0.")
  var frame: Int?

  @Option(name: .shortAndLong, help: "The picture to write (default: PRESET.png).")
  var output: String?

  @Flag(help: "Keep transparency: what no layer covers stays clear.")
  var alpha = false

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    guard (time == nil) != (frame == nil) else {
      throw UsageError("Name one moment: --time SECONDS or --frame NUMBER.")
    }
    let path = output ?? source.fileStem + ".png"
    guard path.lowercasedHasSuffix(".png") else {
      throw UsageError("-o \(path): stills are written as PNG. Use a name that ends in .png.")
    }
    let loaded = try source.load()
    try loaded.refuseToReplaceSources(at: path)
    try checkTarget(path, allowsReplacing: force)
    let moment = try exactTime(canvas: loaded.scene.canvas)
    try loaded.checkLimits(until: moment)
    let renderer = try Renderer(loaded, format: alpha ? .rgba : .rgb24, threads: threading.threads)
    let notes = try PictureWriter.write(renderer.frame(at: moment), to: path, allowsReplacing: force)
    for note in notes { Terminal.printError("motes: \(note)") }
  }

  /// The canvas seconds that `--frame` or `--time` names.
  private func exactTime(canvas: Canvas) throws -> Rational {
    if let frame {
      guard frame >= 0, frame < Limits.frames else {
        throw UsageError("--frame \(frame): expected a number from 0 to \(Limits.frames - 1).")
      }
      return Rational(Int64(frame)) / canvas.frameRate
    }
    let text = time ?? ""
    guard let seconds = ExactNumbers.decimal(text, decimals: 9), seconds >= .zero,
      seconds <= Rational(Int64(Limits.durationSeconds))
    else {
      throw UsageError("--time \(text): expected seconds from 0 to \(Limits.durationSeconds), such as 2.5.")
    }
    return seconds
  }
}
