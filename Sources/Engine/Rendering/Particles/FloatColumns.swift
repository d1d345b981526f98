import Lanes
import Model
import Raster

/// Columns of Floats that grow together and can be read eight at a time.
package struct FloatColumns {
  private let columnCount: Int
  private var memory = AlignedBuffer<Float>(count: 0)
  /// Floats from the start of one column to the start of the next.
  private var columnStride = 0
  /// Number of values in each column.
  package var count = 0

  package init(columnCount: Int) { self.columnCount = columnCount }

  /// Creates all columns that a layout has memory for, in its order.
  init(layout: ParticleLayout) { self.init(columnCount: layout.columnCount) }

  /// The address of a column's first value, valid until the next `reserveCapacity`.
  package func column(_ index: Int) -> UnsafeMutablePointer<Float> { memory.base + index &* columnStride }

  /// The address of the first value of a layout's column; only for columns in the order of `ParticleLayout.columns`.
  subscript(column: ParticleLayout.Column) -> UnsafeMutablePointer<Float> { self.column(column.rawValue) }

  /// A view of the columns as those of `layout`.
  ///
  /// - Parameters:
  ///   - spriteIndices: for each record, the index of its sprite in the `SpriteSet` with which the records are drawn.
  ///   - start: index of the first record.
  func columns(
    _ layout: ParticleLayout, spriteIndices: UnsafePointer<UInt8>, from start: Int = 0
  ) -> SpriteColumns {
    SpriteColumns(layout: layout, base: memory.base + start, stride: columnStride, spriteIndices: spriteIndices)
  }

  /// Makes room in each column for `capacity` values and eight more, so that eight values can be read from any index on. Keeps
  /// the first `count` values.
  package mutating func reserveCapacity(_ capacity: Int) {
    guard capacity + 8 > columnStride else { return }
    let newStride = (max(capacity + 8, 2 * columnStride) + 15) / 16 * 16
    let grown = AlignedBuffer<Float>(count: columnCount * newStride)
    for index in 0..<columnCount { (grown.base + index * newStride).update(from: column(index), count: count) }
    (memory, columnStride) = (grown, newStride)
  }
}
