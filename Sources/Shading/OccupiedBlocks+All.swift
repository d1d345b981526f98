import Raster

extension OccupiedBlocks {
  /// Begins anew with every block of a tile marked.
  func markAll(of tile: Tile) {
    reset(width: tile.width, height: tile.height)
    mark(rows: 0..<tile.height, columns: 0..<tile.width)
  }
}
