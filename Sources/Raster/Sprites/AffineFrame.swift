import Lanes

/// The principal axes of a sprite, lengthened to the least lengths that a grid of pixels can show.
///
/// The matrix M = [X Y], whose columns are the sprite's half axes in pixels, maps the unit disc to an ellipse. The ellipse's half axes have
/// the lengths σ₁ ≥ σ₂, the singular values of M, and the directions u₁ and u₂ (M = σ₁u₁v₁ᵀ + σ₂u₂v₂ᵀ). Each σ is raised to a minimum, and
/// the light is divided by the factor by which the area grows. So a sprite that is tiny, or seen edge-on, keeps its light and
/// fades instead of flickering.
struct AffineFrame {
  /// Unit vectors u₁ and u₂ along the longer and the shorter principal axis.
  let longDirection: SIMD2<Float>
  let shortDirection: SIMD2<Float>
  /// Half the lengths of the two principal axes in pixels, as drawn.
  let longHalfAxis: Float
  let shortHalfAxis: Float
  /// Rows of the inverse of M as drawn. For an offset (x, y) in pixels from the sprite's centre the local coordinates are
  /// u = x·inverseX.x + y·inverseX.y and v = x·inverseY.x + y·inverseY.y; the sprite spans −1...1 in u and v.
  let inverseX: SIMD2<Float>
  let inverseY: SIMD2<Float>
  /// True area ÷ drawn area; 0 for a sprite without area.
  let weight: Float

  /// Computes the axes with which a sprite of `shape` is drawn in focus.
  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    self.init(
      record, minHalfAxisWhenSmall: shape.minHalfAxisWhenSmall, minHalfAxisWhenLong: shape.minHalfAxisWhenLong)
  }

  /// - Parameters:
  ///   - minHalfAxisWhenSmall: minimum in pixels of both half axes of a small sprite.
  ///   - minHalfAxisWhenLong: minimum in pixels of the shorter half axis, if the longer one is at least 4 px above
  ///     `minHalfAxisWhenSmall`. If the longer one is less than 4 px above, the minimum is interpolated between both.
  @inline(__always)
  init(_ record: SpriteRecord, minHalfAxisWhenSmall: Float, minHalfAxisWhenLong: Float) {
    let xx = record.axisXx
    let xy = record.axisXy
    let yx = record.axisYx
    let yy = record.axisYy
    // M Mᵀ = (p q; q s) has the squares of the singular values.
    let p = xx * xx + yx * yx
    let s = xy * xy + yy * yy
    let q = xx * xy + yx * yy
    // Its eigenvalues are (p + s)/2 ± root.
    let halfDifference = (p - s) * 0.5
    let root = (halfDifference * halfDifference + q * q).squareRoot()
    let trueLong = ((p + s) * 0.5 + root).squareRoot()
    let determinant = xx * yy - xy * yx
    let trueShort = trueLong > 0 ? abs(determinant) / trueLong : 0
    // u₁ has the direction of the eigenvectors (λ₁ − s, q) and (q, λ₁ − p). The longer of the two is chosen; it is 0 only
    // for a circle, which may have any direction.
    var x = halfDifference >= 0 ? halfDifference + root : q
    var y = halfDifference >= 0 ? q : root - halfDifference
    let length = (x * x + y * y).squareRoot()
    if length > 0 {
      x /= length
      y /= length
    } else {
      x = 1
      y = 0
    }
    let hasExtent = trueLong > 0
    let inverseTrueLong = hasExtent ? 1 / trueLong : 0
    // v₁ = Mᵀu₁/σ₁. v₂ is perpendicular to it; the determinant's sign decides between the two directions, since u₂ = (−y, x).
    let v1x = hasExtent ? (xx * x + xy * y) * inverseTrueLong : 1
    let v1y = hasExtent ? (yx * x + yy * y) * inverseTrueLong : 0
    let v2x = determinant < 0 ? v1y : -v1y
    let v2y = determinant < 0 ? -v1x : v1x
    let drawnLong = trueLong > minHalfAxisWhenSmall ? trueLong : minHalfAxisWhenSmall
    // 0 if the longer half axis is `minHalfAxisWhenSmall`, 1 if it is at least 4 px longer.
    let progress = min(1, (drawnLong - minHalfAxisWhenSmall) * 0.25)
    let minShort = minHalfAxisWhenSmall + (minHalfAxisWhenLong - minHalfAxisWhenSmall) * progress
    let drawnShort = trueShort > minShort ? trueShort : minShort
    weight = (trueLong / drawnLong) * (trueShort / drawnShort)
    longHalfAxis = drawnLong
    shortHalfAxis = drawnShort
    longDirection = SIMD2(x, y)
    shortDirection = SIMD2(-y, x)
    // M⁻¹ = v₁u₁ᵀ/σ₁ + v₂u₂ᵀ/σ₂.
    let inverseLong = 1 / drawnLong
    let inverseShort = 1 / drawnShort
    inverseX = SIMD2(v1x * x * inverseLong - v2x * y * inverseShort, v1x * y * inverseLong + v2x * x * inverseShort)
    inverseY = SIMD2(v1y * x * inverseLong - v2y * y * inverseShort, v1y * y * inverseLong + v2y * x * inverseShort)
  }
}
