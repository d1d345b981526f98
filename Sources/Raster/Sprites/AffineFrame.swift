import Lanes

/// The principal axes of a sprite, widened to what a grid of pixels can show.
///
/// These follow from the singular values σ₁ ≥ σ₂ of the matrix M = [X Y] of the half axes (M = σ₁u₁v₁ᵀ + σ₂u₂v₂ᵀ). Each
/// is raised to a least value and the light is scaled down by the growth in area: a sprite that is tiny, or seen from
/// its edge, keeps its light and fades instead of flickering.
struct AffineFrame {
  /// Directions of the longer and the shorter principal axis, and their half lengths in pixels.
  let u1: SIMD2<Float>
  let u2: SIMD2<Float>
  let long: Float
  let short: Float
  /// Rows of the inverse: local u = x·inverseX.x + y·inverseX.y, v likewise; the sprite is −1...1 in both.
  let inverseX: SIMD2<Float>
  let inverseY: SIMD2<Float>
  /// True area ÷ drawn area; 0 for a sprite without area.
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
    let hasExtent = longest > 0
    let invertedLongest = hasExtent ? 1 / longest : 0
    // v₁ = Mᵀu₁/σ₁; v₂ is its perpendicular, in the sense that belongs to u₂ = (−y, x).
    let v1x = hasExtent ? (xx * x + xy * y) * invertedLongest : 1
    let v1y = hasExtent ? (yx * x + yy * y) * invertedLongest : 0
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
