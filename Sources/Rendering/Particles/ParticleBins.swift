import Lanes
import Raster
import Simulation

/// The particles of one batch, a copy for each tile that they touch, each tile's side by side in drawing order.
///
/// A counting sort (`TileBuckets`) by pixel bounds. Copies, not indices: a tile then reads its particles from first to last
/// instead of picking them from ten columns (specks took a quarter longer), and the columns can be filled anew at once. The
/// memory is kept from frame to frame.
package final class ParticleBins: @unchecked Sendable {
  private var buckets = TileBuckets()
  private let records = AlignedBuffer<Float>(count: 0)
  private let bounds = AlignedBuffer<Int32>(count: 0)
  private var stride = 8
  /// Records that were sorted.
  package private(set) var particleCount = 0
  /// Particle × tile pairs.
  package var pairCount: Int { buckets.pairCount }

  package init() {}

  /// Sorts the particles of `columns` into the tiles of `grid`.
  package func fill(_ columns: SpriteColumns, count: Int, set: SpriteSet, grid: TileGrid) {
    buckets.begin(tileCount: grid.count)
    particleCount = count
    if count == 0 { return }
    let counts = buckets.counts

    let stride = (count + 15) / 16 * 16
    bounds.reserve(4 * stride)
    let left = bounds.base
    let (top, right, bottom) = (left + stride, left + 2 * stride, left + 3 * stride)
    spriteBounds(columns, count: count, set: set, left: left, top: top, right: right, bottom: bottom)

    // Turn pixel bounds into tile ranges and count. A particle outside the grid gets an empty range.
    for index in 0..<count {
      guard
        let tiles = grid.tiles(
          left: Int(left[index]), top: Int(top[index]), right: Int(right[index]), bottom: Int(bottom[index]))
      else {
        left[index] = 0
        right[index] = -1
        continue
      }
      left[index] = Int32(truncatingIfNeeded: tiles.firstColumn)
      right[index] = Int32(truncatingIfNeeded: tiles.lastColumn)
      top[index] = Int32(truncatingIfNeeded: tiles.firstRow)
      bottom[index] = Int32(truncatingIfNeeded: tiles.lastRow)
      for row in tiles.firstRow...tiles.lastRow {
        let base = counts + row * grid.columns
        for column in tiles.firstColumn...tiles.lastColumn { base[column] &+= 1 }
      }
    }
    buckets.makeOffsets(tileCount: grid.count)
    self.stride = SpriteRecord.stride(isRound: columns.isRound)
    records.reserve(pairCount * self.stride)
    copyRecords(columns, count: count, columnsOfTiles: grid.columns, left, top, right, bottom)
  }

  /// Copies each particle to its tiles.
  private func copyRecords(
    _ columns: SpriteColumns, count: Int, columnsOfTiles: Int, _ left: UnsafeMutablePointer<Int32>,
    _ top: UnsafeMutablePointer<Int32>, _ right: UnsafeMutablePointer<Int32>, _ bottom: UnsafeMutablePointer<Int32>
  ) {
    let (offsets, records, stride) = (buckets.counts, records.base, stride)
    let isRound = columns.isRound
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * 12) { packed in
      let packed = packed.baseAddress!
      for index in 0..<count {
        if index & 7 == 0 { columns.pack(index, into: packed) }
        if left[index] > right[index] { continue }
        let source = packed + (index & 7) * stride
        let head = Lanes.load(source)
        let (column0, column1) = (Int(left[index]), Int(right[index]))
        for row in Int(top[index])...Int(bottom[index]) {
          let base = offsets + row * columnsOfTiles
          for column in column0...column1 {
            let target = records + TileBuckets.nextOffset(in: base, tile: column) * stride
            Lanes.store(head, to: target)
            if !isRound { UnsafeMutableRawPointer(target + 8).copyMemory(from: source + 8, byteCount: 16) }
          }
        }
      }
    }
  }

  /// The particles that touch `tile`, in drawing order.
  package func run(inTile tile: Int) -> SpriteBatch {
    let pairs = buckets.pairs(ofTile: tile)
    return SpriteBatch(records: records.base + pairs.lowerBound * stride, count: pairs.count)
  }
}
