import Particles
import Raster

/// The bins of one chunk, and what is needed to tell whether they are those of the frame before.
final class ChunkBins: @unchecked Sendable {
  /// One for each cell.
  let cells: [ParticleBins]
  private var kept: [KeptColumns]
  /// Whether the last `fill` brought other particles than the one before.
  private(set) var hasChanged = false

  init(cellCount: Int) {
    cells = (0..<cellCount).map { _ in ParticleBins() }
    kept = (0..<cellCount).map { _ in KeptColumns() }
  }

  /// Sorts the columns of all cells, unless they are sorted already.
  func fill(from output: ChunkOutput, sprites: [SpriteSet], grid: TileGrid) {
    hasChanged = false
    for cell in cells.indices {
      let count = output.columns[cell].count
      let columns = SpriteColumns(output.columns[cell])
      if kept[cell].areSame(as: columns, count: count) { continue }
      hasChanged = true
      cells[cell].fill(columns, count: count, set: sprites[cell], grid: grid)
    }
  }
}
