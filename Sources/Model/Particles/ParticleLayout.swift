/// The record of one particle to be drawn, as columns: the simulation writes them, rendering sorts, compares and bins them,
/// and the rasteriser reads them.
///
/// A column is a row of Floats, one for each record. Memory holds the columns in the order of `Column`, each `stride` Floats
/// behind the one before; beside them lies one byte for each record, the index of its sprite. Positions and half axes are
/// frame pixels (origin top left, y down, pixel centres at .5). Colours are premultiplied, linear or sRGB-encoded after the
/// canvas's blending.
@usableFromInline
package struct ParticleLayout: Sendable, Equatable {
  /// Columns in memory order. Those that few cells fill come last, so that memory can end before them.
  @usableFromInline
  package enum Column: Int, CaseIterable, Sendable {
    /// Centre of the sprite.
    case x, y
    /// Half of the sprite along its own +x axis, as a vector. In a round layout `axisXx` is the radius and the other
    /// three axes are not filled.
    case axisXx, axisXy
    /// Half of the sprite along its own +y axis.
    case axisYx, axisYy
    case red, green, blue, alpha
    /// Radius in pixels over which a lens spreads the sprite.
    case blur
    /// Sorting key: the least is drawn first.
    case order
    /// Particle that a shutter sample belongs to: 24 bits, never read as a number; 0 for a particle of one record.
    case particleID
  }

  /// Whether a radius stands for the half axes: every sprite of the cell is round and never stretched, tilted or rotated.
  package var isRound = false
  /// Whether a lens may put particles out of focus.
  package var hasBlur = false
  /// Whether particles are sorted before they are drawn.
  package var hasOrder = false
  /// Whether a particle may be several records, one after the other: samples of an open shutter, each with a share of the
  /// light.
  package var hasShutterSamples = false

  package init(isRound: Bool = false, hasBlur: Bool = false, hasOrder: Bool = false, hasShutterSamples: Bool = false) {
    self.isRound = isRound
    self.hasBlur = hasBlur
    self.hasOrder = hasOrder
    self.hasShutterSamples = hasShutterSamples
  }

  /// Whether the column is filled.
  package func contains(_ column: Column) -> Bool {
    switch column {
    case .x, .y, .axisXx, .red, .green, .blue, .alpha: true
    case .axisXy, .axisYx, .axisYy: !isRound
    case .blur: hasBlur
    case .order: hasOrder
    case .particleID: hasShutterSamples
    }
  }

  /// All columns: one array for all who go through them, frame after frame.
  package static let columns = Column.allCases

  /// Columns that memory is reserved for: all up to the last one that is filled.
  package var columnCount: Int {
    let last: Column = hasShutterSamples ? .particleID : hasOrder ? .order : hasBlur ? .blur : .alpha
    return last.rawValue + 1
  }

  /// Bytes of a record that hold values, its sprite index included.
  package var filledByteCount: Int {
    ParticleLayout.columns.count(where: contains) * MemoryLayout<Float>.stride + 1
  }

  /// Bytes of a record with all columns, and its sprite index.
  package static var largestByteCount: Int { columns.count * MemoryLayout<Float>.stride + 1 }

  /// Bytes of a drawn record: its columns, and a packed copy in the tile that it lies on.
  package static var drawnByteCount: Int {
    largestByteCount + packedFloatCount(isRound: false) * MemoryLayout<Float>.stride
  }

  /// Floats of a record once it is packed for rasterising: a round one has no half axes besides its radius.
  @inlinable @inline(__always)
  package static func packedFloatCount(isRound: Bool) -> Int { isRound ? 8 : 12 }
}
