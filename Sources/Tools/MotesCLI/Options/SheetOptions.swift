import ArgumentParser
import Motes

/// The arguments of contact sheets: `motes sheet`, and `motes watch --sheet`.
struct SheetOptions: ParsableArguments {
  @Option(help: "How many pictures a sheet has (default: \(ContactSheet.defaultCount)).")
  var count: Int?

  @Option(help: "How many pictures a row of a sheet has (default: \(ContactSheet.defaultColumns)).")
  var columns: Int?

  @Option(
    help: ArgumentHelp(
      "Width of each picture of a sheet (default: \(ContactSheet.defaultFrameWidth)).", valueName: "pixels"))
  var width: Int?

  /// Whether one of these options is given.
  var isGiven: Bool { count != nil || columns != nil || width != nil }
}

/// A contact sheet of a preset: pictures over its whole length, their times below.
struct SheetWork: PictureWork {
  private let count: Int
  private let columns: Int
  private let frameWidth: Int
  private let path: String
  private let settings: PictureSettings
  private let overlay: OverlayOptions

  /// - Parameters:
  ///   - picture: how the sheet is encoded.
  ///   - path: path of the sheet.
  init(_ options: SheetOptions, _ picture: PictureOptions, _ overlay: OverlayOptions, path: String) throws {
    count = options.count ?? ContactSheet.defaultCount
    columns = options.columns ?? ContactSheet.defaultColumns
    frameWidth = options.width ?? ContactSheet.defaultFrameWidth
    self.path = path
    self.overlay = overlay
    guard (1...1000).contains(count) else { throw UsageError("--count \(count): expected a number from 1 to 1000.") }
    guard (1...100).contains(columns) else {
      throw UsageError("--columns \(columns): expected a number from 1 to 100.")
    }
    guard (16...4096).contains(frameWidth) else {
      throw UsageError("--width \(frameWidth): expected pixels from 16 to 4096.")
    }
    settings = try picture.settings(for: path, kind: "sheets", alpha: false)
    guard settings.pixelFormat == .rgb24 else {
      throw UsageError("-o \(path): sheets have 8 bits a sample. Use another file extension, or leave --depth out.")
    }
  }

  var knownPaths: [String] { [path] }

  func write(from source: PresetOptions, threads: Int?, allowsReplacing: Bool) throws -> [String] {
    let preset = try loadSmall(source)
    try preset.refuseToReplaceSources(at: path)
    try overlay.backdropOption.refuseToReplacePicture(at: path)
    try checkTarget(path, allowsReplacing: allowsReplacing)
    let renderer = try Renderer(
      preset, format: .rgb24, threads: threads, backdrop: overlay.visibleBackdrop(for: preset))
    let times = RoundTimes(count: count, duration: preset.scene.canvas.duration)
    let sheet = ContactSheet(columns: min(columns, count)).compose(
      times.seconds.map(renderer.frame),
      captions: times.seconds.map { NumberText.fixed($0.double, times.decimals) + " s" })
    try writePicture(sheet, to: path, settings: settings, allowsReplacing: allowsReplacing)
    return ["\(path) (\(count) moments)"]
  }

  /// Loads the preset at the size of one frame on the sheet, with the height in proportion, unless `--size` names another size.
  private func loadSmall(_ source: PresetOptions) throws -> Preset {
    let preset = try source.load()
    if source.size != nil { return preset }
    return try source.reload(preset) { presetWidth, presetHeight in
      (frameWidth, ContactSheet.frameHeight(width: frameWidth, presetWidth: presetWidth, presetHeight: presetHeight))
    }
  }
}
