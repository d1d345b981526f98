import ArgumentParser
import Motes

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Render one frame, or some, to pictures: PNG, TIFF, OpenEXR, WebP or JPEG.")

  @OptionGroup var source: PresetOptions

  @OptionGroup var still: StillOptions

  @OptionGroup var overlay: OverlayOptions

  @OptionGroup var footage: StillFootageOptions

  @Option(
    name: .shortAndLong,
    help: """
      The picture to write (default: PRESET.png), \(PictureHelp.extensions); {time} or {frame} in it stands for the moment.
      """)
  var output: String?

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    var work = try StillWork(still, overlay, footage, output: output, stem: source.fileStem)
    _ = try work.write(from: source, threads: threading.threads, allowsReplacing: force)
  }
}
