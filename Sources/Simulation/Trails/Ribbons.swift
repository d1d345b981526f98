import Lanes

/// Ribbons of one cell in drawing order.
///
/// A record begins with left, top, right and bottom of what it covers, its premultiplied red, green, blue and alpha, and the
/// number of its points; behind sixteen floats follow the points from the particle to the end, plane by plane: x, y, half
/// width, gain of all, and where the colour changes the gains of red, green and blue.
package final class Ribbons: @unchecked Sendable {
  package private(set) var floats = AlignedBuffer<Float>(count: 0)
  package private(set) var count = 0
  private var capacity = 0
  let style: TrailStyle?

  package init(style: TrailStyle?) { self.style = style }

  func clear() { count = 0 }

  /// Memory for one more record.
  func append() -> UnsafeMutablePointer<Float> {
    let stride = style?.recordStride ?? 0
    if count == capacity {
      capacity = max(64, 2 * capacity)
      let grown = AlignedBuffer<Float>(count: capacity * stride)
      grown.base.update(from: floats.base, count: count * stride)
      floats = grown
    }
    count += 1
    return floats.base + (count - 1) * stride
  }

  /// Exchanges the ribbons of both.
  package func swap(with other: Ribbons) {
    Swift.swap(&floats, &other.floats)
    Swift.swap(&count, &other.count)
    Swift.swap(&capacity, &other.capacity)
  }
}
