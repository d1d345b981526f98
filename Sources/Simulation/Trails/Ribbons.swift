import Lanes

/// How a cell's trails are drawn, and how their records lie in memory.
package struct TrailStyle: Sendable, Equatable {
  package let isSoft: Bool
  /// Whether the colour changes along the ribbon: each point then has a red, green and blue gain.
  package let isColored: Bool
  /// Floats from a point's x to its y, and so on: room for the points and to read eight behind any.
  package let planeStride: Int
  package var planeCount: Int { isColored ? 7 : 4 }
  /// Floats of a record: twelve for the ribbon, then the planes of its points.
  package var recordStride: Int { TrailStyle.headCount + planeCount * planeStride }

  package static let headCount = 16

  /// - Parameter pointCount: points that are traced; between any two there may be one more.
  init(isSoft: Bool, isColored: Bool, pointCount: Int) {
    self.isSoft = isSoft
    self.isColored = isColored
    planeStride = (2 * pointCount + 7) / 8 * 8 + 8
  }
}

/// Ribbons of one cell in drawing order.
///
/// A record begins with left, top, right and bottom of what it covers, its premultiplied red, green, blue and alpha, and the
/// number of its points; behind sixteen floats follow the points from the particle to the end, plane by plane: x, y, half
/// width, gain of all, and where the colour changes the gains of red, green and blue.
package final class Ribbons: @unchecked Sendable {
  package private(set) var floats = AlignedBuffer<Float>(count: 0)
  package private(set) var count = 0
  private var capacity = 0
  let rule: TrailStyle?

  package init(rule: TrailStyle?) { self.rule = rule }

  func clear() { count = 0 }

  /// Memory for one more record.
  func append() -> UnsafeMutablePointer<Float> {
    let stride = rule?.recordStride ?? 0
    if count == capacity {
      capacity = max(64, 2 * capacity)
      let grown = AlignedBuffer<Float>(count: capacity * stride)
      grown.base.update(from: floats.base, count: count * stride)
      floats = grown
    }
    count += 1
    return floats.base + (count - 1) * stride
  }

  /// Exchanges what both hold.
  package func swap(with other: Ribbons) {
    Swift.swap(&floats, &other.floats)
    Swift.swap(&count, &other.count)
    Swift.swap(&capacity, &other.capacity)
  }
}
