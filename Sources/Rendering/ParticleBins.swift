import Lanes
import Particles
import Raster

/// Which particles of one batch touch which tile, each tile's in drawing order.
///
/// A counting sort: pixel bounds → tile ranges, a count for each tile, their running sum, then the indices. The memory is
/// kept from frame to frame. Cost: O(particles + tiles + pairs).
package final class ParticleBins: @unchecked Sendable {
  private let starts = AlignedBuffer<UInt32>(count: 0)
  private let indices = AlignedBuffer<UInt32>(count: 0)
  private let bounds = AlignedBuffer<Int32>(count: 0)
  /// Particle × tile pairs.
  package private(set) var pairCount = 0

  package init() {}

  /// Sorts the particles of `columns` into the tiles of `grid`.
  package func fill(_ columns: SpriteColumns, count: Int, set: SpriteSet, grid: TileGrid) {
    let tiles = grid.count
    starts.reserve(tiles + 1)
    let starts = starts.base
    starts.update(repeating: 0, count: tiles + 1)
    pairCount = 0
    if count == 0 { return }

    let stride = (count + 15) / 16 * 16
    bounds.reserve(4 * stride)
    let left = bounds.base
    let (top, right, bottom) = (left + stride, left + 2 * stride, left + 3 * stride)
    spriteBounds(columns, count: count, set: set, left: left, top: top, right: right, bottom: bottom)

    // Turn pixel bounds into tile ranges and count. A particle out of sight gets an empty range.
    for index in 0..<count {
      let x0 = max(Int(left[index]), 0)
      let y0 = max(Int(top[index]), 0)
      let x1 = min(Int(right[index]), grid.frameWidth)
      let y1 = min(Int(bottom[index]), grid.frameHeight)
      if x0 >= x1 || y0 >= y1 {
        left[index] = 0
        right[index] = -1
        continue
      }
      let column0 = x0 / grid.tileWidth
      let column1 = min((x1 - 1 + grid.leftMargin) / grid.tileWidth, grid.columns - 1)
      let row0 = y0 / grid.tileHeight
      let row1 = (y1 - 1) / grid.tileHeight
      left[index] = Int32(truncatingIfNeeded: column0)
      right[index] = Int32(truncatingIfNeeded: column1)
      top[index] = Int32(truncatingIfNeeded: row0)
      bottom[index] = Int32(truncatingIfNeeded: row1)
      for row in row0...row1 {
        let base = starts + row * grid.columns
        for column in column0...column1 { base[column] &+= 1 }
      }
    }

    // Running sum: starts[tile] becomes the place of the tile's first index.
    var sum: UInt32 = 0
    for tile in 0..<tiles {
      let here = starts[tile]
      starts[tile] = sum
      sum &+= here
    }
    starts[tiles] = sum
    pairCount = Int(sum)
    self.indices.reserve(pairCount)
    let indices = self.indices.base

    // Place the indices; afterwards starts[tile] is the end of the tile's, that is the start of the next one's.
    for index in 0..<count where left[index] <= right[index] {
      let (column0, column1) = (Int(left[index]), Int(right[index]))
      for row in Int(top[index])...Int(bottom[index]) {
        let base = starts + row * grid.columns
        for column in column0...column1 {
          indices[Int(base[column])] = UInt32(truncatingIfNeeded: index)
          base[column] &+= 1
        }
      }
    }
  }

  /// The indices of the particles that touch `tile`, in drawing order.
  package func indices(inTile tile: Int) -> UnsafeBufferPointer<UInt32> {
    let start = tile == 0 ? 0 : Int(starts.base[tile - 1])
    let end = Int(starts.base[tile])
    return UnsafeBufferPointer(start: indices.base + start, count: end - start)
  }
}
