import Lanes

/// A piece of a mesh's surface, halved to two triangles, and all that follows from one of them before its pixels.
struct MeshPiece {
  typealias Point = SIMD2<Double>

  /// The corners, row by row, how far the middles of the sides and its own are off the straight lines between corners, and the
  /// part of the patch that it shows.
  var a, b, c, d: Point
  var top, left, right, bottom, middle: Point
  var patch: Float
  var uStart, uEnd, vStart, vEnd: Float

  /// Half of a piece: u grows by `du` from the origin to `along`, v by `dv` from the origin to `down`.
  struct Corner {
    let origin, along, down, bendAlong, bendDown: Point
    let u, v, du, dv: Float
  }

  @inline(__always)
  var upper: Corner {
    Corner(
      origin: a, along: b, down: c, bendAlong: top, bendDown: left, u: uStart, v: vStart, du: uEnd - uStart,
      dv: vEnd - vStart)
  }

  @inline(__always)
  var lower: Corner {
    Corner(
      origin: d, along: c, down: b, bendAlong: bottom, bendDown: right, u: uEnd, v: vEnd, du: -(uEnd - uStart),
      dv: -(vEnd - vStart))
  }
}

/// A triangle's corners from the top.
struct SortedCorners {
  let first, middle, last: SIMD2<Double>

  @inline(__always)
  init(_ corner: MeshPiece.Corner) {
    var (first, middle, last) = (corner.origin, corner.along, corner.down)
    if SortedCorners.isBelow(first, middle) { (first, middle) = (middle, first) }
    if SortedCorners.isBelow(middle, last) { (middle, last) = (last, middle) }
    if SortedCorners.isBelow(first, middle) { (first, middle) = (middle, first) }
    (self.first, self.middle, self.last) = (first, middle, last)
  }

  /// Whether `a` comes after `b` from the top.
  @inline(__always)
  private static func isBelow(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool { a.y > b.y || (a.y == b.y && a.x > b.x) }
}

/// The sides of a triangle, each computed from its upper to its lower end, so that neighbours never gape nor overlap.
struct TriangleSides {
  let corners: SortedCorners
  private let long, upper, lower: Double

  @inline(__always)
  init(_ corners: SortedCorners) {
    self.corners = corners
    long = TriangleSides.slope(corners.first, corners.last)
    upper = TriangleSides.slope(corners.first, corners.middle)
    lower = TriangleSides.slope(corners.middle, corners.last)
  }

  /// From where to where a level line runs inside.
  @inline(__always)
  func span(at y: Double) -> (left: Double, right: Double) {
    let (first, middle) = (corners.first, corners.middle)
    let far = first.x + (y - first.y) * long
    let near = y < middle.y ? first.x + (y - first.y) * upper : middle.x + (y - middle.y) * lower
    return far < near ? (far, near) : (near, far)
  }

  /// The same for eight lines at places that Float holds exactly; those that miss the triangle begin far to the right.
  @inline(__always)
  func spans(at y: SIMD8<Double>) -> (left: Lane8, right: Lane8) {
    let (first, middle) = (corners.first, corners.middle)
    let far = Lanes.narrow(first.x + (y - first.y) * long)
    let above = Lanes.narrow(first.x + (y - first.y) * upper)
    let below = Lanes.narrow(middle.x + (y - middle.y) * lower)
    // Corners are rounded alike in all triangles that meet there.
    let line = Lanes.narrow(y)
    let near = Lanes.select(line .< Float(middle.y), above, below)
    let misses = (line .< Float(first.y)) .| (line .>= Float(corners.last.y))
    return (Lanes.select(misses, Lane8(repeating: 1e9), Lanes.min(far, near)), Lanes.max(far, near))
  }

  @inline(__always)
  private static func slope(_ top: SIMD2<Double>, _ bottom: SIMD2<Double>) -> Double {
    bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
  }
}

/// Places in a triangle: s and t from 0 to 1 from the origin to both other corners, on the plane; and what they are on the
/// surface.
struct MeshPlane {
  let patch: Float
  private let u, v, du, dv: Float
  /// How s and t grow along a row.
  let sx, tx: Float
  /// −4 times the bends of both sides at the origin and of the third side, as s and t.
  private let alongS, alongT, downS, downT, acrossS, acrossT: Float
  /// Columns count from one near the triangle, so that Float is fine enough.
  let reference: Float
  private let originY, sRest, tRest, sy, ty: Double

  /// Nil if there is no plane.
  @inline(__always)
  init?(_ corner: MeshPiece.Corner, _ piece: MeshPiece) {
    // Find s and t on the plane: how they go along x and y, and what bends mean to them.
    let (e, f) = (corner.along - corner.origin, corner.down - corner.origin)
    let area = e.x * f.y - e.y * f.x
    if !(area.magnitude > MeshPlane.leastArea) { return nil }
    let (sx, sy) = (f.y / area, -f.x / area)
    let (tx, ty) = (-e.y / area, e.x / area)
    let reference = corner.origin.x.rounded(.down)
    let (along, down, across) = (-4 * corner.bendAlong, -4 * corner.bendDown, -4 * piece.middle)
    (patch, u, v, du, dv) = (piece.patch, corner.u, corner.v, corner.du, corner.dv)
    (self.sx, self.tx) = (Float(sx), Float(tx))
    (alongS, alongT) = (Float(along.x * sx + along.y * sy), Float(along.x * tx + along.y * ty))
    (downS, downT) = (Float(down.x * sx + down.y * sy), Float(down.x * tx + down.y * ty))
    (acrossS, acrossT) = (Float(across.x * sx + across.y * sy), Float(across.x * tx + across.y * ty))
    self.reference = Float(reference)
    (originY, self.sy, self.ty) = (corner.origin.y, sy, ty)
    (sRest, tRest) = ((reference - corner.origin.x) * sx, (reference - corner.origin.x) * tx)
  }

  /// Twice the area, in square pixels, up to which a triangle shows nothing.
  static var leastArea: Double { 1e-9 }

  /// s and t of column `reference` on a level line.
  @inline(__always) func s(at y: Double) -> Float { Float(sRest + (y - originY) * sy) }
  @inline(__always) func t(at y: Double) -> Float { Float(tRest + (y - originY) * ty) }
  @inline(__always) func s(at y: SIMD8<Double>) -> Lane8 { Lanes.narrow(sRest + (y - originY) * sy) }
  @inline(__always) func t(at y: SIMD8<Double>) -> Lane8 { Lanes.narrow(tRest + (y - originY) * ty) }

  /// The place in the patch.
  @inline(__always)
  func place(_ s: Lane8, _ t: Lane8) -> (u: Lane8, v: Lane8) {
    let (p, q) = bent(s, t, at: s, t)
    let (r, w) = bent(s, t, at: p, q)
    // A little beyond the patch, where sides are not quite straight.
    return (Lanes.clamp(r * du + u, -1.1, 1.1), Lanes.clamp(w * dv + v, -1.1, 1.1))
  }

  /// What the plane shows if the surface's bends are those of a place nearby.
  @inline(__always)
  private func bent(_ s: Lane8, _ t: Lane8, at p: Lane8, _ q: Lane8) -> (Lane8, Lane8) {
    let rest = 1 - p - q
    let (along, down, across) = (p * rest, q * rest, p * q)
    return (
      s + (along * alongS + down * downS + across * acrossS), t + (along * alongT + down * downT + across * acrossT)
    )
  }
}
