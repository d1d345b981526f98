/// The four planes of one row of a tile: `width` floats each, one plane after the other.
package struct TileRow {
  private let base: UnsafeMutablePointer<Float>
  /// Number of values in a plane, a multiple of 8.
  package let width: Int

  package init(_ tile: Tile, row: Int) {
    base = tile.row(row, plane: 0)
    width = tile.width
  }

  /// The first value of a plane: 0 R, 1 G, 2 B, 3 A.
  package func plane(_ plane: Int) -> UnsafeMutablePointer<Float> { base + plane &* width }
}
