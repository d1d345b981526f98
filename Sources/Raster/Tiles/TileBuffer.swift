import Lanes

/// Memory of float pixels, and a `Tile` that covers all of that memory: one worker's tile, or a whole frame for passes that
/// need neighbouring pixels.
package final class TileBuffer: @unchecked Sendable {
  package let tile: Tile
  private let memory: AlignedBuffer<Float>

  /// A buffer for `width` × `height` pixels from column `x` and row `y` of the frame on. `width` is rounded up to a multiple
  /// of 8.
  package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    let wholeBlocksWidth = (width + 7) / 8 * 8
    memory = AlignedBuffer(count: 4 * wholeBlocksWidth * height)
    tile = Tile(base: memory.base, x: x, y: y, width: wholeBlocksWidth, height: height)
  }

  /// A view of the same memory as the pixels of `rect`, whose width is rounded up to a multiple of 8. `rect` may
  /// have at most as many pixels as `tile`; its rows are laid out anew, so that what `tile` held is lost.
  package func tile(at rect: PixelRect) -> Tile {
    let wholeBlocksWidth = (rect.width + 7) / 8 * 8
    precondition(4 * wholeBlocksWidth * rect.height <= memory.count, "The rectangle is larger than the buffer.")
    return Tile(base: memory.base, x: rect.x, y: rect.y, width: wholeBlocksWidth, height: rect.height)
  }
}
