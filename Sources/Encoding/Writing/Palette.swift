import CFFmpeg

/// Reduces frames to one palette of up to 256 colours, as GIF needs it, by libavfilter's palettegen and paletteuse.
///
/// Colours are chosen from frames that are shown beforehand (`preview`), and dithered by error diffusion. A pixel is opaque where its
/// alpha is at least the threshold, and transparent elsewhere.
final class Palette {
  private let input: String
  private let timeBase: AVRational
  private let usingOptions: String
  /// Chooses the colours; nil once they are chosen.
  private var choosing: FilterGraph?
  /// Reduces frames; nil until the colours are chosen.
  private var using: FilterGraph?

  /// Options of the filters that a caller may set, with their values.
  private static let defaults = [
    "max_colors": "256", "alpha_threshold": "128", "dither": "sierra2_4a", "bayer_scale": "2", "diff_mode": "rectangle",
  ]

  /// Whether an option is one of the palette's, not of the encoder.
  static func hasOption(_ name: String) -> Bool { defaults[name] != nil }

  /// - Parameters:
  ///   - format: of the frames, by FFmpeg's name.
  ///   - options: the caller's, of those for which `hasOption` is true.
  init(format: String, width: Int, height: Int, timeBase: AVRational, options: [String: String]) throws {
    let chosen = Palette.defaults.merging(options) { $1 }
    func value(_ name: String) -> String { chosen[name] ?? "" }
    input = FilterGraph.input("frames", format: format, width: width, height: height, timeBase: timeBase)
    self.timeBase = timeBase
    usingOptions = ["alpha_threshold", "dither", "bayer_scale", "diff_mode"].map { "\($0)=\(value($0))" }
      .joined(separator: ":")
    // palettegen counts opaque pixels only; those that will be opaque are made so before.
    let opaque = "lutrgb=a=if(gte(val\\,\(value("alpha_threshold")))\\,255\\,0)"
    choosing = try FilterGraph(
      "\(input),\(opaque),palettegen=max_colors=\(value("max_colors")):stats_mode=full,buffersink@out")
    // Built once more with all options, so that a wrong value is found before any frame is drawn.
    _ = try Palette.usingGraph(input, usingOptions, timeBase)
  }

  private static func usingGraph(_ input: String, _ options: String, _ timeBase: AVRational) throws -> FilterGraph {
    let palette = FilterGraph.input("palette", format: "bgra", width: 16, height: 16, timeBase: timeBase)
    return try FilterGraph("\(input)[a];\(palette)[b];[a][b]paletteuse=\(options),buffersink@out")
  }

  /// Counts the colours of a frame.
  func preview(_ frame: UnsafeMutablePointer<AVFrame>) throws {
    // The reduction has already begun: too late for other colours.
    guard let choosing else { throw LibraryError(call: "palettegen", code: motes_averror(EINVAL)) }
    try choosing.send(frame, to: "frames")
  }

  /// Reduces a frame, or with nil all that is still held back, and calls `each` with the frames that are ready.
  func reduce(_ frame: UnsafeMutablePointer<AVFrame>?, _ each: (UnsafeMutablePointer<AVFrame>) throws -> Void) throws {
    if using == nil { try choose() }
    try using?.send(frame, to: "frames")
    try using?.receive(each)
  }

  /// Chooses the colours from the frames that were shown.
  private func choose() throws {
    let using = try Palette.usingGraph(input, usingOptions, timeBase)
    try choosing?.send(nil, to: "frames")
    try choosing?.receive { try using.send($0, to: "palette") }
    try using.send(nil, to: "palette")
    choosing = nil
    self.using = using
  }
}
