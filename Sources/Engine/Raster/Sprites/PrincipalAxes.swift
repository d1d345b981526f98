import Lanes

/// The principal axes of a sprite as drawn: none is shorter than what a grid of pixels can show without flicker.
///
/// The matrix M = [X Y], whose columns are the sprite's half axes in pixels, maps the unit disc to an ellipse. The ellipse's half axes have
/// the lengths σ₁ ≥ σ₂, the singular values of M, and the directions u₁ and u₂ (M = σ₁u₁v₁ᵀ + σ₂u₂v₂ᵀ). Each σ is raised to a minimum, and
/// the light is divided by the factor by which the area grows. So a sprite that is tiny, or seen edge-on, keeps its light and
/// fades instead of flickering.
struct PrincipalAxes {
  /// Unit vectors u₁ and u₂ along the longer and the shorter principal axis.
  let longDirection: SIMD2<Float>
  let shortDirection: SIMD2<Float>
  /// Half the lengths of the two principal axes in pixels, as drawn.
  let longHalfAxis: Float
  let shortHalfAxis: Float
  /// Rows of M⁻¹, where M has the raised σ₁ and σ₂. For an offset (x, y) in pixels from the sprite's centre the local coordinates are
  /// u = x·inverseX.x + y·inverseX.y and v = x·inverseY.x + y·inverseY.y; the sprite spans −1...1 in u and v.
  let inverseX: SIMD2<Float>
  let inverseY: SIMD2<Float>
  /// Factor of the light: true area ÷ drawn area; 0 for a sprite without area.
  let weight: Float

  /// Computes the axes with which a sprite of `shape` is drawn in focus.
  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    self.init(
      record, minHalfAxisWhenSmall: shape.minHalfAxisWhenSmall, minHalfAxisWhenThin: shape.minHalfAxisWhenThin)
  }

  /// - Parameters:
  ///   - minHalfAxisWhenSmall: minimum in pixels of both half axes of a small sprite.
  ///   - minHalfAxisWhenThin: minimum in pixels of the shorter half axis, if the longer half axis exceeds `minHalfAxisWhenSmall` by at
  ///     least 4 px. If it exceeds `minHalfAxisWhenSmall` by less, the minimum is interpolated between `minHalfAxisWhenSmall` and
  ///     `minHalfAxisWhenThin`.
  @inline(__always)
  init(_ record: SpriteRecord, minHalfAxisWhenSmall: Float, minHalfAxisWhenThin: Float) {
    let xx = record.axisXx
    let xy = record.axisXy
    let yx = record.axisYx
    let yy = record.axisYy
    // M = (xx yx; xy yy), so M Mᵀ = (p q; q s). The eigenvalues of M Mᵀ are λ₁ = σ₁² and λ₂ = σ₂².
    let p = xx * xx + yx * yx
    let s = xy * xy + yy * yy
    let q = xx * xy + yx * yy
    // λ₁ and λ₂ are (p + s)/2 ± root.
    let halfDifference = (p - s) * 0.5
    let root = (halfDifference * halfDifference + q * q).squareRoot()
    let trueLong = ((p + s) * 0.5 + root).squareRoot()
    let determinant = xx * yy - xy * yx
    let trueShort = trueLong > 0 ? abs(determinant) / trueLong : 0
    // (λ₁ − s, q) and (q, λ₁ − p) are eigenvectors in the direction of u₁. The longer of the two is normalized. Both are 0 only
    // for a circle, for which any direction will do.
    var u1x = halfDifference >= 0 ? halfDifference + root : q
    var u1y = halfDifference >= 0 ? q : root - halfDifference
    let length = (u1x * u1x + u1y * u1y).squareRoot()
    if length > 0 {
      u1x /= length
      u1y /= length
    } else {
      u1x = 1
      u1y = 0
    }
    let hasExtent = trueLong > 0
    let inverseTrueLong = hasExtent ? 1 / trueLong : 0
    // v₁ = Mᵀu₁/σ₁. v₂ is perpendicular to v₁. Since u₂ is u₁ turned from x to y, the determinant's sign says to which side v₂ is turned.
    let v1x = hasExtent ? (xx * u1x + xy * u1y) * inverseTrueLong : 1
    let v1y = hasExtent ? (yx * u1x + yy * u1y) * inverseTrueLong : 0
    let v2x = determinant < 0 ? v1y : -v1y
    let v2y = determinant < 0 ? -v1x : v1x
    let drawnLong = trueLong > minHalfAxisWhenSmall ? trueLong : minHalfAxisWhenSmall
    // 0 if the longer half axis is `minHalfAxisWhenSmall`, 1 if the half axis is at least 4 px longer.
    let progress = min(1, (drawnLong - minHalfAxisWhenSmall) * 0.25)
    let minShort = minHalfAxisWhenSmall + (minHalfAxisWhenThin - minHalfAxisWhenSmall) * progress
    let drawnShort = trueShort > minShort ? trueShort : minShort
    weight = (trueLong / drawnLong) * (trueShort / drawnShort)
    longHalfAxis = drawnLong
    shortHalfAxis = drawnShort
    longDirection = SIMD2(u1x, u1y)
    shortDirection = SIMD2(-u1y, u1x)
    // M⁻¹ = v₁u₁ᵀ/σ₁ + v₂u₂ᵀ/σ₂, with the raised σ₁ and σ₂.
    let inverseLong = 1 / drawnLong
    let inverseShort = 1 / drawnShort
    inverseX = SIMD2(
      v1x * u1x * inverseLong - v2x * u1y * inverseShort, v1x * u1y * inverseLong + v2x * u1x * inverseShort)
    inverseY = SIMD2(
      v1y * u1x * inverseLong - v2y * u1y * inverseShort, v1y * u1y * inverseLong + v2y * u1x * inverseShort)
  }
}
