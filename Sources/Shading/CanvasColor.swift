import Colorimetry
import Model

// Colours as tiles hold them: premultiplied R, G, B, A, in linear light, or encoded on an `srgb` canvas.

extension Canvas.Blending {
  /// The encoding of the values in a tile.
  var encoding: ColorRamp.Encoding { self == .srgb ? .srgb : .linear }
}

extension LinearColor {
  /// The premultiplied colour as tiles hold it.
  func sample(on canvas: Canvas) -> SIMD4<Float> { SIMD4<Float>(premultiplied(canvas.blending.encoding)) }

  /// The premultiplied colour, clamped to 0...alpha on an `srgb` canvas, whose tiles hold nothing else.
  func clampedSample(on canvas: Canvas) -> SIMD4<Float> {
    var value = premultiplied(canvas.blending.encoding)
    if canvas.blending == .srgb { for index in 0..<3 { value[index] = min(max(value[index], 0), value.w) } }
    return SIMD4<Float>(value)
  }
}
