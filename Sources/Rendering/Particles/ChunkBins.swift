import Raster
import Simulation

/// The bins of one chunk, and what is needed to tell whether they are those of the frame before.
final class ChunkBins: @unchecked Sendable {
  /// One for each cell.
  let cells: [ParticleBins]
  /// The trails of those cells that have any.
  let trails: [CellTrails?]
  private var kept: [ColumnChangeDetector]
  /// Particles that the sorted records are of.
  private(set) var particleCount = 0
  /// Whether the last `fill` brought other particles than the one before.
  private(set) var hasChanged = false

  init(_ cells: [ProgramCell]) {
    self.cells = cells.map { _ in ParticleBins() }
    kept = cells.map { _ in ColumnChangeDetector() }
    trails = cells.map { $0.trail.map(CellTrails.init) }
  }

  /// Sorts the trails and columns of all cells into tiles, unless they are sorted already.
  ///
  /// - Parameter sprites: nil where the columns are not drawn chunk by chunk (`SortedParticles`).
  func fill(from output: ChunkOutput, sprites: [SpriteSet]?, grid: TileGrid) {
    hasChanged = false
    particleCount = output.columns.reduce(0) { $0 + $1.particleCount }
    for cell in cells.indices {
      if let trails = trails[cell] {
        trails.fill(from: output.ribbons[cell], grid: grid)
        if trails.hasChanged { hasChanged = true }
      }
      guard let sprites else { continue }
      let count = output.columns[cell].count
      let columns = SpriteColumns(output.columns[cell])
      if kept[cell].areSame(as: columns, count: count) { continue }
      hasChanged = true
      cells[cell].fill(columns, count: count, set: sprites[cell], grid: grid)
    }
  }
}
