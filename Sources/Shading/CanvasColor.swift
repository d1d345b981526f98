import Colorimetry
import Model

// Colors as tiles hold them: premultiplied, in linear light, or encoded on an `srgb` canvas.

extension Canvas.Blending {
  /// The encoding of the values in a tile.
  var encoding: ColorRamp.Encoding { self == .srgb ? .srgb : .linear }
}

extension LinearColor {
  /// The premultiplied color as tiles hold it.
  func sample(on canvas: Canvas) -> SIMD4<Float> { SIMD4<Float>(premultiplied(canvas.blending.encoding)) }

  /// The premultiplied color, held within 0...1 on an `srgb` canvas, which stores nothing else.
  func clampedSample(on canvas: Canvas) -> SIMD4<Float> {
    var value = premultiplied(canvas.blending.encoding)
    if canvas.blending == .srgb { for index in 0..<3 { value[index] = min(max(value[index], 0), value.w) } }
    return SIMD4<Float>(value)
  }
}
