import Lanes
import Model
import Raster
import Simulation

/// Particles as packed records (`SpriteRecord`), sorted into tiles: there is a copy for each tile that a particle touches. The
/// copies of each tile are side by side in drawing order.
///
/// A counting sort (`TileBuckets`) uses the particles' boxes in pixels. A tile has copies of its records, not their indices: it
/// then reads its particles from first to last instead of picking them from ten columns (with indices the benchmark `specks` took
/// a quarter longer), and the columns can be refilled immediately. The memory is kept from frame to frame.
package final class ParticleBins: @unchecked Sendable {
  private var buckets = TileBuckets()
  /// The packed records of all tiles, `recordStride` Floats each.
  private let records = AlignedBuffer<Float>(count: 0)
  /// The light on the sides of puffs, particle by particle.
  private let sideLights = AlignedBuffer<Float>(count: 0)
  private var hasSideLights = false
  /// The sheets, particle by particle.
  private let sheets = AlignedBuffer<Float>(count: 0)
  private var hasSheets = false
  /// Scratch memory of `fill`: four arrays for the left, top, right and bottom of each particle's box.
  private let boxes = AlignedBuffer<Int32>(count: 0)
  /// Floats from one packed record to the next.
  private var recordStride = 8
  /// Number of records that were sorted; a particle with several shutter samples counts several times.
  package private(set) var particleCount = 0
  /// Number of pairs of a particle and a tile that it touches.
  package var pairCount: Int { buckets.pairCount }

  package init() {}

  /// Sorts the first `count` particles of `columns` into the tiles of `grid`.
  package func fill(_ columns: SpriteColumns, count: Int, set: SpriteSet, grid: TileGrid) {
    buckets.begin(tileCount: grid.count)
    particleCount = count
    if count == 0 { return }
    let counts = buckets.counts

    // `spriteBounds` writes eight boxes at a time, and so beyond the last one.
    let boxStride = (count + 15) / 16 * 16
    boxes.resize(to: 4 * boxStride)
    let left = boxes.base
    let (top, right, bottom) = (left + boxStride, left + 2 * boxStride, left + 3 * boxStride)
    spriteBounds(columns, count: count, set: set, left: left, top: top, right: right, bottom: bottom)

    // Turn the boxes from pixels into tile columns and rows, both ends included, and count each tile's particles. A particle
    // outside the grid gets an empty range.
    for index in 0..<count {
      guard
        let tiles = grid.tiles(
          left: Int(left[index]), top: Int(top[index]), right: Int(right[index]), bottom: Int(bottom[index]))
      else {
        left[index] = 0
        right[index] = -1
        continue
      }
      left[index] = Int32(truncatingIfNeeded: tiles.firstTileColumn)
      right[index] = Int32(truncatingIfNeeded: tiles.lastTileColumn)
      top[index] = Int32(truncatingIfNeeded: tiles.firstTileRow)
      bottom[index] = Int32(truncatingIfNeeded: tiles.lastTileRow)
      for tileRow in tiles.firstTileRow...tiles.lastTileRow {
        let rowCounts = counts + tileRow * grid.tileColumnCount
        for tileColumn in tiles.firstTileColumn...tiles.lastTileColumn { rowCounts[tileColumn] &+= 1 }
      }
    }
    buckets.turnCountsIntoStarts(tileCount: grid.count)
    recordStride = SpriteRecord.stride(isRound: columns.layout.isRound)
    records.resize(to: pairCount * recordStride)
    hasSideLights = columns.layout.hasSideLights
    if hasSideLights {
      copy(columns, from: .rightRed, ParticleLayout.sideLightCount, count: count, to: sideLights)
    }
    hasSheets = columns.layout.hasSheets
    if hasSheets { copy(columns, from: .sheetAlongX, ParticleLayout.sheetFloatCount, count: count, to: sheets) }
    copyRecords(
      columns, count: count, haveOwnIndices: set.haveOwnIndices, tileColumnCount: grid.tileColumnCount, left, top,
      right, bottom)
  }

  /// Copies some columns, side by side for each particle.
  ///
  /// - Parameters:
  ///   - first: the first of the columns.
  ///   - stride: their number.
  private func copy(
    _ columns: SpriteColumns, from first: ParticleLayout.Column, _ stride: Int, count: Int,
    to memory: AlignedBuffer<Float>
  ) {
    memory.resize(to: count * stride)
    for offset in 0..<stride {
      guard let column = ParticleLayout.Column(rawValue: first.rawValue + offset) else { continue }
      let (source, target) = (columns[column], memory.base + offset)
      for index in 0..<count { target[index &* stride] = source[index] }
    }
  }

  /// Copies each particle to its tiles.
  ///
  /// - Parameters:
  ///   - haveOwnIndices: `SpriteSet.haveOwnIndices`.
  ///   - left: for each particle the first tile column that it touches.
  ///   - top: for each particle the first tile row.
  ///   - right: for each particle the last tile column, less than `left` where the particle touches no tile.
  ///   - bottom: for each particle the last tile row.
  private func copyRecords(
    _ columns: SpriteColumns, count: Int, haveOwnIndices: [Bool], tileColumnCount: Int,
    _ left: UnsafeMutablePointer<Int32>,
    _ top: UnsafeMutablePointer<Int32>, _ right: UnsafeMutablePointer<Int32>, _ bottom: UnsafeMutablePointer<Int32>
  ) {
    let (bucketStarts, records, recordStride, hasIndices) = (
      buckets.starts, records.base, recordStride, hasSideLights || hasSheets
    )
    let isRound = columns.layout.isRound
    // Eight records are packed at a time, each of 13 Floats at most (`ParticleLayout.packedFloatCount`). The size is a literal,
    // since only memory of a constant size is sure to be on the stack.
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * 13) { packed in
      let packed = packed.baseAddress!
      for index in 0..<count {
        if index & 7 == 0 { columns.pack(index, into: packed) }
        if left[index] > right[index] { continue }
        let source = packed + (index & 7) * recordStride
        if hasIndices, haveOwnIndices[min(Int(columns.spriteIndices[index]), haveOwnIndices.count - 1)] {
          source[12] = Float(bitPattern: UInt32(truncatingIfNeeded: index))
        }
        // The first eight Floats of a record. A round record has no more; in other layouts five Floats (20 bytes) follow.
        let head = Lanes.load(source)
        let (firstTileColumn, lastTileColumn) = (Int(left[index]), Int(right[index]))
        for tileRow in Int(top[index])...Int(bottom[index]) {
          let rowStarts = bucketStarts + tileRow * tileColumnCount
          for tileColumn in firstTileColumn...lastTileColumn {
            let target = records + TileBuckets.nextPosition(in: rowStarts, tile: tileColumn) * recordStride
            Lanes.store(head, to: target)
            if !isRound { UnsafeMutableRawPointer(target + 8).copyMemory(from: source + 8, byteCount: 20) }
          }
        }
      }
    }
  }

  /// The particles that touch a tile, in drawing order.
  package func batch(inTile tileIndex: Int) -> SpriteBatch {
    let pairs = buckets.pairs(ofTile: tileIndex)
    return SpriteBatch(
      records: records.base + pairs.lowerBound * recordStride, count: pairs.count,
      sideLights: hasSideLights ? UnsafePointer(sideLights.base) : nil,
      sheets: hasSheets ? UnsafePointer(sheets.base) : nil)
  }
}
