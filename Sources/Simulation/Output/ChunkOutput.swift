import Lanes

/// Particles of one chunk: columns and ribbons for each cell of the tree.
package final class ChunkOutput: @unchecked Sendable {
  package let columns: [ParticleColumns]
  /// Trails of each cell; empty for those without.
  package let ribbons: [Ribbons]
  let cursors: UnsafeMutablePointer<ColumnCursor>
  private let memory: AlignedBuffer<ColumnCursor>

  init(cells: [ProgramCell]) {
    let memory = AlignedBuffer<ColumnCursor>(count: cells.count)
    let cursors = memory.base
    columns = cells.indices.map { ParticleColumns(layout: cells[$0].layout, cursor: cursors + $0) }
    ribbons = cells.map { Ribbons(style: $0.trail) }
    self.memory = memory
    self.cursors = cursors
  }

  /// Empties the columns without giving up their memory.
  func clear() {
    for index in columns.indices {
      cursors[index].count = 0
      cursors[index].furtherSamples = 0
      ribbons[index].clear()
    }
  }
}
