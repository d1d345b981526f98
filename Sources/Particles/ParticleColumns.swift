import Lanes

/// Live particles of one cell at one time, in drawing order, as columns of Floats ready for the rasteriser.
///
/// Places and extents are frame pixels (origin top left, y down, pixel centres at .5). Colours are premultiplied, linear
/// or sRGB-encoded after the canvas's blending. Columns are padded so that whole lanes of eight can be read and written.
package final class ParticleColumns: @unchecked Sendable {
  /// The columns in memory order.
  package enum Column: Int, CaseIterable, Sendable {
    /// Centre of the sprite.
    case x, y
    /// Half of the sprite along its own +x axis, as a vector. In a round layout `axisXx` is the radius and the other
    /// three are not filled.
    case axisXx, axisXy
    /// Half of the sprite along its own +y axis.
    case axisYx, axisYy
    case red, green, blue, alpha
  }

  /// Whether only a radius is stored: every sprite of the cell is round and never stretched, tilted or turned.
  package let isRound: Bool
  package private(set) var count = 0
  private var floats: AlignedBuffer<Float>
  private var spriteIndices: AlignedBuffer<UInt8>
  /// Floats from one column to the next: the number of particles that there is room for.
  private(set) var columnStride = 0

  package init(isRound: Bool) {
    self.isRound = isRound
    floats = AlignedBuffer(count: 0)
    spriteIndices = AlignedBuffer(count: 0)
  }

  /// Empties the columns and makes room for `count` particles (contents undefined).
  package func reset(count: Int) {
    columnStride = (count + 15) / 16 * 16
    floats.reserve(columnStride * Column.allCases.count)
    spriteIndices.reserve(columnStride)
    self.count = count
  }

  /// Drops all behind the first `count`; no column moves.
  package func truncate(to count: Int) {
    precondition(count <= self.count, "Truncating cannot add particles.")
    self.count = count
  }

  /// Empties the columns without giving up their room.
  func clear() { count = 0 }

  /// Makes room for `capacity` particles and keeps the first `count`.
  func grow(to capacity: Int, keeping count: Int) {
    guard capacity > columnStride else { return }
    let stride = (max(capacity, columnStride * 2) + 15) / 16 * 16
    let (oldFloats, oldSprites, oldStride) = (floats, spriteIndices, columnStride)
    floats = AlignedBuffer(count: stride * Column.allCases.count)
    spriteIndices = AlignedBuffer(count: stride)
    for column in Column.allCases {
      (floats.base + column.rawValue * stride).update(from: oldFloats.base + column.rawValue * oldStride, count: count)
    }
    spriteIndices.base.update(from: oldSprites.base, count: count)
    columnStride = stride
    self.count = count
  }

  /// Says how many particles have been written into the room that `grow` made.
  func finish(count: Int) {
    precondition(count <= columnStride, "More particles than there is room for.")
    self.count = count
  }

  @inline(__always)
  package func column(_ column: Column) -> UnsafeMutablePointer<Float> {
    floats.base + column.rawValue * columnStride
  }

  /// Bytes that say something: all columns of a free layout, seven of ten in a round one, and the sprites.
  package var filledByteCount: Int {
    let columns = isRound ? Column.allCases.count - 3 : Column.allCases.count
    return count * (columns * MemoryLayout<Float>.stride + 1)
  }

  /// Index into the cell's `sprites` for each particle.
  package var sprites: UnsafeMutablePointer<UInt8> { spriteIndices.base }
}
