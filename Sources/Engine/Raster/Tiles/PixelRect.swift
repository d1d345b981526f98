/// A rectangle of whole frame pixels: columns x ..< endX and rows y ..< endY, y down.
package struct PixelRect: Sendable, Equatable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The first column right of the rectangle, and the first row below it.
  package var endX: Int { x + width }
  package var endY: Int { y + height }

  /// Whether the rectangle has no pixels.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns the pixels that lie in both rectangles; empty if they do not overlap.
  package func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(min(endX, other.endX) - left, 0), height: max(min(endY, other.endY) - top, 0))
  }

  /// Returns the smallest rectangle that contains both rectangles. If one is empty, returns the other.
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(x: left, y: top, width: max(endX, other.endX) - left, height: max(endY, other.endY) - top)
  }

  /// Returns the rectangle with `pixels` more on each side; an empty one stays empty.
  package func widened(by pixels: Int) -> PixelRect {
    isEmpty ? self : PixelRect(x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels)
  }

  /// Returns the smallest rectangle around the pixels that a disc touches.
  ///
  /// - Parameters:
  ///   - center: the disc's centre in frame pixels.
  ///   - reach: the disc's radius in pixels.
  package static func around(_ center: SIMD2<Double>, reach: Double) -> PixelRect {
    // The limits are far beyond any frame. They keep the conversion to Int from stopping the program.
    func whole(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
    let (x, y) = (whole((center.x - reach).rounded(.down)), whole((center.y - reach).rounded(.down)))
    return PixelRect(
      x: x, y: y, width: whole((center.x + reach).rounded(.up)) - x, height: whole((center.y + reach).rounded(.up)) - y)
  }

  /// Returns the rectangle in coordinates whose origin is the frame pixel `origin`.
  package func relative(to origin: (x: Int, y: Int)) -> PixelRect {
    PixelRect(x: x - origin.x, y: y - origin.y, width: width, height: height)
  }

  /// Returns the columns of this rectangle that a box covers in any of `rows`, widened to whole blocks of eight; empty if there are none.
  ///
  /// - Parameters:
  ///   - upperLeft: the box's upper left corner in frame pixels.
  ///   - lowerRight: the box's lower right corner in frame pixels.
  ///   - rows: rows of the frame.
  /// - Returns: columns counted from the rectangle's left side. The last block may reach past the right side.
  package func columns(from upperLeft: SIMD2<Double>, to lowerRight: SIMD2<Double>, rows: Range<Int>) -> Range<Int> {
    guard upperLeft.y < Double(rows.upperBound), lowerRight.y > Double(rows.lowerBound) else { return 0..<0 }
    let left = min(max(upperLeft.x - Double(x), 0), Double(width))
    let right = min(max(lowerRight.x - Double(x), 0), Double(width))
    let (first, end) = (Int(left) / 8 * 8, (Int(right.rounded(.up)) + 7) / 8 * 8)
    return first < end && right > 0 ? first..<end : 0..<0
  }
}
