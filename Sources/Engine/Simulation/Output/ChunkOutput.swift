import Lanes

/// Visible particles of one chunk: columns and ribbons of each cell of the tree, by `CellKernel.cellIndex`.
package final class ChunkOutput: @unchecked Sendable {
  package let columns: [ParticleColumns]
  /// Empty for cells without trails.
  package let ribbons: [Ribbons]
  /// Where each cell's records are written.
  let cursors: UnsafeMutablePointer<ColumnCursor>
  /// Owns what `cursors` points to.
  private let memory: AlignedBuffer<ColumnCursor>

  init(cells: [ProgramCell]) {
    let memory = AlignedBuffer<ColumnCursor>(count: cells.count)
    let cursors = memory.base
    columns = cells.indices.map { ParticleColumns(layout: cells[$0].layout, cursor: cursors + $0) }
    ribbons = cells.map { Ribbons(style: $0.trail) }
    self.memory = memory
    self.cursors = cursors
  }

  /// Empties columns and ribbons, and keeps their memory.
  func clear() {
    for index in columns.indices {
      cursors[index].count = 0
      cursors[index].furtherSampleCount = 0
      ribbons[index].clear()
    }
  }
}
