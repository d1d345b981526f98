import Lanes

/// The weights of four equally spaced values in a uniform cubic B-spline, at the share `t` (0...1) of the way from the second
/// value to the third. They add up to 1.
struct CubicBSpline: Sendable {
  let a: Float
  let b: Float
  let c: Float
  let d: Float

  /// - Parameter t: 0 at the second value, 1 at the third.
  init(_ t: Double) {
    let s = 1 - t
    a = Float(s * s * s / 6)
    b = Float((3 * t * t * t - 6 * t * t + 4) / 6)
    c = Float((3 * s * s * s - 6 * s * s + 4) / 6)
    d = Float(t * t * t / 6)
  }

  /// Eight values from `row` + `offset` on. The four loads in `value` overlap; the barrier keeps the compiler from replacing
  /// a load by shuffles of the others.
  @inline(__always)
  private func load(_ row: UnsafeMutablePointer<Float>, _ offset: Int) -> Float8 {
    Lanes.optimizerBarrier(Lanes.load(row + offset))
  }

  /// Eight values: value i is interpolated between `row[i]`, `row[i + 1]`, `row[i + 2]` and `row[i + 3]`.
  @inline(__always)
  func value(_ row: UnsafeMutablePointer<Float>) -> Float8 {
    (load(row, 0) * a + load(row, 3) * d) + (load(row, 1) * b + load(row, 2) * c)
  }
}
