import Lanes

/// The weights of four equally spaced values in a uniform cubic B-spline, at a point between the second value and the third. They
/// add up to 1.
struct CubicBSpline: Sendable {
  /// The weights of the first, second, third and fourth value.
  let a: Float
  let b: Float
  let c: Float
  let d: Float

  /// - Parameter t: the point, 0 at the second value and 1 at the third.
  init(_ t: Double) {
    let s = 1 - t
    a = Float(s * s * s / 6)
    b = Float((3 * t * t * t - 6 * t * t + 4) / 6)
    c = Float((3 * s * s * s - 6 * s * s + 4) / 6)
    d = Float(t * t * t / 6)
  }

  private init(a: Float, b: Float, c: Float, d: Float) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

  /// The weights at the point 1 − t: those at t in reverse order.
  @inline(__always)
  var reversed: CubicBSpline { CubicBSpline(a: d, b: c, c: b, d: a) }

  /// Returns eight values; lane i is interpolated from `row[i]`, `row[i + 1]`, `row[i + 2]` and `row[i + 3]`.
  @inline(__always)
  func value(_ row: UnsafeMutablePointer<Float>) -> Float8 {
    value(Self.load(row), Self.load(row + 1), Self.load(row + 2), Self.load(row + 3))
  }

  /// Returns eight values; each lane is interpolated from the same lane of the four arguments.
  @inline(__always)
  func value(_ first: Float8, _ second: Float8, _ third: Float8, _ fourth: Float8) -> Float8 {
    (first * a + fourth * d) + (second * b + third * c)
  }

  /// Loads eight values. The four loads of a spline overlap; the barrier keeps the compiler from replacing a load by shuffles of
  /// the other loads.
  @inline(__always)
  static func load(_ row: UnsafeMutablePointer<Float>) -> Float8 { Lanes.optimizerBarrier(Lanes.load(row)) }
}
