import Lanes

/// A rectangle of the frame in pixels.
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

  package var endX: Int { x + width }
  package var endY: Int { y + height }

  /// The rectangle in coordinates that count from `origin`.
  package func moved(by origin: (x: Int, y: Int)) -> PixelRect {
    PixelRect(x: x - origin.x, y: y - origin.y, width: width, height: height)
  }

  /// The columns, counted from the left side and in whole blocks of eight, that the box from `low` to `high` (places in the
  /// frame) may touch in rows of the frame.
  package func columns(from low: SIMD2<Double>, to high: SIMD2<Double>, rows: Range<Int>) -> Range<Int> {
    guard low.y < Double(rows.upperBound), high.y > Double(rows.lowerBound) else { return 0..<0 }
    let left = min(max(low.x - Double(x), 0), Double(width))
    let right = min(max(high.x - Double(x), 0), Double(width))
    let (first, end) = (Int(left) / 8 * 8, (Int(right.rounded(.up)) + 7) / 8 * 8)
    return first < end && right > 0 ? first..<end : 0..<0
  }
}

/// A view of float pixels that covers part of the frame: premultiplied R G B A (linear light, or sRGB-encoded on an
/// `srgb` canvas).
///
/// Rows of interleaved planes: a row holds `width` reds, then `width` greens, blues and alphas. `width` is a multiple
/// of 8 and rows start at multiples of 32 bytes. The memory is somebody else's (`FrameBuffer`).
@usableFromInline
package struct Tile: @unchecked Sendable {
  @usableFromInline package let base: UnsafeMutablePointer<Float>
  /// Frame coordinates of the first column and row.
  package let x: Int
  package let y: Int
  /// Columns in memory, a multiple of 8, and rows.
  @usableFromInline package let width: Int
  package let height: Int

  package init(base: UnsafeMutablePointer<Float>, x: Int, y: Int, width: Int, height: Int) {
    precondition(width % 8 == 0, "A tile's width must be a multiple of 8.")
    self.base = base
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var rect: PixelRect { PixelRect(x: x, y: y, width: width, height: height) }

  /// The same pixels in coordinates that count from `origin`.
  package func moved(by origin: (x: Int, y: Int)) -> Tile {
    Tile(base: base, x: x - origin.x, y: y - origin.y, width: width, height: height)
  }

  /// Floats from one row to the next.
  @inlinable @inline(__always)
  package var rowStride: Int { 4 &* width }

  /// The first value of a plane (0 R, 1 G, 2 B, 3 A) of a row counted from the tile's top.
  @inlinable @inline(__always)
  package func row(_ row: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    base + (row &* 4 &+ plane) &* width
  }
}

/// The four planes of one row of a tile.
package struct TileRow {
  private let base: UnsafeMutablePointer<Float>
  /// Values of a plane, a multiple of 8.
  package let width: Int

  package init(_ tile: Tile, row: Int) {
    base = tile.row(row, plane: 0)
    width = tile.width
  }

  /// The first value of a plane: 0 R, 1 G, 2 B, 3 A.
  package func plane(_ plane: Int) -> UnsafeMutablePointer<Float> { base + plane &* width }
}

/// Float pixels with memory of their own: one worker's tile, or a whole frame for the passes that need neighbours.
package final class FrameBuffer: @unchecked Sendable {
  package let tile: Tile
  private let memory: AlignedBuffer<Float>

  /// `width` is rounded up to a multiple of 8.
  package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    let columns = (width + 7) / 8 * 8
    memory = AlignedBuffer(count: columns * height * 4)
    tile = Tile(base: memory.base, x: x, y: y, width: columns, height: height)
  }

  /// The same memory placed elsewhere in the frame, and possibly with fewer columns and rows.
  package func tile(at rect: PixelRect) -> Tile {
    let columns = (rect.width + 7) / 8 * 8
    precondition(columns * rect.height * 4 <= memory.count, "The rectangle is larger than the buffer.")
    return Tile(base: memory.base, x: rect.x, y: rect.y, width: columns, height: rect.height)
  }
}
