/// A view of float pixels that covers a rectangle of the frame: premultiplied R G B A (linear light, or sRGB-encoded on
/// an `srgb` canvas).
///
/// Planes alternate row by row: a row holds `width` reds, then `width` greens, blues and alphas, so that column c of
/// plane p (0 R, 1 G, 2 B, 3 A) in row r is the float (4·r + p)·width + c. `width` is a multiple of 8 and rows start at
/// multiples of 32 bytes. The memory belongs to another object, such as a `TileBuffer`.
@usableFromInline
package struct Tile: @unchecked Sendable {
  /// The first red value.
  @usableFromInline package let base: UnsafeMutablePointer<Float>
  /// Coordinates of the first column and row, counted from the frame's upper left corner or from another origin (`relative(to:)`).
  package let x: Int
  package let y: Int
  /// Number of columns in memory, a multiple of 8. The last columns may lie outside the frame.
  @usableFromInline package let width: Int
  /// Number of rows.
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

  /// Returns a view of the same pixels in coordinates whose origin is the frame pixel `origin`.
  package func relative(to origin: (x: Int, y: Int)) -> Tile {
    Tile(base: base, x: x - origin.x, y: y - origin.y, width: width, height: height)
  }

  /// Returns a tile of the same pixels in other memory.
  package func with(base: UnsafeMutablePointer<Float>) -> Tile {
    Tile(base: base, x: x, y: y, width: width, height: height)
  }

  /// Floats from one row to the next.
  @inlinable @inline(__always)
  package var rowStride: Int { 4 &* width }

  /// The first value of a plane (0 R, 1 G, 2 B, 3 A) in row `row`, counted from the tile's top.
  @inlinable @inline(__always)
  package func row(_ row: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    base + (row &* 4 &+ plane) &* width
  }
}
