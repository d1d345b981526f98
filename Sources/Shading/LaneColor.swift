import Lanes

/// The premultiplied colours of eight pixels.
package struct LaneColor {
  package var red: Lane8
  package var green: Lane8
  package var blue: Lane8
  package var alpha: Lane8

  @inline(__always)
  func replaced(by other: LaneColor, where mask: SIMDMask<Int8Lanes>) -> LaneColor {
    LaneColor(
      red: red.replacing(with: other.red, where: mask), green: green.replacing(with: other.green, where: mask),
      blue: blue.replacing(with: other.blue, where: mask), alpha: alpha.replacing(with: other.alpha, where: mask))
  }
}
