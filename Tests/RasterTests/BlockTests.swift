import Lanes
import Model
import Raster
import Testing

private typealias Point = SIMD2<Double>

@Suite struct BlockTests {
  private static let words: [UInt64] = [
    0, 1, 2, 1 << 63, .max, .max << 1, .max >> 1, 0b1011_0111, 0x8000_0000_0000_0001, 0xf0f0_0000_ffff_0003,
    0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa,
  ]

  @Test("Every set bit of a word is visited once, and ranges of them have gaps between them", arguments: words)
  func bitsAreVisitedOnce(word: UInt64) {
    let expected = (0..<64).filter { word >> UInt64($0) & 1 == 1 }
    var bits: [Int] = []
    forEachBit(word) { bits.append($0) }
    #expect(bits == expected)
    var ranges: [Range<Int>] = []
    forEachBitRange(word) { ranges.append($0) }
    #expect(ranges.flatMap { Array($0) } == expected)
    // Between two ranges there is a gap.
    for (range, next) in zip(ranges, ranges.dropFirst()) { #expect(range.upperBound < next.lowerBound) }
  }

  /// Compares the classification of blocks with the coverage of all their pixels, for wide paths with many full and many empty blocks.
  ///
  /// - Parameter rule: the fill rule of a path that crosses itself; nil for one that does not.
  @Test(
    "Blocks are classified as their pixels are covered", arguments: [VectorPath.FillRule.nonzero, .evenOdd, nil],
    [0, 8, 200])
  func blocksAreClassified(rule: VectorPath.FillRule?, left: Int) {
    var polygons = filled(line(starred(9, step: rule == nil ? 1 : 4, center: Point(34, 20)), isClosed: true))
    polygons.transform(by: PlaneMap(8, 0, 0, 2, 0, 0))
    let coverage = PathCoverage()
    coverage.set(polygons, fillRule: rule ?? .nonzero, isSimple: rule == nil, height: 90)
    let rect = PixelRect(x: left, y: 0, width: 512, height: 90)
    let stride = PathCoverage.rowStride(width: 512)
    let (shares, memory) = (
      AlignedBuffer<Float>(count: PathCoverage.scratchCount(width: 512)),
      AlignedBuffer<Float>(count: PathCoverage.scratchCount(width: 512))
    )
    let blocks = AlignedBuffer<CoveredBlocks>(count: PathCoverage.rowsPerBand)
    var kinds = [0, 0, 0]  // Empty, partly covered and full blocks.
    for top in Swift.stride(from: 0, to: 90, by: PathCoverage.rowsPerBand) {
      let rows = top..<min(top + PathCoverage.rowsPerBand, 90)
      // All columns, the columns with edges, and the columns of each single block, which may be without edges.
      let edgeColumns = coverage.columns(row: top, rect: rect)
      for columns in [0..<512, edgeColumns] + Swift.stride(from: 0, to: 512, by: 8).map({ $0..<$0 + 8 })
      where !edgeColumns.isEmpty {
        if columns.isEmpty { continue }
        memory.fill(with: 7)  // Stale numbers, which must not show.
        coverage.cover(rect: rect, rows: rows, columns: columns, memory: shares.base)
        coverage.cover(rect: rect, rows: rows, columns: columns, memory: memory.base, blocks: blocks.base)
        for row in 0..<rows.count {
          for block in 0..<columns.count / 8 {
            let place = row * stride + columns.lowerBound + block * 8
            let blockShares = (0..<8).map { shares.base[place + $0] }
            let (isTouched, isFull) = (
              blocks[row].touched >> UInt64(block) & 1 == 1, blocks[row].full >> UInt64(block) & 1 == 1
            )
            #expect(isTouched == blockShares.contains { $0 != 0 })
            #expect(isFull == blockShares.allSatisfy { $0 == 1 })
            if isTouched && !isFull { #expect(blockShares == (0..<8).map { memory.base[place + $0] }) }
            kinds[isFull ? 2 : isTouched ? 1 : 0] += 1
          }
          if columns.count < 512 { #expect(blocks[row].touched >> UInt64(columns.count / 8) == 0) }
        }
      }
    }
    #expect(kinds.allSatisfy { $0 > 100 }, "\(kinds)")
  }

  @Test(
    "Clearing the pixels that a layer does not occupy leaves its blocks alone",
    arguments: [8, 136, 512, 520, 1024, 1304])
  func otherBlocksAreCleared(width: Int) {
    let frame = TileBuffer(width: width, height: 3)
    let tile = frame.tile
    tile.base.update(repeating: 5, count: tile.rowStride * tile.height)
    let blocks = OccupiedBlocks()
    blocks.reset(width: width, height: 3)
    // Marks no block of the first row, every third of the second, and all of the last.
    let count = width / 8
    var firstMarks = 0
    for block in Swift.stride(from: 0, to: count, by: 3) {
      blocks.mark(row: 1, columns: block * 8..<block * 8 + 8) { _ in firstMarks += 1 }
    }
    blocks.mark(row: 2, columns: 0..<width) { _ in firstMarks += 1 }
    blocks.mark(row: 2, columns: 0..<width) { _ in firstMarks += 1 }
    #expect(firstMarks == (count + 2) / 3 + count)
    blocks.clearUnmarkedPixels(of: tile)
    for row in 0..<3 {
      for plane in 0..<4 {
        for x in 0..<width {
          let isMarked = row == 2 || row == 1 && x / 8 % 3 == 0
          #expect(tile.row(row, plane: plane)[x] == (isMarked ? 5 : 0))
        }
      }
    }
  }
}
