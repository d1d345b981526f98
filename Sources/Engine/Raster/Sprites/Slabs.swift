import Lanes

/// Bounds of a sprite, as the intersection of two slabs and a box around the sprite's centre. A slab is the area between two parallel
/// lines. The two slabs are |a·d| ≤ A and |b·d| ≤ B, where d is the offset from the centre, a and b are unit normals, and A and B are
/// half widths in pixels.
///
/// The box cuts off distant corners of slabs that are nearly parallel, such as the slabs of a square that is seen edge-on.
struct Slabs {
  /// Vertical and horizontal distance in pixels from the centre beyond which no point is inside.
  let halfHeight: Float
  let halfWidth: Float
  /// 1 ÷ the normal's x, and the normal's y, of each slab. A row's span in the slab is dx = (±A − a.y · dy) · (1 ÷ a.x).
  private let normalA: (inverseX: Float, y: Float)
  private let normalB: (inverseX: Float, y: Float)
  /// Half widths of the slabs in pixels.
  private let extentA: Float
  private let extentB: Float

  /// - Parameters:
  ///   - a: unit normal of the first slab.
  ///   - extentA: half width of the first slab in pixels.
  ///   - b: unit normal of the second slab.
  ///   - extentB: half width of the second slab in pixels.
  ///   - reach: half the width and half the height of the box in pixels.
  @inline(__always)
  init(
    _ a: SIMD2<Float>, _ extentA: Float, _ b: SIMD2<Float>, _ extentB: Float,
    within reach: SIMD2<Float> = SIMD2(repeating: .infinity)
  ) {
    // The sine of the angle between the slabs. The corners of their intersection lie at (±A·b⊥ ± B·a⊥) ÷ sine.
    let sine = abs(a.x * b.y - a.y * b.x)
    let divisor = sine > 1e-4 ? sine : 1e-4
    halfHeight = min((abs(a.x) * extentB + abs(b.x) * extentA) / divisor, reach.y)
    // Slightly larger, since the rounding errors of a row's span are different.
    halfWidth = min((abs(a.y) * extentB + abs(b.y) * extentA) / divisor * 1.000_01 + 0.01, reach.x)
    // If a normal's x is nearly 0, it is replaced by 10⁻⁵, so that 1 ÷ x is finite. The replacement moves a nearly horizontal
    // edge by at most 0.02 px at 1,000 px from the centre.
    normalA = (1 / (abs(a.x) > 1e-5 ? a.x : 1e-5), a.y)
    normalB = (1 / (abs(b.x) > 1e-5 ? b.x : 1e-5), b.y)
    self.extentA = extentA
    self.extentB = extentB
  }

  /// Returns the part of the row `dy` pixels below the centre that lies inside, as distances in pixels to the right of the centre;
  /// low > high if the row lies outside.
  @inline(__always)
  func span(_ dy: Float) -> (low: Float, high: Float) {
    let centerA = -normalA.y * dy * normalA.inverseX
    let centerB = -normalB.y * dy * normalB.inverseX
    let halfA = extentA * abs(normalA.inverseX)
    let halfB = extentB * abs(normalB.inverseX)
    let low = max(centerA - halfA, centerB - halfB)
    let high = min(centerA + halfA, centerB + halfB)
    return (max(low, -halfWidth), min(high, halfWidth))
  }

  /// Returns the spans of the eight rows `dy` pixels below the centre, as distances in pixels to the right of the centre; low > high for a
  /// row that lies outside.
  @inline(__always)
  func span(_ dy: Float8) -> (low: Float8, high: Float8) {
    let (low, high) = span(dy, extentA, extentB)
    return (Lanes.max(low, -halfWidth), Lanes.min(high, halfWidth))
  }

  /// Returns the spans of eight rows inside of two slabs alone, without the box; the slabs have the normals a and b, but the half widths
  /// `extentA` and `extentB`.
  @inline(__always)
  func span(_ dy: Float8, _ extentA: Float, _ extentB: Float) -> (low: Float8, high: Float8) {
    let centerA = -normalA.y * dy * normalA.inverseX
    let centerB = -normalB.y * dy * normalB.inverseX
    let halfA = extentA * abs(normalA.inverseX)
    let halfB = extentB * abs(normalB.inverseX)
    return (Lanes.max(centerA - halfA, centerB - halfB), Lanes.min(centerA + halfA, centerB + halfB))
  }
}
