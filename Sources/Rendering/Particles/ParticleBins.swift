import Lanes
import Raster
import Simulation

/// The particles of one batch, a copy for each tile that they touch, each tile's side by side in drawing order.
///
/// A counting sort: pixel bounds → tile ranges, a count for each tile, their running sum, then the records. Copies, not
/// indices: a tile then reads its particles from first to last instead of picking them from ten columns (specks took a
/// quarter longer), and the columns can be filled anew at once. The memory is kept from frame to frame. Cost:
/// O(particles + tiles + pairs).
package final class ParticleBins: @unchecked Sendable {
  private let starts = AlignedBuffer<UInt32>(count: 0)
  private let records = AlignedBuffer<Float>(count: 0)
  private let bounds = AlignedBuffer<Int32>(count: 0)
  private var stride = 8
  /// Records that were sorted.
  package private(set) var particleCount = 0
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
    particleCount = count
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
    self.stride = SpriteRecord.stride(isRound: columns.layout.isRound)
    records.reserve(pairCount * self.stride)
    place(columns, count: count, columnsOfTiles: grid.columns, left, top, right, bottom)
  }

  /// Copies each particle to its tiles; afterwards starts[tile] is the end of the tile's, that is the start of the next
  /// one's.
  private func place(
    _ columns: SpriteColumns, count: Int, columnsOfTiles: Int, _ left: UnsafeMutablePointer<Int32>,
    _ top: UnsafeMutablePointer<Int32>, _ right: UnsafeMutablePointer<Int32>, _ bottom: UnsafeMutablePointer<Int32>
  ) {
    let (starts, records, stride) = (starts.base, records.base, stride)
    let isRound = columns.layout.isRound
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * 12) { packed in
      let packed = packed.baseAddress!
      for index in 0..<count {
        if index & 7 == 0 { columns.pack(index, into: packed) }
        if left[index] > right[index] { continue }
        let source = packed + (index & 7) * stride
        let head = Lanes.load(source)
        let (column0, column1) = (Int(left[index]), Int(right[index]))
        for row in Int(top[index])...Int(bottom[index]) {
          let base = starts + row * columnsOfTiles
          for column in column0...column1 {
            let target = records + Int(base[column]) * stride
            Lanes.store(head, to: target)
            if !isRound { UnsafeMutableRawPointer(target + 8).copyMemory(from: source + 8, byteCount: 16) }
            base[column] &+= 1
          }
        }
      }
    }
  }

  /// The particles that touch `tile`, in drawing order.
  package func run(inTile tile: Int) -> SpriteRun {
    let start = tile == 0 ? 0 : Int(starts.base[tile - 1])
    let end = Int(starts.base[tile])
    return SpriteRun(records: records.base + start * stride, count: end - start)
  }
}
