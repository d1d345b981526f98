import Lanes
import Model

/// Ribbons of one cell in drawing order, as records of a `RibbonLayout`.
package final class Ribbons: @unchecked Sendable {
  /// The records, each `RibbonLayout.recordStride` Floats after the one before.
  package private(set) var floats = AlignedBuffer<Float>(count: 0)
  /// Number of records.
  package private(set) var count = 0
  /// Number of records that there is room for.
  private var capacity = 0
  /// nil for a cell without trails.
  let style: TrailStyle?

  package init(style: TrailStyle?) { self.style = style }

  func clear() { count = 0 }

  /// Appends an uninitialized record and returns its memory, which is valid until the next record is appended.
  func append() -> UnsafeMutablePointer<Float> {
    let recordStride = style?.layout.recordStride ?? 0
    if count == capacity {
      capacity = max(64, 2 * capacity)
      let grown = AlignedBuffer<Float>(count: capacity * recordStride)
      grown.base.update(from: floats.base, count: count * recordStride)
      floats = grown
    }
    count += 1
    return floats.base + (count - 1) * recordStride
  }

  /// Exchanges the records of two objects, whose styles must be equal.
  package func swap(with other: Ribbons) {
    Swift.swap(&floats, &other.floats)
    Swift.swap(&count, &other.count)
    Swift.swap(&capacity, &other.capacity)
  }
}
