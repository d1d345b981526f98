/// Memory that a converted frame of a clip is written to: red, green and blue, and alpha where it is kept, row by row.
///
/// Each row of a plane has room for whole blocks of eight. The memory belongs to a `Background` or a `TileBuffer`.
package struct LightPlanes: @unchecked Sendable {
  /// The first red value.
  let base: UnsafeMutablePointer<Float>
  /// Floats from a value to that of the next colour in the same pixel.
  let planeStride: Int
  /// Floats from one row to the next.
  let rowStride: Int
  /// Size of the upright frame in pixels.
  let width: Int
  let height: Int
  /// Whether there is a fourth plane, of alpha. Without it the picture is shown over black.
  let hasAlphaPlane: Bool

  /// The values of a background: a picture over black.
  package init(_ background: Background) {
    base = background.row(0, plane: 0)
    (planeStride, rowStride) = (background.planeStride, 3 * background.planeStride)
    (width, height) = (background.width, background.height)
    hasAlphaPlane = false
  }

  /// The pixels of a buffer, of which `width` columns belong to the picture. Alpha is written where the footage has it.
  package init(_ buffer: TileBuffer, width: Int) {
    let tile = buffer.tile
    precondition((1...tile.width).contains(width), "The picture must fit the buffer.")
    base = tile.base
    (planeStride, rowStride) = (tile.width, tile.rowStride)
    (self.width, height) = (width, tile.height)
    hasAlphaPlane = true
  }

  /// The first value of a row of a plane: 0 red, 1 green, 2 blue, 3 alpha.
  @inline(__always)
  func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> { base + (y &* rowStride &+ plane &* planeStride) }
}
