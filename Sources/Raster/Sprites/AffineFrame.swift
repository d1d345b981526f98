import Lanes

/// The half axes of a sprite, widened to what a grid of pixels can show.
///
/// From the singular values σ₁ ≥ σ₂ of the matrix [X Y] of the half axes (M = σ₁u₁v₁ᵀ + σ₂u₂v₂ᵀ), each raised to a
/// least value, with the light scaled by what the area has grown: a sprite that is tiny, or turned until it is seen
/// from its edge, keeps its light and fades instead of flickering.
struct AffineFrame {
  /// Directions in pixels of the longer and shorter principal axis, and their half lengths.
  let u1: SIMD2<Float>
  let u2: SIMD2<Float>
  let long: Float
  let short: Float
  /// Rows of the inverse: local u = x·inverseX.x + y·inverseX.y, v likewise; the sprite is −1...1 in both.
  let inverseX: SIMD2<Float>
  let inverseY: SIMD2<Float>
  /// Area before ÷ area drawn; 0 for nothing.
  let weight: Float

  @inline(__always)
  init(_ record: SpriteRecord, leastSmall: Float, leastLong: Float) {
    let xx = record.axisXx
    let xy = record.axisXy
    let yx = record.axisYx
    let yy = record.axisYy
    // M Mᵀ = (p q; q s) has the squares of the singular values.
    let p = xx * xx + yx * yx
    let s = xy * xy + yy * yy
    let q = xx * xy + yx * yy
    let half = (p - s) * 0.5
    let difference = (half * half + q * q).squareRoot()
    let longest = ((p + s) * 0.5 + difference).squareRoot()
    let determinant = xx * yy - xy * yx
    let shortest = longest > 0 ? abs(determinant) / longest : 0
    // u₁ is the eigenvector (q, λ₁ − p) or (λ₁ − s, q), the one that does not vanish.
    var x = half >= 0 ? half + difference : q
    var y = half >= 0 ? q : difference - half
    let length = (x * x + y * y).squareRoot()
    if length > 0 {
      x /= length
      y /= length
    } else {
      x = 1
      y = 0
    }
    let isSeen = longest > 0
    let invertedLongest = isSeen ? 1 / longest : 0
    // v₁ = Mᵀu₁/σ₁; v₂ is its perpendicular, turned so that u₂ = (−y, x) belongs to it.
    let v1x = isSeen ? (xx * x + xy * y) * invertedLongest : 1
    let v1y = isSeen ? (yx * x + yy * y) * invertedLongest : 0
    let v2x = determinant < 0 ? v1y : -v1y
    let v2y = determinant < 0 ? -v1x : v1x
    let drawnLong = longest > leastSmall ? longest : leastSmall
    let share = min(1, (drawnLong - leastSmall) * 0.25)
    let leastShort = leastSmall + (leastLong - leastSmall) * share
    let drawnShort = shortest > leastShort ? shortest : leastShort
    weight = (longest / drawnLong) * (shortest / drawnShort)
    long = drawnLong
    short = drawnShort
    u1 = SIMD2(x, y)
    u2 = SIMD2(-y, x)
    let alongLong = 1 / drawnLong
    let alongShort = 1 / drawnShort
    inverseX = SIMD2(v1x * x * alongLong - v2x * y * alongShort, v1x * y * alongLong + v2x * x * alongShort)
    inverseY = SIMD2(v1y * x * alongLong - v2y * y * alongShort, v1y * y * alongLong + v2y * x * alongShort)
  }
}

/// The width of a straight edge's ramp: the pixel's own extent along the edge's normal, 1 to √2. A line's light then
/// stays the same wherever it lies, along the grid and across it (a ramp of 1 px leaves 4 % on a square turned by 45°).
@inline(__always)
func rampWidth(_ normal: SIMD2<Float>) -> Float { abs(normal.x) + abs(normal.y) }

/// Two pairs of parallel lines around a sprite: |a·d| ≤ A and |b·d| ≤ B, d the offset from its centre in pixels; and a box that
/// cuts off what lies far out in the corners of pairs that are nearly parallel, as a square's are that is seen from its edge.
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
    // A row's span is found by other roundings.
    halfWidth = min((abs(a.y) * extentB + abs(b.y) * extentA) / area * 1.000_01 + 0.01, reach.x)
    // |a.x| below 10⁻⁵ is taken as that: the line then cuts nothing within 10⁵ pixels.
    self.a = SIMD2(1 / (abs(a.x) > 1e-5 ? a.x : 1e-5), a.y)
    self.b = SIMD2(1 / (abs(b.x) > 1e-5 ? b.x : 1e-5), b.y)
    self.extentA = extentA
    self.extentB = extentB
  }

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
