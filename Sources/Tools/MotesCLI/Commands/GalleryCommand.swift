import ArgumentParser
import Glibc
import Motes
import MotesTuning

struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract:
      "Write a folder of pages that show presets, moving, with their knobs and commands: no server, no network.",
    discussion: """
      The folder gets index.html, and for each preset a page, a clip (H.264), a picture and a contact sheet. Presets that are tagged as loops run \
      over their whole length without a seam. index.html is written last.
      """)

  @Argument(help: "Names of shipped presets, or paths of JSON files (default: all shipped presets).")
  var presets: [String] = []

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "folder"))
  var output: String

  @Option(help: ArgumentHelp("The heading of the page of all presets (default: Motes).", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("Pixels of a clip's longer side.", valueName: "pixels"))
  var width = 640

  @Option(help: ArgumentHelp("Frames a second of the clips.", valueName: "rate"))
  var fps = 30

  @Option(help: ArgumentHelp("Length, at most, of the clip of a preset that does not loop.", valueName: "seconds"))
  var seconds = 6

  @Option(help: ArgumentHelp("Quality of the clips; a lower number is better.", valueName: "number"))
  var crf = 26

  @OptionGroup var folders: PresetFolders

  @OptionGroup var assets: AssetFolder

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace the pages of an earlier gallery.")
  var force = false

  func validate() throws {
    func require(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
      guard range.contains(value) else {
        throw ValidationError(
          "--\(name) \(value): expected a whole number from \(range.lowerBound) to \(range.upperBound).")
      }
    }
    try require("width", width, 64...1920)
    try require("fps", fps, 1...60)
    try require("seconds", seconds, 1...60)
    try require("crf", crf, 0...51)
  }

  func run() throws {
    let gallery = Gallery(
      names: presets, settings: assets.settings(folders), folder: output,
      clip: PresetClip(
        maximumSide: width, frameRate: fps, maximumSeconds: seconds, quality: Double(crf), threads: threading.threads),
      title: title)
    if FilePath.isTaken(output), !FileAccess.isFolder(output) {
      throw UsageError("--output \(output): this is not a folder.")
    }
    guard force || !FilePath.isTaken(gallery.indexPath) else {
      throw UsageError("\(gallery.indexPath) exists. --force replaces the pages of an earlier gallery.")
    }
    let signals = StopSignals()
    let count = try gallery.write(goesOn: { signals.latest == nil }) { progress in
      Terminal.printError("\(progress.number) of \(progress.count)  \(progress.name)")
    }
    guard let count else {
      Terminal.printError("motes: stopped; \(gallery.indexPath) was not written.")
      throw ExitCode(ExitStatus.stopped(by: signals.latest ?? SIGINT))
    }
    Terminal.printOutput("\(gallery.indexPath): \(count) \(count == 1 ? "preset" : "presets").")
  }
}
