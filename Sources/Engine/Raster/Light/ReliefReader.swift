import Lanes

/// The heights and normals of a `ReliefSurface` as pointers, for loops over pixels that must not count references. The surface must outlive it.
@usableFromInline
package struct ReliefReader: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let heights: UnsafeMutablePointer<Float>
  @usableFromInline let normalX: UnsafeMutablePointer<Float>
  @usableFromInline let normalY: UnsafeMutablePointer<Float>
  /// Floats from one row of a plane to the next.
  @usableFromInline let stride: Int
  @usableFromInline let width: Int
  @usableFromInline let height: Int

  /// The height of eight pixels of a row.
  @inlinable @inline(__always)
  package func height(_ x: Int, _ y: Int) -> Float8 { Lanes.load(heights + (y &* stride &+ x)) }

  /// The components x and y of the unit normals of eight pixels of a row.
  @inlinable @inline(__always)
  package func normal(_ x: Int, _ y: Int) -> (x: Float8, y: Float8) {
    let offset = y &* stride &+ x
    return (Lanes.load(normalX + offset), Lanes.load(normalY + offset))
  }

  /// By how much normals change from pixel to pixel: the greatest of the four components' differences along both axes.
  @inlinable @inline(__always)
  package func bend(_ x: Int, _ y: Int) -> Float8 {
    let (above, below) = (Swift.max(y &- 1, 0) &* stride &+ x, Swift.min(y &+ 1, height &- 1) &* stride &+ x)
    let here = y &* stride &+ x
    @inline(__always) func change(_ plane: UnsafeMutablePointer<Float>) -> Float8 {
      Lanes.max(
        Lanes.abs(Lanes.load(plane + here + 1) - Lanes.load(plane + here - 1)),
        Lanes.abs(Lanes.load(plane + below) - Lanes.load(plane + above)))
    }
    return Lanes.max(change(normalX), change(normalY)) * 0.5
  }

  /// Heights and normals between pixels, by bilinear interpolation. Beyond the relief its edge continues.
  ///
  /// - Parameters:
  ///   - x, y: counted from the centre of the first pixel.
  @inlinable @inline(__always)
  package func sample(_ x: Float8, _ y: Float8) -> (height: Float8, normalX: Float8, normalY: Float8) {
    let (column, row) = (Lanes.clamp(x, 0, Float(width &- 1)), Lanes.clamp(y, 0, Float(height &- 1)))
    let (left, top) = (Lanes.floor(column), Lanes.floor(row))
    let (right, lower) = (column - left, row - top)
    let (columns, rows) = (Lanes.truncateInRange(left), Lanes.truncateInRange(top))
    @inline(__always) func read(_ plane: UnsafeMutablePointer<Float>) -> Float8 {
      var (a, b, c, d) = (Float8(), Float8(), Float8(), Float8())
      for lane in 0..<8 {
        let (x, y) = (Int(columns[lane]), Int(rows[lane]))
        let upper = plane + (y &* stride &+ x)
        let below = y &+ 1 < height ? upper + stride : upper
        let next = x &+ 1 < width ? 1 : 0
        (a[lane], b[lane], c[lane], d[lane]) = (upper[0], upper[next], below[0], below[next])
      }
      return Lanes.mix(Lanes.mix(a, b, right), Lanes.mix(c, d, right), lower)
    }
    return (read(heights), read(normalX), read(normalY))
  }
}
