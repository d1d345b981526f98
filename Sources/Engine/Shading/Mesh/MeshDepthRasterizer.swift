import Lanes
import Raster

/// Rasterizes a folded mesh with a depth test: writes u, v and the patch of the topmost sheet to a tile's first three planes,
/// as `MeshRasterizer` does, and the number of sheets that cover the pixel's centre to the fourth plane.
struct MeshDepthRasterizer {
  let tile: Tile
  /// The depth buffer of the tile, one float for each pixel. Depths grow towards the eye; 0 where there is nothing.
  let depths: UnsafeMutablePointer<Float>

  @inline(__always)
  func draw(_ piece: MeshPiece, _ depth: MeshDepth) {
    drawTriangle(piece.upper, piece, depth)
    drawTriangle(piece.lower, piece, depth)
  }

  @inline(never)
  private func drawTriangle(_ triangle: MeshPiece.Triangle, _ piece: MeshPiece, _ depth: MeshDepth) {
    MeshRasterizer.forEachSpan(of: triangle, piece, in: tile) { row, start, end, mapping, s, t in
      fill(row, start, end, mapping, s, t, depth)
    }
  }

  /// Tests and writes the pixels `start` ..< `end` of a row; `s0` and `t0` are the mapping's s and t in its reference column.
  @inline(__always)
  private func fill(
    _ row: Int, _ start: Int, _ end: Int, _ mapping: TriangleMapping, _ s0: Float, _ t0: Float, _ depth: MeshDepth
  ) {
    let width = tile.width
    let line = tile.row(row, plane: 0)
    let depths = self.depths + row &* width
    var column = start & ~7
    let offset = Float(tile.x) + 0.5 - mapping.originColumn
    while column < end {
      let columns = Lanes.laneNumbers + Float(column)
      let x = columns + offset
      let (u, v) = mapping.parameters(x * mapping.sPerColumn + s0, x * mapping.tPerColumn + t0)
      let out = line + column
      let inside = (columns .>= Float(start)) .& (columns .< Float(end))
      let newDepth = depth.value(u, v)
      let mask = inside .& (newDepth .>= Lanes.load(depths + column))
      store(newDepth, where: mask, to: depths + column)
      store(u, where: mask, to: out)
      store(v, where: mask, to: out + width)
      store(Float8(repeating: mapping.patch), where: mask, to: out + 2 &* width)
      let sheets = Lanes.load(out + 3 &* width)
      Lanes.store(Lanes.select(inside, sheets + 1, sheets), to: out + 3 &* width)
      column &+= 8
    }
  }
}
