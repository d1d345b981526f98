import Colorimetry
import Lanes
import Model

/// Colour over life. When a scene is compiled, it is tabulated at equal steps of age ÷ lifetime, as curves are (`CurveTable`);
/// between the entries colours are mixed linearly. Components are in the values that the canvas blends: linear light, or sRGB-encoded.
enum ColorTable {
  /// Number of colours in a table: one at the start of each step, one at the end of the last step, and a copy of this last colour. The copy
  /// is needed since sampling always reads two neighbouring entries.
  static let entryCount = CurveTable.steps + 2

  /// `entryCount` premultiplied colours, then as many straight ones: red, green, blue, alpha. Where alpha is 0 the straight colour
  /// is copied, with its alpha, from the nearest earlier entry with an alpha above 0; if there is none, from the nearest later one.
  ///
  /// - Parameter encoded: whether the canvas blends sRGB-encoded values.
  static func entries(
    _ stops: [ColorStop], interpolation: ColorInterpolation, encoded: Bool
  ) -> [SIMD4<Float>] {
    let ramp = ColorRamp(
      stops: stops.map { .init($0.location, $0.color, easing: $0.easing) }, interpolation: interpolation)
    let colors = (0...CurveTable.steps).map { step in
      components(of: ramp.color(at: Double(step) / Double(CurveTable.steps)), encoded: encoded)
    }
    var straight = colors
    for index in straight.indices.dropFirst() where colors[index].w <= 0 {
      straight[index] = straight[index - 1]
    }
    for index in straight.indices.dropLast().reversed() where straight[index].w <= 0 {
      straight[index] = straight[index + 1]
    }
    let premultiplied = colors.map { SIMD4<Float>(SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w)) }
    let straightFloats = straight.map { SIMD4<Float>($0) }
    return premultiplied + premultiplied.suffix(1) + straightFloats + straightFloats.suffix(1)
  }

  /// Straight red, green, blue and alpha in the values that the canvas blends; `encoded` says whether these are sRGB-encoded.
  static func components(of color: LinearColor, encoded: Bool) -> SIMD4<Double> {
    guard encoded else { return SIMD4(color.red, color.green, color.blue, color.alpha) }
    return SIMD4(color.srgbEncoded, color.alpha)
  }
}
