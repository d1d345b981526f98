import Lanes

/// The mapping from a row's pixels to the parameters of a mesh's patch, for one triangle.
///
/// In the plane of the triangle s and t run from 0 to 1 from the origin to the other corners. The surface deviates from the plane
/// by a quadratic that is 0 at the corners and exact at the midpoints of the sides; two steps of a fixed-point iteration take it
/// into account. Each leaves a tenth or less of the error: as much as the surface's slope changes across the triangle.
struct TriangleMapping {
  let patch: Float
  private let u, v, du, dv: Float
  /// How s and t grow along a row.
  let sx, tx: Float
  /// −4 times the deviations of both sides at the origin and of the third side, in s and t.
  private let alongS, alongT, downS, downT, acrossS, acrossT: Float
  /// The column from which x is counted: near the triangle, so that Float is precise enough.
  let reference: Float
  private let originY, sConstant, tConstant, sy, ty: Double

  /// Nil if the triangle is degenerate.
  @inline(__always)
  init?(_ half: MeshPiece.Half, _ piece: MeshPiece) {
    // Find the derivatives of s and t along x and y, and the deviations in terms of s and t.
    let (e, f) = (half.along - half.origin, half.down - half.origin)
    let area = e.x * f.y - e.y * f.x
    if !(area.magnitude > TriangleMapping.minimumArea) { return nil }
    let (sx, sy) = (f.y / area, -f.x / area)
    let (tx, ty) = (-e.y / area, e.x / area)
    let reference = half.origin.x.rounded(.down)
    let (along, down, across) = (-4 * half.deviationAlong, -4 * half.deviationDown, -4 * piece.middle)
    (patch, u, v, du, dv) = (piece.patch, half.u, half.v, half.du, half.dv)
    (self.sx, self.tx) = (Float(sx), Float(tx))
    (alongS, alongT) = (Float(along.x * sx + along.y * sy), Float(along.x * tx + along.y * ty))
    (downS, downT) = (Float(down.x * sx + down.y * sy), Float(down.x * tx + down.y * ty))
    (acrossS, acrossT) = (Float(across.x * sx + across.y * sy), Float(across.x * tx + across.y * ty))
    self.reference = Float(reference)
    (originY, self.sy, self.ty) = (half.origin.y, sy, ty)
    (sConstant, tConstant) = ((reference - half.origin.x) * sx, (reference - half.origin.x) * tx)
  }

  /// Twice the area, in square pixels, up to which a triangle is not drawn.
  static var minimumArea: Double { 1e-9 }

  /// s and t of column `reference` on a horizontal line.
  @inline(__always) func s(at y: Double) -> Float { Float(sConstant + (y - originY) * sy) }
  @inline(__always) func t(at y: Double) -> Float { Float(tConstant + (y - originY) * ty) }
  @inline(__always) func s(at y: Double8) -> Float8 { Lanes.narrow(sConstant + (y - originY) * sy) }
  @inline(__always) func t(at y: Double8) -> Float8 { Lanes.narrow(tConstant + (y - originY) * ty) }

  /// The parameters u and v in the patch.
  @inline(__always)
  func parameters(_ s: Float8, _ t: Float8) -> (u: Float8, v: Float8) {
    let (p, q) = corrected(s, t, at: s, t)
    let (r, w) = corrected(s, t, at: p, q)
    // Up to a tenth beyond the patch, for sides that are not quite straight.
    return (Lanes.clamp(r * du + u, -1.1, 1.1), Lanes.clamp(w * dv + v, -1.1, 1.1))
  }

  /// s and t, corrected by the deviation of the surface at p and q.
  @inline(__always)
  private func corrected(_ s: Float8, _ t: Float8, at p: Float8, _ q: Float8) -> (Float8, Float8) {
    let r = 1 - p - q
    let (along, down, across) = (p * r, q * r, p * q)
    return (
      s + (along * alongS + down * downS + across * acrossS), t + (along * alongT + down * downT + across * acrossT)
    )
  }
}
