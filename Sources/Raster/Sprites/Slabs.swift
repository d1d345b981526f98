import Lanes

/// Bounds of a sprite: two pairs of parallel lines, |a·d| ≤ A and |b·d| ≤ B, d the offset from its centre in pixels,
/// and a box.
///
/// The box cuts off distant corners of pairs that are nearly parallel, such as those of a square seen from its edge.
struct Slabs {
  let halfHeight: Float
  let halfWidth: Float
  private let a: SIMD2<Float>
  private let b: SIMD2<Float>
  private let extentA: Float
  private let extentB: Float

  /// `a` and `b` are unit vectors; `reach` is half the size of the box.
  @inline(__always)
  init(
    _ a: SIMD2<Float>, _ extentA: Float, _ b: SIMD2<Float>, _ extentB: Float,
    within reach: SIMD2<Float> = SIMD2(repeating: .infinity)
  ) {
    let determinant = abs(a.x * b.y - a.y * b.x)
    let area = determinant > 1e-4 ? determinant : 1e-4
    halfHeight = min((abs(a.x) * extentB + abs(b.x) * extentA) / area, reach.y)
    // With a margin, since a row's span is rounded differently.
    halfWidth = min((abs(a.y) * extentB + abs(b.y) * extentA) / area * 1.000_01 + 0.01, reach.x)
    // |a.x| is at least 10⁻⁵: such a line cuts nothing within 10⁵ pixels.
    self.a = SIMD2(1 / (abs(a.x) > 1e-5 ? a.x : 1e-5), a.y)
    self.b = SIMD2(1 / (abs(b.x) > 1e-5 ? b.x : 1e-5), b.y)
    self.extentA = extentA
    self.extentB = extentB
  }

  /// The span of a row `dy` below the centre.
  @inline(__always)
  func span(_ dy: Float) -> (low: Float, high: Float) {
    let centerA = -a.y * dy * a.x
    let centerB = -b.y * dy * b.x
    let halfA = extentA * abs(a.x)
    let halfB = extentB * abs(b.x)
    let low = max(centerA - halfA, centerB - halfB)
    let high = min(centerA + halfA, centerB + halfB)
    return (max(low, -halfWidth), min(high, halfWidth))
  }
}
