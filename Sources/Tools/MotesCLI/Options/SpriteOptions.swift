import ArgumentParser
import Motes

/// The arguments of sprite sheets: `motes sheet --sprite`.
struct SpriteOptions: ParsableArguments {
  @Flag(
    help:
      "A sprite sheet for games and pages: frames side by side, transparent, and NAME.json with their places and times."
  )
  var sprite = false

  @Option(help: "Sprite sheets only: the frames (default: all): \(FrameOption.grammar).")
  var frames: String?

  @Option(help: ArgumentHelp("Sprite sheets only: clear pixels between and around the frames.", valueName: "pixels"))
  var padding: Int?

  @Flag(help: "Sprite sheets only: sides that are powers of two.")
  var powerOfTwo = false

  @Flag(help: "Sprite sheets only: the JSON lists the frames in an array, not by their names.")
  var array = false

  @Flag(help: "Sprite sheets only: keep the backdrop, so that frames are opaque.")
  var opaque = false

  /// Whether an option that has an effect only with `--sprite` is given without it.
  var hasOptionsWithoutSprite: Bool { !sprite && (frames != nil || padding != nil || powerOfTwo || array || opaque) }
}

/// A sprite sheet of a preset, and the file that says where its frames are.
struct SpriteWork: PictureWork {
  private let options: SpriteOptions
  private let columns: Int?
  private let padding: Int
  private let path: String
  private let settings: PictureSettings
  private let overlay: OverlayOptions

  /// The longest side of a sheet in pixels that graphics cards and browsers accept.
  private static let maximumSide = 16_384
  private static let maximumPadding = 256

  init(
    _ options: SpriteOptions, _ sheet: SheetOptions, _ picture: PictureOptions, _ overlay: OverlayOptions, path: String
  ) throws {
    self.options = options
    self.path = path
    self.overlay = overlay
    columns = sheet.columns
    padding = options.padding ?? 0
    guard sheet.count == nil, sheet.width == nil else {
      throw UsageError("--sprite: use --frames to choose frames and --size for their size, not --count and --width.")
    }
    if let columns, !(1...4096).contains(columns) {
      throw UsageError("--columns \(columns): expected a number from 1 to 4096.")
    }
    guard (0...Self.maximumPadding).contains(padding) else {
      throw UsageError("--padding \(padding): expected pixels from 0 to \(Self.maximumPadding).")
    }
    settings = try picture.settings(for: path, kind: "sprite sheets", alpha: !options.opaque)
    guard [.rgba, .rgb24].contains(settings.pixelFormat) else {
      throw UsageError("-o \(path): sprite sheets have 8 bits a sample. Use .png or .webp, and leave --depth out.")
    }
  }

  private var jsonPath: String { FilePath.replacingExtension(of: path, by: "json") }
  var knownPaths: [String] { [path, jsonPath] }

  func write(from source: PresetOptions, threads: Int?, allowsReplacing: Bool) throws -> [String] {
    let preset = try source.load()
    let frames = try preset.frames(options.frames)
    let canvas = preset.scene.canvas
    let atlas = SpriteAtlas(
      count: frames.count, columns: columns, frameWidth: canvas.widthPixels, frameHeight: canvas.heightPixels,
      padding: padding, hasPowerOfTwoSides: options.powerOfTwo)
    try checkSize(of: atlas)
    for path in knownPaths {
      try preset.refuseToReplaceSources(at: path)
      try overlay.backdropOption.refuseToReplacePicture(at: path)
      try checkTarget(path, allowsReplacing: allowsReplacing)
    }
    let renderer = try Renderer(
      preset, format: settings.pixelFormat, threads: threads,
      backdrop: overlay.backdropOption.chosen(alpha: !options.opaque, for: preset))
    let sheet = atlas.makeSheet(settings.pixelFormat)
    var index = 0
    renderer.render(frames) { frame in
      atlas.place(frame.pixels, at: index, in: sheet)
      index += 1
      return true
    }
    try writePicture(sheet, to: path, settings: settings, allowsReplacing: allowsReplacing)
    let description = SpriteDescription(
      atlas: atlas, frames: frames, canvas: canvas, picturePath: path, name: source.fileStem, listsFrames: options.array
    )
    try writeText(description.json, to: jsonPath, allowsReplacing: allowsReplacing)
    Terminal.printError(
      "\(path): \(NumberText.frames(atlas.count)) of \(atlas.frameWidth)x\(atlas.frameHeight) in \(atlas.columns) columns, "
        + "\(atlas.width)x\(atlas.height); places in \(jsonPath)")
    return ["\(path) (\(NumberText.frames(atlas.count)))"]
  }

  private func checkSize(of atlas: SpriteAtlas) throws {
    guard max(atlas.width, atlas.height) > Self.maximumSide else { return }
    let size = "\(atlas.frameWidth)x\(atlas.frameHeight)"
    throw UsageError(
      "--sprite: \(NumberText.frames(atlas.count)) of \(size) would take \(atlas.width) x \(atlas.height) pixels; graphics cards take at most "
        + "\(Self.maximumSide) a side, phones 4096. Draw smaller frames (--size 128x128), fewer (--frames :4 is every fourth), or a part "
        + "of them (--frames 0-59).")
  }
}
