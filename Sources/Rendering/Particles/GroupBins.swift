import Raster
import Simulation

/// The bins of one group of chunks, and what tells whether their particles are those of the frame before.
final class GroupBins: @unchecked Sendable {
  /// For each cell its particles, sorted into tiles.
  let cells: [ParticleBins]
  /// For each cell its trails, nil where it has none.
  let trails: [CellTrails?]
  /// For each cell, what compares its columns with those of the frame before.
  private var changeDetectors: [ColumnChangeDetector]
  /// Particles of all cells, each counted once however many shutter samples it has.
  private(set) var particleCount = 0
  /// Whether the last `fill` brought other trails or columns than the one before. Particles that `SortedParticles` draws are
  /// compared there.
  private(set) var hasChanged = false

  init(_ cells: [ProgramCell]) {
    self.cells = cells.map { _ in ParticleBins() }
    changeDetectors = cells.map { _ in ColumnChangeDetector() }
    trails = cells.map { $0.trail.map(CellTrails.init) }
  }

  /// Sorts the trails and columns of all cells into tiles, unless the same columns were sorted in the frame before.
  ///
  /// - Parameter sprites: the sprites of each cell; nil where particles are not drawn group by group (`SortedParticles`).
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
      // The detector keeps what is new for the next frame.
      if changeDetectors[cell].areSame(as: columns, count: count) { continue }
      hasChanged = true
      cells[cell].fill(columns, count: count, set: sprites[cell], grid: grid)
    }
  }
}
