import Lanes
import Raster

/// What lies on top where a mesh lies on itself: the greater depth. Later cells are above earlier ones; inside of a cell what
/// is further along it, by columns and more so by rows, so that sheets that cross do so along a smooth line.
struct MeshDepth {
  private let middle, alongU, alongV: Float

  /// For a patch of a cell, out of `divisions` along each side.
  @inline(__always)
  init(cell: Int, divisions: Int, patchX: Int, patchY: Int) {
    // Cells are 2 apart, and 1 deep: up to 3,969 cells leave steps of 1/2,048 of one.
    let size = 1 / Float(divisions)
    alongU = 3.0 / 16 * size
    alongV = 5.0 / 16 * size
    middle = Float(2 * (cell + 1)) + (2 * Float(patchX) + 1) * alongU + (2 * Float(patchY) + 1) * alongV
  }

  /// Greater than 0.
  @inline(__always)
  func depth(_ u: Lane8, _ v: Lane8) -> Lane8 { u * alongU + v * alongV + middle }
}

/// Writes, as `MeshTriangles` does, where in a folded mesh the pixels of a tile lie: on its topmost sheet; in place of the
/// coverage how many sheets cover the pixel's centre.
struct MeshDepthRasterizer {
  let tile: Tile
  /// For each pixel of the tile the depth of what has been found; 0 where nothing is.
  let depths: UnsafeMutablePointer<Float>

  @inline(__always)
  func draw(_ piece: MeshPiece, _ depth: MeshDepth) {
    triangle(piece.upper, piece, depth)
    triangle(piece.lower, piece, depth)
  }

  @inline(never)
  private func triangle(_ corner: MeshPiece.Corner, _ piece: MeshPiece, _ depth: MeshDepth) {
    MeshTriangles.forEachSpan(of: corner, piece, in: tile) { row, start, end, plane, s, t in
      fill(row, start, end, plane, s, t, depth)
    }
  }

  @inline(__always)
  private func fill(
    _ row: Int, _ start: Int, _ end: Int, _ plane: MeshPlane, _ s0: Float, _ t0: Float, _ depth: MeshDepth
  ) {
    let width = tile.width
    let line = tile.row(row, plane: 0)
    let depths = self.depths + row &* width
    var column = start & ~7
    let offset = Float(tile.x) + 0.5 - plane.reference
    while column < end {
      let places = Lanes.ramp + Float(column)
      let x = places + offset
      let (u, v) = plane.place(x * plane.sx + s0, x * plane.tx + t0)
      let out = line + column
      let inside = (places .>= Float(start)) .& (places .< Float(end))
      let found = depth.depth(u, v)
      let mask = inside .& (found .>= Lanes.load(depths + column))
      store(found, mask, depths + column)
      store(u, mask, out)
      store(v, mask, out + width)
      store(Lane8(repeating: plane.patch), mask, out + 2 &* width)
      let sheets = Lanes.load(out + 3 &* width)
      Lanes.store(Lanes.select(inside, sheets + 1, sheets), to: out + 3 &* width)
      column &+= 8
    }
  }

  @inline(__always)
  private func store(_ value: Lane8, _ mask: SIMDMask<Int8Lanes>, _ out: UnsafeMutablePointer<Float>) {
    Lanes.store(Lanes.select(mask, value, Lanes.load(out)), to: out)
  }
}
