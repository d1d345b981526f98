import Lanes
import Raster

/// Rasterizes a mesh: writes the parameters u and v of each pixel in its patch of colours to a tile's first two planes, the
/// patch's number to the third, and `coverage` to the fourth.
///
/// Each piece of the surface is drawn as two triangles (`TriangleSides`, `TriangleMapping`). The triangles' straight sides may
/// deviate from the curved surface by up to three pixels. `TriangleMapping` corrects u and v: they are those of a surface point at
/// most a tenth of a pixel away.
struct MeshRasterizer {
  let tile: Tile
  /// What is written to the fourth plane: 0 for the margin around a visible boundary, otherwise 1.
  let coverage: Float

  @inline(__always)
  func draw(_ piece: MeshPiece) {
    drawTriangle(piece.upper, piece)
    drawTriangle(piece.lower, piece)
  }

  @inline(never)
  private func drawTriangle(_ triangle: MeshPiece.Triangle, _ piece: MeshPiece) {
    MeshRasterizer.forEachSpan(of: triangle, piece, in: tile) { row, start, end, mapping, s, t in
      fill(row, start, end, mapping, s, t)
    }
  }

  /// Calls `body` for each row of a tile with the columns `start` ..< `end` whose centres lie in a triangle. Rows and columns are counted
  /// from the tile's corner. `s` and `t` are coordinates along two sides of the triangle (`TriangleMapping`): those of the point of the row
  /// that lies in the column `mapping.originColumn`.
  @inline(__always)
  static func forEachSpan(
    of triangle: MeshPiece.Triangle, _ piece: MeshPiece, in tile: Tile,
    _ body: (_ row: Int, _ start: Int, _ end: Int, _ mapping: TriangleMapping, _ s: Float, _ t: Float) -> Void
  ) {
    let corners = SortedCorners(triangle)
    let (tileTop, tileBottom) = (Double(tile.y), Double(tile.y &+ tile.height))
    let top = Int(min(max((corners.first.y - 0.5).rounded(.up), tileTop), tileBottom))
    let bottom = Int(min(max((corners.last.y - 0.5).rounded(.up), tileTop), tileBottom))
    if top >= bottom { return }
    guard let mapping = TriangleMapping(triangle, piece) else { return }
    let sides = TriangleSides(corners)
    let (tileLeft, tileRight) = (Double(tile.x), Double(tile.x &+ tile.width))
    for row in top..<bottom {
      let center = Double(row) + 0.5
      let (left, right) = sides.span(at: center)
      let start = Int((min(max(left, tileLeft), tileRight) - 0.5).rounded(.up)) &- tile.x
      let end = Int((min(max(right, tileLeft), tileRight) - 0.5).rounded(.up)) &- tile.x
      if start >= end { continue }
      body(row &- tile.y, start, end, mapping, mapping.s(at: center), mapping.t(at: center))
    }
  }

  /// Writes the pixels `start` ..< `end` of a row; `s0` and `t0` are the mapping's s and t in the column `mapping.originColumn`.
  @inline(__always)
  private func fill(_ row: Int, _ start: Int, _ end: Int, _ mapping: TriangleMapping, _ s0: Float, _ t0: Float) {
    let width = tile.width
    let line = tile.row(row, plane: 0)
    var column = start & ~7
    let offset = Float(tile.x) + 0.5 - mapping.originColumn
    while column < end {
      let columns = Lanes.laneNumbers + Float(column)
      let x = columns + offset
      let (u, v) = mapping.parameters(x * mapping.sPerColumn + s0, x * mapping.tPerColumn + t0)
      let out = line + column
      if column >= start && column &+ 8 <= end {
        Lanes.store(u, to: out)
        Lanes.store(v, to: out + width)
        Lanes.store(Float8(repeating: mapping.patch), to: out + 2 &* width)
        Lanes.store(Float8(repeating: coverage), to: out + 3 &* width)
      } else {
        let mask = (columns .>= Float(start)) .& (columns .< Float(end))
        store(u, where: mask, to: out)
        store(v, where: mask, to: out + width)
        store(Float8(repeating: mapping.patch), where: mask, to: out + 2 &* width)
        store(Float8(repeating: coverage), where: mask, to: out + 3 &* width)
      }
      column &+= 8
    }
  }
}
