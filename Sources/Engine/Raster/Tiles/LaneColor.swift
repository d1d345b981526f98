import Lanes

/// The premultiplied colours of eight pixels.
@usableFromInline
package struct LaneColor {
  @usableFromInline package var red: Float8
  @usableFromInline package var green: Float8
  @usableFromInline package var blue: Float8
  @usableFromInline package var alpha: Float8

  @inlinable @inline(__always)
  package init(red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads eight pixels. `memory` points to the red of the first pixel; planes lie `planeStride` floats apart.
  @inlinable @inline(__always)
  package init(_ memory: UnsafePointer<Float>, planeStride: Int) {
    self.init(
      red: Lanes.load(memory), green: Lanes.load(memory + planeStride), blue: Lanes.load(memory + 2 &* planeStride),
      alpha: Lanes.load(memory + 3 &* planeStride))
  }

  /// These colours, with those of `other` in the lanes where `mask` is set.
  @inlinable @inline(__always)
  package func replaced(by other: LaneColor, where mask: SIMDMask<Int32x8>) -> LaneColor {
    LaneColor(
      red: red.replacing(with: other.red, where: mask), green: green.replacing(with: other.green, where: mask),
      blue: blue.replacing(with: other.blue, where: mask), alpha: alpha.replacing(with: other.alpha, where: mask))
  }

  /// These colours with red, green and blue clamped to 0...alpha, as on an `srgb` canvas.
  @inlinable @inline(__always)
  package func clampedToAlpha() -> LaneColor {
    LaneColor(
      red: Lanes.clamp(red, Float8(), alpha), green: Lanes.clamp(green, Float8(), alpha),
      blue: Lanes.clamp(blue, Float8(), alpha), alpha: alpha)
  }

  /// Writes eight pixels. `out` points to the red of the first pixel; planes lie `planeStride` floats apart.
  @inlinable @inline(__always)
  package func store(to out: UnsafeMutablePointer<Float>, planeStride: Int) {
    Lanes.store(red, to: out)
    Lanes.store(green, to: out + planeStride)
    Lanes.store(blue, to: out + 2 &* planeStride)
    Lanes.store(alpha, to: out + 3 &* planeStride)
  }

  /// Eight transparent pixels.
  @inlinable @inline(__always)
  package static var transparent: LaneColor {
    LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
  }

  @inlinable @inline(__always)
  package static func * (color: LaneColor, factor: Float8) -> LaneColor {
    LaneColor(
      red: color.red * factor, green: color.green * factor, blue: color.blue * factor, alpha: color.alpha * factor)
  }

  @inlinable @inline(__always)
  package static func * (color: LaneColor, factor: Float) -> LaneColor { color * Float8(repeating: factor) }

  @inlinable @inline(__always)
  package static func += (sum: inout LaneColor, color: LaneColor) {
    sum.red += color.red
    sum.green += color.green
    sum.blue += color.blue
    sum.alpha += color.alpha
  }
}
