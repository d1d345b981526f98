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

  @inline(__always)
  func draw(_ piece: MeshPiece) {
    triangle(piece.upper, piece)
    triangle(piece.lower, piece)
  }

  @inline(never)
  private func triangle(_ corner: MeshPiece.Corner, _ piece: MeshPiece) {
    MeshTriangles.forEachSpan(of: corner, piece, in: tile) { row, start, end, plane, s, t in
      fill(row, start, end, plane, s, t)
    }
  }

  /// Calls `body` for each row of a tile with the columns, from and up to, whose centres lie in a triangle; s and t are those
  /// of the plane's column of reference.
  @inline(__always)
  static func forEachSpan(
    of corner: MeshPiece.Corner, _ piece: MeshPiece, in tile: Tile,
    _ body: (_ row: Int, _ start: Int, _ end: Int, _ plane: MeshPlane, _ s: Float, _ t: Float) -> Void
  ) {
    let corners = SortedCorners(corner)
    let (tileTop, tileBottom) = (Double(tile.y), Double(tile.y &+ tile.height))
    let top = Int(min(max((corners.first.y - 0.5).rounded(.up), tileTop), tileBottom))
    let bottom = Int(min(max((corners.last.y - 0.5).rounded(.up), tileTop), tileBottom))
    if top >= bottom { return }
    guard let plane = MeshPlane(corner, piece) else { return }
    let sides = TriangleSides(corners)
    let (tileLeft, tileRight) = (Double(tile.x), Double(tile.x &+ tile.width))
    for row in top..<bottom {
      let center = Double(row) + 0.5
      let (left, right) = sides.span(at: center)
      let start = Int((min(max(left, tileLeft), tileRight) - 0.5).rounded(.up)) &- tile.x
      let end = Int((min(max(right, tileLeft), tileRight) - 0.5).rounded(.up)) &- tile.x
      if start >= end { continue }
      body(row &- tile.y, start, end, plane, plane.s(at: center), plane.t(at: center))
    }
  }

  @inline(__always)
  private func fill(_ row: Int, _ start: Int, _ end: Int, _ plane: MeshPlane, _ s0: Float, _ t0: Float) {
    let width = tile.width
    let line = tile.row(row, plane: 0)
    var column = start & ~7
    let offset = Float(tile.x) + 0.5 - plane.reference
    while column < end {
      let places = Lanes.ramp + Float(column)
      let x = places + offset
      let (u, v) = plane.place(x * plane.sx + s0, x * plane.tx + t0)
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
}
