import Lanes

/// Memory of float pixels, and a `Tile` that covers all of the memory. The buffer holds one worker's tile, or a whole frame for
/// passes that read neighbouring pixels.
package final class TileBuffer: @unchecked Sendable {
  /// The tile that covers all of the memory.
  package let tile: Tile
  private let memory: AlignedBuffer<Float>

  /// Makes a buffer for `width` × `height` pixels, the first of which is the frame pixel (`x`, `y`). `width` is rounded up to a
  /// multiple of 8.
  package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    let wholeBlocksWidth = (width + 7) / 8 * 8
    memory = AlignedBuffer(count: 4 * wholeBlocksWidth * height)
    tile = Tile(base: memory.base, x: x, y: y, width: wholeBlocksWidth, height: height)
  }

  /// Returns a tile that covers `rect`, its width rounded up to a multiple of 8, in the same memory. `rect` may have at most
  /// as many pixels as `tile`. Both tiles share memory but differ in layout, so drawing on one overwrites the other.
  package func tile(at rect: PixelRect) -> Tile {
    let wholeBlocksWidth = (rect.width + 7) / 8 * 8
    precondition(4 * wholeBlocksWidth * rect.height <= memory.count, "The rectangle is larger than the buffer.")
    return Tile(base: memory.base, x: rect.x, y: rect.y, width: wholeBlocksWidth, height: rect.height)
  }
}
