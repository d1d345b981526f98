/// The memory to which a converted frame of a clip is written, row by row: red, green and blue, and alpha if it is kept.
///
/// Each row of a plane has room for whole blocks of eight. The memory belongs to a `Background` or a `TileBuffer`.
package struct LightPlanes: @unchecked Sendable {
  /// The first red value.
  let base: UnsafeMutablePointer<Float>
  /// Floats from a pixel's value in one plane to its value in the next plane.
  let planeStride: Int
  /// Floats from one row to the next.
  let rowStride: Int
  /// Size in pixels of the frame after the clip's rotation.
  let width: Int
  let height: Int
  /// Whether there is a fourth plane, for alpha. Without it the picture is shown over black.
  let hasAlphaPlane: Bool

  /// The memory of a background, for a picture over black.
  package init(_ background: Background) {
    base = background.row(0, plane: 0)
    (planeStride, rowStride) = (background.planeStride, 3 * background.planeStride)
    (width, height) = (background.width, background.height)
    hasAlphaPlane = false
  }

  /// The memory of a buffer whose first `width` columns belong to the picture. Alpha is written if the footage has it.
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
