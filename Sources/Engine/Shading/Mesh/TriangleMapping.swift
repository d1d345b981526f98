import Lanes

/// The mapping from a row's pixels to the parameters of a mesh's patch, for one triangle.
///
/// In the plane of the triangle s runs from 0 at the origin to 1 at the corner `along`, and t to 1 at the corner `down`. The
/// curved surface deviates from this plane by a quadratic in s and t, which is 0 at the corners and exact at the midpoints of
/// the sides. Two steps of a fixed-point iteration find the s and t of the surface at a pixel. Each step reduces the error at least
/// tenfold, since the surface's slope changes by at most a tenth across the triangle.
struct TriangleMapping {
  /// Number of the patch, as the Float that is stored beside its parameters.
  let patch: Float
  /// The patch's parameters, −1...1, at the origin, and their growth along the sides: the parameters are s·du + u and t·dv + v.
  private let u, v, du, dv: Float
  /// The growth of s and t per column.
  let sPerColumn, tPerColumn: Float
  /// The coefficients of the quadratic (`corrected`), in s and t: −4 times the deviations at the middles of the sides to
  /// `along` and to `down`, and of the diagonal between these corners.
  private let alongS, alongT, downS, downT, acrossS, acrossT: Float
  /// The column of the frame from which x is counted: near the triangle, so that Float is precise enough.
  let originColumn: Float
  /// s = sConstant + (y − originY)·sPerRow in column `originColumn`, and t likewise.
  private let originY, sConstant, tConstant, sPerRow, tPerRow: Double

  /// Nil if the triangle is degenerate.
  @inline(__always)
  init?(_ triangle: MeshPiece.Triangle, _ piece: MeshPiece) {
    // Find the derivatives of s and t along x and y, and the deviations in terms of s and t.
    let (e, f) = (triangle.along - triangle.origin, triangle.down - triangle.origin)
    let doubleArea = e.x * f.y - e.y * f.x
    if !(doubleArea.magnitude > TriangleMapping.minimumDoubleArea) { return nil }
    let (sx, sy) = (f.y / doubleArea, -f.x / doubleArea)
    let (tx, ty) = (-e.y / doubleArea, e.x / doubleArea)
    let originColumn = triangle.origin.x.rounded(.down)
    let (along, down, across) = (
      -4 * triangle.deviationAlong, -4 * triangle.deviationDown, -4 * piece.diagonalDeviation
    )
    (patch, u, v, du, dv) = (piece.patch, triangle.u, triangle.v, triangle.du, triangle.dv)
    (sPerColumn, tPerColumn) = (Float(sx), Float(tx))
    (alongS, alongT) = (Float(along.x * sx + along.y * sy), Float(along.x * tx + along.y * ty))
    (downS, downT) = (Float(down.x * sx + down.y * sy), Float(down.x * tx + down.y * ty))
    (acrossS, acrossT) = (Float(across.x * sx + across.y * sy), Float(across.x * tx + across.y * ty))
    self.originColumn = Float(originColumn)
    (originY, sPerRow, tPerRow) = (triangle.origin.y, sy, ty)
    (sConstant, tConstant) = ((originColumn - triangle.origin.x) * sx, (originColumn - triangle.origin.x) * tx)
  }

  /// Twice the area up to which a triangle is not drawn, in squares of the units of nodes.
  static var minimumDoubleArea: Double { 1e-9 }

  /// s or t of the triangle's plane in column `originColumn`, on one horizontal line or on eight.
  @inline(__always) func s(at y: Double) -> Float { Float(sConstant + (y - originY) * sPerRow) }
  @inline(__always) func t(at y: Double) -> Float { Float(tConstant + (y - originY) * tPerRow) }
  @inline(__always) func s(at y: Double8) -> Float8 { Lanes.narrow(sConstant + (y - originY) * sPerRow) }
  @inline(__always) func t(at y: Double8) -> Float8 { Lanes.narrow(tConstant + (y - originY) * tPerRow) }

  /// The parameters u and v in the patch, given the s and t of the plane.
  @inline(__always)
  func parameters(_ s: Float8, _ t: Float8) -> (u: Float8, v: Float8) {
    let (s1, t1) = corrected(s, t, at: s, t)
    let (s2, t2) = corrected(s, t, at: s1, t1)
    // Up to 0.1 beyond the patch's −1...1, for sides that are not quite straight.
    return (Lanes.clamp(s2 * du + u, -1.1, 1.1), Lanes.clamp(t2 * dv + v, -1.1, 1.1))
  }

  /// The plane's s and t, corrected by the surface's deviation where the last step of the iteration arrived: at s = p and t = q.
  @inline(__always)
  private func corrected(_ s: Float8, _ t: Float8, at p: Float8, _ q: Float8) -> (Float8, Float8) {
    // 1 at the origin, 0 on the diagonal.
    let r = 1 - p - q
    let (along, down, across) = (p * r, q * r, p * q)
    return (
      s + (along * alongS + down * downS + across * acrossS), t + (along * alongT + down * downT + across * acrossT)
    )
  }
}
