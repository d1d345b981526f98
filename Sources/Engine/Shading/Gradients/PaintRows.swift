import Raster

/// Rows of pixels to be coloured, in a tile or in memory of the caller.
struct PaintRows {
  /// A pointer to the red of the first pixel. Planes lie `planeStride` floats apart, rows `rowStride` floats.
  let base: UnsafeMutablePointer<Float>
  let planeStride: Int
  let rowStride: Int
  /// Frame coordinates of the first column and row.
  let x: Int
  let y: Int
  /// The number of columns, a multiple of 8.
  let width: Int
  /// The number of rows.
  let height: Int

  init(_ tile: Tile) {
    base = tile.base
    (planeStride, rowStride) = (tile.width, tile.rowStride)
    (x, y, width, height) = (tile.x, tile.y, tile.width, tile.height)
  }

  init(
    _ base: UnsafeMutablePointer<Float>, planeStride: Int, rowStride: Int = 0, x: Int, y: Int, width: Int,
    height: Int = 1
  ) {
    precondition(width % 8 == 0, "A row is coloured in blocks of 8 pixels.")
    self.base = base
    self.planeStride = planeStride
    self.rowStride = rowStride
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  @inline(__always)
  func row(_ row: Int, plane: Int) -> UnsafeMutablePointer<Float> { base + (row &* rowStride &+ plane &* planeStride) }
}
