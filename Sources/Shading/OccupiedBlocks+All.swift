import Raster

extension OccupiedBlocks {
  /// Clears all marks and marks every block of `tile`.
  func markAll(of tile: Tile) {
    reset(width: tile.width, height: tile.height)
    mark(rows: 0..<tile.height, columns: 0..<tile.width)
  }
}
