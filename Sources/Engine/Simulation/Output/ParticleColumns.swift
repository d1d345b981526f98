import Lanes
import Model

/// Visible particles of one cell at one time, in drawing order, as the columns of a `ParticleLayout`.
///
/// Eight records at once may be read from every index that is a multiple of eight. Before eight records are written after the last
/// one, `grow` must make room.
@usableFromInline
package final class ParticleColumns: @unchecked Sendable {
  package let layout: ParticleLayout
  /// Where the columns are and how many records they hold. `ChunkOutput` has the memory of the cursor itself, so that it is read and
  /// written without the access checks of a class's variables.
  @usableFromInline let cursor: UnsafeMutablePointer<ColumnCursor>
  /// The memory of the columns, to which the pointers in the cursor lead, kept alive here.
  private var floats: AlignedBuffer<Float>
  private var spriteIndexMemory: AlignedBuffer<UInt8>

  init(layout: ParticleLayout, cursor: UnsafeMutablePointer<ColumnCursor>) {
    self.layout = layout
    self.cursor = cursor
    floats = AlignedBuffer(count: 0)
    spriteIndexMemory = AlignedBuffer(count: 0)
    cursor.pointee = ColumnCursor(floats: floats.base, spriteIndices: spriteIndexMemory.base, columnStride: 0, count: 0)
  }

  /// Makes room for at least `capacity` records and keeps the existing ones.
  func grow(to capacity: Int) {
    let (columnStride, count) = (cursor.pointee.columnStride, cursor.pointee.count)
    guard capacity > columnStride else { return }
    // The stride is an odd number of cache lines (16 Floats each). With an even number, the elements of one record in different
    // columns would compete for the same sets of the cache.
    let newStride = (max(capacity, columnStride * 2) + 15) / 16 * 16 | 16
    let columnCount = layout.columnCount
    let newFloats = AlignedBuffer<Float>(count: newStride * columnCount)
    let newSpriteIndices = AlignedBuffer<UInt8>(count: newStride)
    for column in 0..<columnCount {
      (newFloats.base + column * newStride).update(from: cursor.pointee.floats + column * columnStride, count: count)
    }
    newSpriteIndices.base.update(from: spriteIndices, count: count)
    (floats, spriteIndexMemory) = (newFloats, newSpriteIndices)
    cursor.pointee.floats = newFloats.base
    cursor.pointee.spriteIndices = newSpriteIndices.base
    cursor.pointee.columnStride = newStride
  }

  /// Number of records; a particle has one for each of its shutter samples.
  @inlinable @inline(__always)
  package var count: Int { cursor.pointee.count }

  /// Number of particles that the records belong to.
  package var particleCount: Int { cursor.pointee.count - cursor.pointee.furtherSampleCount }

  /// All columns: column `c` begins at the Float `c.rawValue` × `columnStride`.
  package var base: UnsafeMutablePointer<Float> { cursor.pointee.floats }

  /// Floats from the start of one column to the next.
  package var columnStride: Int { cursor.pointee.columnStride }

  @inlinable @inline(__always)
  package subscript(column: ParticleLayout.Column) -> UnsafeMutablePointer<Float> { cursor.pointee[column] }

  /// The index of each record's sprite in the cell's `SpriteSet`.
  @inlinable @inline(__always)
  package var spriteIndices: UnsafeMutablePointer<UInt8> { cursor.pointee.spriteIndices }

  /// Bytes of all records in the columns that are filled, sprite indices included.
  package var filledByteCount: Int { count * layout.filledByteCount }
}

/// Memory to which a cell's visible particles are written, and the number of its records.
@usableFromInline
struct ColumnCursor: BitwiseCopyable {
  @usableFromInline var floats: UnsafeMutablePointer<Float>
  @usableFromInline var spriteIndices: UnsafeMutablePointer<UInt8>
  /// Floats from the start of one column to the next: the number of records that there is room for.
  @usableFromInline var columnStride: Int
  /// Number of records.
  @usableFromInline var count: Int
  /// Number of records that are not the first one of their particle.
  var furtherSampleCount = 0

  @inlinable @inline(__always)
  subscript(column: ParticleLayout.Column) -> UnsafeMutablePointer<Float> { floats + column.rawValue &* columnStride }
}
