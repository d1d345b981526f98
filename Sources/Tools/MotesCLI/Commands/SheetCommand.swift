import ArgumentParser
import Motes

struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Render a contact sheet: pictures over the whole length, their times below; or a sprite sheet.")

  @OptionGroup var source: PresetOptions

  @Option(
    name: .shortAndLong, help: "The picture to write (default: PRESET-sheet.png, PRESET-sprite.png with --sprite).")
  var output: String?

  @OptionGroup var sheet: SheetOptions

  @OptionGroup var overlay: OverlayOptions

  @OptionGroup var sprites: SpriteOptions

  @OptionGroup var picture: PictureOptions

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    if sprites.sprite {
      let work = try SpriteWork(sprites, sheet, picture, overlay, path: output ?? source.spritePath)
      _ = try work.write(from: source, threads: threading.threads, allowsReplacing: force)
      return
    }
    guard !sprites.hasOptionsWithoutSprite else {
      throw UsageError(
        "--frames, --padding, --power-of-two, --array and --opaque are for sprite sheets. Add --sprite, or leave them out."
      )
    }
    let work = try SheetWork(sheet, picture, overlay, path: output ?? source.sheetPath)
    _ = try work.write(from: source, threads: threading.threads, allowsReplacing: force)
  }
}
