import Lanes

/// Where a cell's visible particles are written, and how many there are.
@usableFromInline
struct ColumnCursor: BitwiseCopyable {
  @usableFromInline var floats: UnsafeMutablePointer<Float>
  @usableFromInline var sprites: UnsafeMutablePointer<UInt8>
  /// Floats from one column to the next: the number of particles that there is room for.
  @usableFromInline var stride: Int
  @usableFromInline var count: Int
  /// Of those, how many are one more part of the particle before them.
  var furtherParts = 0
}

/// Live particles of one cell at one time, in drawing order, as columns of Floats ready for the rasteriser.
///
/// Places and extents are frame pixels (origin top left, y down, pixel centres at .5). Colours are premultiplied, linear
/// or sRGB-encoded after the canvas's blending. Columns are padded so that whole lanes of eight can be read and written.
@usableFromInline
package final class ParticleColumns: @unchecked Sendable {
  /// The columns in memory order.
  @usableFromInline
  package enum Column: Int, CaseIterable, Sendable {
    /// Centre of the sprite.
    case x, y
    /// Half of the sprite along its own +x axis, as a vector. In a round layout `axisXx` is the radius and the other
    /// three are not filled.
    case axisXx, axisXy
    /// Half of the sprite along its own +y axis.
    case axisYx, axisYy
    case red, green, blue, alpha
    /// Radius in pixels over which a lens spreads the sprite; only where `hasBlur`.
    case blur
    /// What is drawn first: the least of it; only where `hasOrder`.
    case order
    /// Which particle the record is one part of, as 24 bits, never as a number; 0 for a whole one. Only with `hasParts`.
    case owner
  }

  /// Whether only a radius is stored: every sprite of the cell is round and never stretched, tilted or turned.
  package let isRound: Bool
  /// Whether a particle may be several records, one after the other, each with a share of its light: what it covers is their
  /// sum.
  package let hasParts: Bool
  package let hasBlur: Bool
  package let hasOrder: Bool
  private let columnCount: Int
  /// In memory of `ChunkOutput`: read and written without the access checks of a class's variables.
  @usableFromInline let cursor: UnsafeMutablePointer<ColumnCursor>
  private var floats: AlignedBuffer<Float>
  private var spriteIndices: AlignedBuffer<UInt8>

  init(cell: ProgramCell, cursor: UnsafeMutablePointer<ColumnCursor>) {
    isRound = cell.isRound
    hasBlur = cell.blurs
    hasOrder = cell.isSorted
    hasParts = cell.hasParts
    columnCount = Column.allCases.count - (cell.hasParts ? 0 : cell.isSorted ? 1 : cell.blurs ? 2 : 3)
    self.cursor = cursor
    floats = AlignedBuffer(count: 0)
    spriteIndices = AlignedBuffer(count: 0)
    cursor.pointee = ColumnCursor(floats: floats.base, sprites: spriteIndices.base, stride: 0, count: 0)
  }

  /// Makes room for `capacity` particles and keeps those that there are.
  func grow(to capacity: Int) {
    let (stride, count) = (cursor.pointee.stride, cursor.pointee.count)
    guard capacity > stride else { return }
    // An odd number of cache lines, so that the columns do not fall on the same lines of the cache.
    let newStride = (max(capacity, stride * 2) + 15) / 16 * 16 | 16
    let newFloats = AlignedBuffer<Float>(count: newStride * columnCount)
    let newSprites = AlignedBuffer<UInt8>(count: newStride)
    for column in Column.allCases.prefix(columnCount) {
      (newFloats.base + column.rawValue * newStride).update(from: self.column(column), count: count)
    }
    newSprites.base.update(from: sprites, count: count)
    (floats, spriteIndices) = (newFloats, newSprites)
    let furtherParts = cursor.pointee.furtherParts
    cursor.pointee = ColumnCursor(
      floats: newFloats.base, sprites: newSprites.base, stride: newStride, count: count, furtherParts: furtherParts)
  }

  @inlinable @inline(__always)
  package var count: Int { cursor.pointee.count }

  /// The particles that the records are of.
  package var particleCount: Int { cursor.pointee.count - cursor.pointee.furtherParts }

  @inlinable @inline(__always)
  package func column(_ column: Column) -> UnsafeMutablePointer<Float> {
    cursor.pointee.floats + column.rawValue * cursor.pointee.stride
  }

  /// Bytes that say something: all columns of a free layout, seven of ten in a round one, and the sprites.
  package var filledByteCount: Int {
    let columns = isRound ? columnCount - 3 : columnCount
    return count * (columns * MemoryLayout<Float>.stride + 1)
  }

  /// Index into the cell's `sprites` for each particle.
  @inlinable @inline(__always)
  package var sprites: UnsafeMutablePointer<UInt8> { cursor.pointee.sprites }
}
