import Lanes
import Raster

/// Writes where in the mesh the pixels of a tile lie: u and v inside a patch of colours to the tile's first two planes, the
/// patch's number to the third, and `coverage` to the fourth: 1 where a cell covers the pixel's centre, 0 where only the rim's
/// margin does.
///
/// Pieces of the surface are halved to triangles. A row of a triangle is what lies between two of its sides, each computed from
/// its upper to its lower end, so that neighbours never gape nor overlap. In a triangle the surface is a plane and, on top of
/// it, a quadratic that is nothing at the corners and right in the middle of each side; the place of a pixel follows from the
/// plane by two steps of a fixed-point iteration (each leaves of the error what the surface's slope changes across the
/// triangle, a tenth or less). So triangles whose sides are three pixels off give places that are right to a tenth of one.
struct MeshTriangles {
  let tile: Tile
  let coverage: Float

  typealias Point = SIMD2<Double>

  /// A piece's corners, row by row, how far the middles of its sides and its own are off the straight lines between
  /// corners, and the part of the patch that it shows.
  struct Piece {
    var a, b, c, d: Point
    var top, left, right, bottom, middle: Point
    var patch: Float
    var uStart, uEnd, vStart, vEnd: Float
  }

  @inline(__always)
  func draw(_ piece: Piece) {
    let (du, dv) = (piece.uEnd - piece.uStart, piece.vEnd - piece.vStart)
    triangle(
      Corner(
        origin: piece.a, along: piece.b, down: piece.c, bendAlong: piece.top, bendDown: piece.left, u: piece.uStart,
        v: piece.vStart, du: du, dv: dv), piece)
    triangle(
      Corner(
        origin: piece.d, along: piece.c, down: piece.b, bendAlong: piece.bottom, bendDown: piece.right, u: piece.uEnd,
        v: piece.vEnd, du: -du, dv: -dv), piece)
  }

  /// Half of a piece: u grows by `du` from the origin to `along`, v by `dv` from the origin to `down`.
  private struct Corner {
    let origin, along, down, bendAlong, bendDown: Point
    let u, v, du, dv: Float
  }

  /// Places in a triangle: s and t from 0 to 1 from the origin to both other corners, on the plane.
  private struct Plane {
    let patch: Float
    let u, v, du, dv: Float
    /// How s and t grow along a row.
    let sx, tx: Float
    /// −4 times the bends of both sides at the origin and of the third side, as s and t.
    let alongS, alongT, downS, downT, acrossS, acrossT: Float
    let reference: Float
  }

  @inline(never)
  private func triangle(_ corner: Corner, _ piece: Piece) {
    // Sort the corners from the top.
    var (first, middle, last) = (corner.origin, corner.along, corner.down)
    if MeshTriangles.isBelow(first, middle) { (first, middle) = (middle, first) }
    if MeshTriangles.isBelow(middle, last) { (middle, last) = (last, middle) }
    if MeshTriangles.isBelow(first, middle) { (first, middle) = (middle, first) }
    let (tileTop, tileBottom) = (Double(tile.y), Double(tile.y &+ tile.height))
    let top = Int(min(max((first.y - 0.5).rounded(.up), tileTop), tileBottom))
    let bottom = Int(min(max((last.y - 0.5).rounded(.up), tileTop), tileBottom))
    if top >= bottom { return }

    // Find s and t on the plane: how they go along x and y, and what bends mean to them.
    let (e, f) = (corner.along - corner.origin, corner.down - corner.origin)
    let area = e.x * f.y - e.y * f.x
    if !(area.magnitude > 1e-9) { return }
    let (sx, sy) = (f.y / area, -f.x / area)
    let (tx, ty) = (-e.y / area, e.x / area)
    // Columns count from one near the triangle, so that Float is fine enough.
    let reference = corner.origin.x.rounded(.down)
    let (along, down, across) = (-4 * corner.bendAlong, -4 * corner.bendDown, -4 * piece.middle)
    let plane = Plane(
      patch: piece.patch, u: corner.u, v: corner.v, du: corner.du, dv: corner.dv, sx: Float(sx), tx: Float(tx),
      alongS: Float(along.x * sx + along.y * sy), alongT: Float(along.x * tx + along.y * ty),
      downS: Float(down.x * sx + down.y * sy), downT: Float(down.x * tx + down.y * ty),
      acrossS: Float(across.x * sx + across.y * sy), acrossT: Float(across.x * tx + across.y * ty),
      reference: Float(reference))
    let long = MeshTriangles.slope(first, last)
    let upper = MeshTriangles.slope(first, middle)
    let lower = MeshTriangles.slope(middle, last)
    let (tileLeft, tileRight) = (Double(tile.x), Double(tile.x &+ tile.width))
    let (sRest, tRest) = ((reference - corner.origin.x) * sx, (reference - corner.origin.x) * tx)
    for row in top..<bottom {
      let center = Double(row) + 0.5
      let far = first.x + (center - first.y) * long
      let near = center < middle.y ? first.x + (center - first.y) * upper : middle.x + (center - middle.y) * lower
      let (left, right) = far < near ? (far, near) : (near, far)
      let start = Int((min(max(left, tileLeft), tileRight) - 0.5).rounded(.up)) &- tile.x
      let end = Int((min(max(right, tileLeft), tileRight) - 0.5).rounded(.up)) &- tile.x
      if start >= end { continue }
      let dy = center - corner.origin.y
      fill(row &- tile.y, start, end, plane, Float(sRest + dy * sy), Float(tRest + dy * ty))
    }
  }

  @inline(__always)
  private func fill(_ row: Int, _ start: Int, _ end: Int, _ plane: Plane, _ s0: Float, _ t0: Float) {
    let width = tile.width
    let line = tile.row(row, plane: 0)
    var column = start & ~7
    let offset = Float(tile.x) + 0.5 - plane.reference
    while column < end {
      let places = Lanes.ramp + Float(column)
      let x = places + offset
      let (s, t) = (x * plane.sx + s0, x * plane.tx + t0)
      var (p, q) = (s, t)
      for _ in 0..<2 {
        let rest = 1 - p - q
        let (along, down, across) = (p * rest, q * rest, p * q)
        p = s + (along * plane.alongS + down * plane.downS + across * plane.acrossS)
        q = t + (along * plane.alongT + down * plane.downT + across * plane.acrossT)
      }
      // A little beyond the patch, where sides are not quite straight.
      let u = Lanes.clamp(p * plane.du + plane.u, -1.1, 1.1)
      let v = Lanes.clamp(q * plane.dv + plane.v, -1.1, 1.1)
      let out = line + column
      if column >= start && column &+ 8 <= end {
        Lanes.store(u, to: out)
        Lanes.store(v, to: out + width)
        Lanes.store(Lane8(repeating: plane.patch), to: out + 2 &* width)
        Lanes.store(Lane8(repeating: coverage), to: out + 3 &* width)
      } else {
        let mask = (places .>= Float(start)) .& (places .< Float(end))
        store(u, mask, out)
        store(v, mask, out + width)
        store(Lane8(repeating: plane.patch), mask, out + 2 &* width)
        store(Lane8(repeating: coverage), mask, out + 3 &* width)
      }
      column &+= 8
    }
  }

  @inline(__always)
  private func store(_ value: Lane8, _ mask: SIMDMask<Int8Lanes>, _ out: UnsafeMutablePointer<Float>) {
    Lanes.store(Lanes.select(mask, value, Lanes.load(out)), to: out)
  }

  /// Whether `a` comes after `b` from the top.
  @inline(__always)
  private static func isBelow(_ a: Point, _ b: Point) -> Bool { a.y > b.y || (a.y == b.y && a.x > b.x) }

  @inline(__always)
  private static func slope(_ top: Point, _ bottom: Point) -> Double {
    bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
  }
}
