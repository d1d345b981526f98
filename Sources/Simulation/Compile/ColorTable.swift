import Colorimetry
import Lanes
import Model

/// Colour over life, tabulated like other curves (`CurveTable`), in the values of the canvas's frame buffer.
enum ColorTable {
  /// 257 colours and a copy of the last, so that a location at the very end may read one further.
  static let entryCount = CurveTable.steps + 2

  /// Premultiplied colours, then straight ones. A clear entry has the straight colour of its neighbour, the limit of a fading
  /// colour.
  static func entries(
    _ stops: [ColorStop], interpolation: ColorInterpolation, encoded: Bool
  ) -> [SIMD4<Float>] {
    let exact = ColorRamp(
      stops: stops.map { .init($0.location, $0.color, easing: $0.easing) }, interpolation: interpolation)
    let colors = (0...CurveTable.steps).map { step in
      components(of: exact.color(at: Double(step) / Double(CurveTable.steps)), encoded: encoded)
    }
    var straight = colors
    for index in straight.indices.dropFirst() where colors[index].w <= 0 {
      straight[index] = straight[index - 1]
    }
    for index in straight.indices.dropLast().reversed() where straight[index].w <= 0 {
      straight[index] = straight[index + 1]
    }
    let premultiplied = colors.map { SIMD4<Float>(SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w)) }
    let plain = straight.map { SIMD4<Float>($0) }
    return premultiplied + premultiplied.suffix(1) + plain + plain.suffix(1)
  }

  /// Straight components as the canvas holds them.
  static func components(of color: LinearColor, encoded: Bool) -> SIMD4<Double> {
    guard encoded else { return SIMD4(color.red, color.green, color.blue, color.alpha) }
    return SIMD4(color.srgbEncoded, color.alpha)
  }
}
