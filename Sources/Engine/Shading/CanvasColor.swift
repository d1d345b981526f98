import Colorimetry
import Model

// Colours as tiles hold them: premultiplied R, G, B, A, in linear light, or encoded on an `srgb` canvas.

extension Canvas.Blending {
  /// The encoding of the values in a tile.
  var encoding: ColorRamp.Encoding { self == .srgb ? .srgb : .linear }
}

extension LinearColor {
  /// The premultiplied colour as tiles hold it.
  func tileValue(on canvas: Canvas) -> SIMD4<Float> { SIMD4<Float>(premultiplied(canvas.blending.encoding)) }

  /// The premultiplied colour as tiles hold it. On an `srgb` canvas, R, G and B are clamped to 0...alpha, the range of the values in its tiles.
  func clampedTileValue(on canvas: Canvas) -> SIMD4<Float> {
    var color = premultiplied(canvas.blending.encoding)
    if canvas.blending == .srgb { for channel in 0..<3 { color[channel] = min(max(color[channel], 0), color.w) } }
    return SIMD4<Float>(color)
  }
}
