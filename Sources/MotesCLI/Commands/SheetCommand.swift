import ArgumentParser
import Motes

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Render a contact sheet: pictures over the whole length, their times below.")

  @OptionGroup var source: PresetOptions

  @Option(name: .shortAndLong, help: "The picture to write (default: PRESET-sheet.png).")
  var output: String?

  @OptionGroup var sheet: SheetOptions

  @OptionGroup var overlay: OverlayOptions

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    let work = try SheetWork(sheet, overlay, path: output ?? source.sheetPath)
    _ = try work.write(from: source, threads: threading.threads, allowsReplacing: force)
  }
}
