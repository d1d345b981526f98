import CFFmpeg

/// Reduces frames to one palette of up to 256 colours, which GIF needs, with libavfilter's palettegen and paletteuse.
///
/// The palette is chosen by the colours of the frames that `countColors` got. Frames are dithered, by default by error diffusion. A pixel
/// is opaque if its alpha is at least a threshold, and otherwise transparent.
final class Palette {
  /// The description of the graphs' input named "frames".
  private let input: String
  private let timeBase: AVRational
  /// Options of paletteuse.
  private let reducerOptions: String
  /// Chooses the palette (palettegen); nil once it is chosen.
  private var generator: FilterGraph?
  /// Reduces frames to the palette (paletteuse); nil until it is chosen.
  private var reducer: FilterGraph?

  /// Options of the filters that a caller may set, with their default values.
  private static let defaults = [
    "max_colors": "256", "alpha_threshold": "128", "dither": "sierra2_4a", "bayer_scale": "2", "diff_mode": "rectangle",
  ]

  /// Whether an option belongs to the palette's filters, not to the encoder.
  static func hasOption(_ name: String) -> Bool { defaults[name] != nil }

  /// - Parameters:
  ///   - format: sample layout of the frames, by FFmpeg's name.
  ///   - options: the caller's options, all of which satisfy `hasOption`.
  init(format: String, width: Int, height: Int, timeBase: AVRational, options: [String: String]) throws {
    let chosen = Palette.defaults.merging(options) { $1 }
    func value(_ name: String) -> String { chosen[name] ?? "" }
    input = FilterGraph.input("frames", format: format, width: width, height: height, timeBase: timeBase)
    self.timeBase = timeBase
    reducerOptions = ["alpha_threshold", "dither", "bayer_scale", "diff_mode"].map { "\($0)=\(value($0))" }
      .joined(separator: ":")
    // palettegen counts only opaque pixels. This filter first makes pixels opaque whose alpha is at least the threshold.
    let thresholdFilter = "lutrgb=a=if(gte(val\\,\(value("alpha_threshold")))\\,255\\,0)"
    generator = try FilterGraph(
      "\(input),\(thresholdFilter),palettegen=max_colors=\(value("max_colors")):stats_mode=full,buffersink@out")
    // This graph is built only to check the options, so that a wrong value is reported before any frame is drawn.
    _ = try Palette.makeReducer(input, reducerOptions, timeBase)
  }

  private static func makeReducer(_ input: String, _ options: String, _ timeBase: AVRational) throws -> FilterGraph {
    // palettegen gives its 256 colours as a picture of 16 × 16 pixels.
    let palette = FilterGraph.input("palette", format: "bgra", width: 16, height: 16, timeBase: timeBase)
    return try FilterGraph("\(input)[a];\(palette)[b];[a][b]paletteuse=\(options),buffersink@out")
  }

  /// Counts the colours of a frame, before any frame is reduced.
  func countColors(of frame: UnsafeMutablePointer<AVFrame>) throws {
    // Once frames are being reduced, the palette cannot change.
    guard let generator else { throw LibraryError(call: "palettegen", code: motes_averror(EINVAL)) }
    try generator.send(frame, to: "frames")
  }

  /// Reduces a frame (nil ends the input), and calls `each` with the frames that are ready.
  func reduce(_ frame: UnsafeMutablePointer<AVFrame>?, _ each: (UnsafeMutablePointer<AVFrame>) throws -> Void) throws {
    if reducer == nil { try choosePalette() }
    try reducer?.send(frame, to: "frames")
    try reducer?.receive(each)
  }

  /// Chooses the palette by the colours that were counted.
  private func choosePalette() throws {
    let reducer = try Palette.makeReducer(input, reducerOptions, timeBase)
    try generator?.send(nil, to: "frames")
    try generator?.receive { try reducer.send($0, to: "palette") }
    try reducer.send(nil, to: "palette")
    generator = nil
    self.reducer = reducer
  }
}
