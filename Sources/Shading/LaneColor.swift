import Lanes

/// The premultiplied colours of eight pixels.
package struct LaneColor {
  package var red: Float8
  package var green: Float8
  package var blue: Float8
  package var alpha: Float8

  /// These colours, with those of `other` in the lanes where `mask` is set.
  @inline(__always)
  func replaced(by other: LaneColor, where mask: SIMDMask<Int32x8>) -> LaneColor {
    LaneColor(
      red: red.replacing(with: other.red, where: mask), green: green.replacing(with: other.green, where: mask),
      blue: blue.replacing(with: other.blue, where: mask), alpha: alpha.replacing(with: other.alpha, where: mask))
  }

  /// These colours with red, green and blue clamped to 0...alpha, as on an `srgb` canvas.
  @inline(__always)
  func clampedToAlpha() -> LaneColor {
    LaneColor(
      red: Lanes.clamp(red, Float8(), alpha), green: Lanes.clamp(green, Float8(), alpha),
      blue: Lanes.clamp(blue, Float8(), alpha), alpha: alpha)
  }

  /// Writes eight pixels. `out` points to the red of the first pixel; planes lie `planeStride` floats apart.
  @inline(__always)
  func store(to out: UnsafeMutablePointer<Float>, planeStride: Int) {
    Lanes.store(red, to: out)
    Lanes.store(green, to: out + planeStride)
    Lanes.store(blue, to: out + 2 &* planeStride)
    Lanes.store(alpha, to: out + 3 &* planeStride)
  }

  /// Eight transparent pixels.
  @inline(__always)
  static var transparent: LaneColor { LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8()) }

  @inline(__always)
  static func * (color: LaneColor, factor: Float) -> LaneColor {
    LaneColor(
      red: color.red * factor, green: color.green * factor, blue: color.blue * factor, alpha: color.alpha * factor)
  }

  @inline(__always)
  static func += (sum: inout LaneColor, color: LaneColor) {
    sum.red += color.red
    sum.green += color.green
    sum.blue += color.blue
    sum.alpha += color.alpha
  }
}
