import Lanes

/// Float pixels that own their memory: one worker's tile, or a whole frame for passes that need neighbouring pixels.
package final class FrameBuffer: @unchecked Sendable {
  package let tile: Tile
  private let memory: AlignedBuffer<Float>

  /// `width` is rounded up to a multiple of 8.
  package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    let columns = (width + 7) / 8 * 8
    memory = AlignedBuffer(count: columns * height * 4)
    tile = Tile(base: memory.base, x: x, y: y, width: columns, height: height)
  }

  /// A view of the memory at another position in the frame, with at most as many pixels.
  package func tile(at rect: PixelRect) -> Tile {
    let columns = (rect.width + 7) / 8 * 8
    precondition(columns * rect.height * 4 <= memory.count, "The rectangle is larger than the buffer.")
    return Tile(base: memory.base, x: rect.x, y: rect.y, width: columns, height: rect.height)
  }
}
