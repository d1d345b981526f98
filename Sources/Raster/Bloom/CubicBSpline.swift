import Lanes

/// The four weights of a uniform cubic B-spline at parameter `t` between the second and the third value.
struct CubicBSpline: Sendable {
  let a: Float
  let b: Float
  let c: Float
  let d: Float

  init(_ t: Double) {
    let s = 1 - t
    a = Float(s * s * s / 6)
    b = Float((3 * t * t * t - 6 * t * t + 4) / 6)
    c = Float((3 * s * s * s - 6 * s * s + 4) / 6)
    d = Float(t * t * t / 6)
  }

  @inline(__always)
  private func at(_ row: UnsafeMutablePointer<Float>, _ offset: Int) -> Float8 {
    Lanes.optimizerBarrier(Lanes.load(row + offset))
  }

  /// Eight values, each between the second and the third of four neighbours in `row`.
  @inline(__always)
  func value(_ row: UnsafeMutablePointer<Float>) -> Float8 {
    (at(row, 0) * a + at(row, 3) * d) + (at(row, 1) * b + at(row, 2) * c)
  }
}
