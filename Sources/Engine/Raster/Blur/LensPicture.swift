import Lanes

/// Rows of four planes with margins, which a lens blur stores at one of its sizes. The planes of a row follow each other in memory.
final class LensPicture {
  let width, height: Int
  /// Columns of memory on each side of the picture.
  private(set) var margin = 0
  /// Floats from one plane of a row to the next.
  private(set) var planeStride = 0
  private let values = AlignedBuffer<Float>(count: 0)

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Makes room for margins of at least so many columns. New memory is zero.
  func reserve(margin: Int) {
    if planeStride > 0 && margin <= self.margin { return }
    let isUsed = planeStride > 0
    self.margin = (margin + 15) / 16 * 16
    // An odd number of cache lines, so that rows do not compete for the same lines of the cache.
    planeStride = ((width + 2 * self.margin + 15) / 16 | 1) * 16
    values.resize(to: 4 * planeStride * height + 64)
    if isUsed { clear() }
  }

  func clear() { values.base.update(repeating: 0, count: values.count) }

  /// The first value of a row's first plane.
  @inline(__always)
  func row(_ y: Int) -> UnsafeMutablePointer<Float> { values.base + (4 &* planeStride &* y &+ margin) }

  /// Fills both margins of a row's planes with the picture mirrored at its edges.
  func mirror(row y: Int) {
    for plane in 0..<4 {
      let values = row(y) + plane * planeStride
      for column in 1...margin {
        values[-column] = values[BloomLevel.mirrored(-column, width)]
        values[width - 1 + column] = values[BloomLevel.mirrored(width - 1 + column, width)]
      }
    }
  }
}
