import ArgumentParser
import Motes

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Render a contact sheet: pictures over the whole length, their times below.")

  @OptionGroup var source: PresetOptions

  @Option(name: .shortAndLong, help: "The picture to write (default: PRESET-sheet.png).")
  var output: String?

  @Option(help: "How many pictures.")
  var count = 12

  @Option(help: "How many in a row.")
  var columns = 4

  @Option(help: ArgumentHelp("Width of each picture in pixels.", valueName: "pixels"))
  var width = 480

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    guard (1...1000).contains(count) else { throw UsageError("--count \(count): expected a number from 1 to 1000.") }
    guard (1...100).contains(columns) else {
      throw UsageError("--columns \(columns): expected a number from 1 to 100.")
    }
    guard (16...4096).contains(width) else {
      throw UsageError("--width \(width): expected pixels from 16 to 4096.")
    }
    let path = output ?? source.fileStem + "-sheet.png"
    guard path.lowercasedHasSuffix(".png") else {
      throw UsageError("-o \(path): sheets are written as PNG. Use a name that ends in .png.")
    }
    let loaded = try loadSmall()
    try loaded.refuseToReplaceSources(at: path)
    try checkTarget(path, allowsReplacing: force)
    let canvas = loaded.scene.canvas
    let renderer = try Renderer(loaded, format: .rgb24, threads: threading.threads)
    // The frames at the middles of `count` equal parts of the duration: neither the first, which is often empty, nor the end,
    // which in a loop is the first again.
    var frames: [PixelBuffer] = []
    var captions: [String] = []
    for index in 0..<count {
      let shareOfDuration = Rational(Int64(2 * index + 1), Int64(2 * count))
      let frameNumber = Int((shareOfDuration * canvas.duration * canvas.frameRate).floor)
      let time = canvas.time(ofFrame: frameNumber)
      frames.append(renderer.frame(at: time))
      captions.append(NumberText.fixed(time.double, 2) + " s")
    }
    let sheet = ContactSheet(columns: min(columns, count)).compose(frames, captions: captions)
    let notes = try PictureWriter.write(sheet, to: path, allowsReplacing: force)
    for note in notes { Terminal.printError("motes: \(note)") }
  }

  /// The preset at the size of one frame on the sheet (`--width`, the height in proportion), unless `--size` names another.
  private func loadSmall() throws -> Preset {
    if source.size != nil { return try source.load() }
    let canvas = try source.load().scene.canvas
    let height = max(1, (width * canvas.heightPixels + canvas.widthPixels / 2) / canvas.widthPixels)
    var settings = try source.settings()
    settings.size = .pixels(width: width, height: height)
    return try Preset.load(source.preset, settings)
  }
}
