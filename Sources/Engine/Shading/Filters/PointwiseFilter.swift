import Lanes
import Raster

/// A filter each of whose pixels depends on the same pixel of the input alone. It works row by row on tiles that are in the cache.
package protocol PointwiseFilter: LayerFilter {
  /// Floats of memory that the filter keeps from row to row of a tile of a width; a multiple of eight.
  func rowFloatCount(width: Int) -> Int

  /// Replaces the premultiplied pixels of a row, whose width is a multiple of 8.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first pixel.
  ///   - y: frame coordinate of the row.
  ///   - memory: `rowFloatCount` floats. What they hold changes no pixel: it only saves work.
  func apply(to row: TileRow, x: Int, y: Int, memory: RowMemory)
}

extension PointwiseFilter {
  package func rowFloatCount(width: Int) -> Int { 0 }
}

/// Memory that a pointwise filter keeps while it goes through the rows of one tile from top to bottom.
package struct RowMemory {
  /// Aligned to 32 bytes.
  let floats: UnsafeMutablePointer<Float>
  /// Whether the memory holds what the filter left for the row above, at the same columns; otherwise it is undefined.
  let holdsRowAbove: Bool
}

/// Applies pointwise filters to all pixels of a tile.
package func apply(_ filters: [any PointwiseFilter], to tile: Tile, scratch: AlignedBuffer<Float>) {
  if filters.isEmpty { return }
  scratch.resize(to: filters.reduce(0) { $0 + $1.rowFloatCount(width: tile.width) })
  for row in 0..<tile.height {
    var floats = scratch.base
    // All filters pass over a row while it is in the first-level cache.
    for filter in filters {
      filter.apply(
        to: TileRow(tile, row: row), x: tile.x, y: tile.y + row,
        memory: RowMemory(floats: floats, holdsRowAbove: row > 0))
      floats += filter.rowFloatCount(width: tile.width)
    }
  }
}
