import Raster
import Simulation

/// The bins of one group of chunks, and whether they have changed since the frame before.
final class GroupBins: @unchecked Sendable {
  /// For each cell its particles, sorted into tiles.
  let particles: [ParticleBins]
  /// For each cell its trails; nil for a cell without trails.
  let trails: [CellTrails?]
  /// For each cell, the detector that compares its columns with those of the frame before.
  private var changeDetectors: [ColumnChangeDetector]
  /// Number of particles of all cells; a particle with several shutter samples counts once.
  private(set) var particleCount = 0
  /// Whether trails or columns of the last `fill` differ from those of the `fill` before. Where `SortedParticles` draws the
  /// particles, only trails count, because `SortedParticles` compares the particles itself.
  private(set) var hasChanged = false

  init(_ cells: [ProgramCell]) {
    particles = cells.map { _ in ParticleBins() }
    changeDetectors = cells.map { _ in ColumnChangeDetector() }
    trails = cells.map { $0.trail.map(CellTrails.init) }
  }

  /// Sorts the trails and columns of all cells into tiles, unless the same columns were sorted in the frame before.
  ///
  /// - Parameter sprites: the sprites of each cell; nil where particles are not drawn group by group (`SortedParticles`).
  func fill(from output: ChunkOutput, sprites: [SpriteSet]?, grid: TileGrid) {
    hasChanged = false
    particleCount = output.columns.reduce(0) { $0 + $1.particleCount }
    for cell in particles.indices {
      if let trails = trails[cell] {
        trails.fill(from: output.ribbons[cell], grid: grid)
        if trails.hasChanged { hasChanged = true }
      }
      guard let sprites else { continue }
      let count = output.columns[cell].count
      let columns = SpriteColumns(output.columns[cell])
      // The detector keeps new columns for the comparison with the next frame.
      if changeDetectors[cell].areSame(as: columns, count: count) { continue }
      hasChanged = true
      particles[cell].fill(columns, count: count, set: sprites[cell], grid: grid)
    }
  }
}
