import Lanes

/// Which blocks of 8 × 2 pixels of a tile are drawn on, kept as one bit a block.
///
/// Bit b of word p stands for columns 8b ..< 8b + 8 of the tile and for rows 2p and 2p + 1. Marking is generous: a block
/// without its bit is certain not to change, one with it may. One thread at a time.
package final class DirtyBlocks: @unchecked Sendable {
  private let words: AlignedBuffer<UInt64>
  /// For `BlockList`: the first columns of a row's blocks, and of its pairs of blocks.
  let listMemory = AlignedBuffer<Int32>(count: 2 * 64)
  private(set) var columns = 0
  private(set) var rows = 0

  package init() { words = AlignedBuffer(count: 0) }

  /// Whether a tile of `width` columns has a bit for each of its blocks, and one to spare on the right.
  package static func canCover(width: Int) -> Bool { width <= 63 * 8 }

  /// Begins anew for a tile of `width` × `height` pixels.
  package func clear(width: Int, height: Int) {
    columns = (width + 7) / 8
    rows = (height + 1) / 2
    words.reserve(rows)
    words.fill(with: 0)
  }

  /// Marks columns `left` ..< `right` and rows `top` ..< `bottom`, cut off at the tile's sides.
  @inline(__always)
  package func markDirty(left: Int, top: Int, right: Int, bottom: Int) {
    let (first, end) = (max(left, 0) &>> 3, min((right &+ 7) &>> 3, columns))
    guard left < right, first < end else { return }
    let bits = (1 as UInt64) &<< UInt64(truncatingIfNeeded: end) &- 1 &<< UInt64(truncatingIfNeeded: first)
    var row = max(top, 0) &>> 1
    let endRow = min((bottom &+ 1) &>> 1, rows)
    let words = words.base
    while row < endRow {
      words[row] |= bits
      row &+= 1
    }
  }

  @inline(__always)
  package subscript(pair: Int) -> UInt64 { words.base[pair] }

  /// Marks as well what has to be converted anew with what is marked, for a format that halves chroma: whole pairs of blocks
  /// from the region on, which begins `margin` columns (0 or 8) right of the tile, those that have a marked block on their
  /// left, whose last column their chroma reads, and for each of them the block on its left.
  package func widenForHalvedChroma(margin: Int) {
    let shift = UInt64(margin / 8)
    let everySecond: UInt64 = 0x5555_5555_5555_5555
    let inside: UInt64 = (1 << UInt64(columns)) - 1
    for pair in 0..<rows {
      let here = words.base[pair]
      let reached: UInt64 = (here | here << 1) >> shift
      let firsts: UInt64 = (reached | reached >> 1) & everySecond
      let pairs: UInt64 = (firsts | firsts << 1) << shift
      let neighbours: UInt64 = (firsts << shift) >> 1
      words.base[pair] = (pairs | neighbours) & inside
    }
  }

  /// Whether no block is marked.
  package var isEmpty: Bool {
    for pair in 0..<rows where words.base[pair] != 0 { return false }
    return true
  }

  /// The marked share of all blocks.
  package var share: Float {
    var count = 0
    for pair in 0..<rows { count += words.base[pair].nonzeroBitCount }
    return Float(count) / Float(max(rows * columns, 1))
  }
}

/// Copies touched blocks onto a tile from rows of `planeCount` interleaved planes as wide as the tile's.
package func copyBlocks(
  from source: UnsafeMutablePointer<Float>, planeCount: Int, onto tile: Tile, touched: DirtyBlocks
) {
  forEachTouchedRow(of: tile, touched) { row, bits in
    for plane in 0..<planeCount {
      let from = source + (row &* planeCount &+ plane) &* tile.width
      let onto = tile.row(row, plane: plane)
      var rest = bits
      while rest != 0 {
        let column = rest.trailingZeroBitCount &* 8
        Lanes.store(Lanes.load(from + column), to: onto + column)
        rest &= rest &- 1
      }
    }
  }
}

/// Makes touched blocks transparent, all but those of `drawn`.
package func clearBlocks(_ tile: Tile, touched: DirtyBlocks, besides drawn: OccupiedBlocks? = nil) {
  forEachTouchedRow(of: tile, touched) { row, bits in
    let bits = bits & ~(drawn?.bits(row: row, word: 0) ?? 0)
    for plane in 0..<4 {
      let onto = tile.row(row, plane: plane)
      var rest = bits
      while rest != 0 {
        Lanes.store(Lane8(repeating: 0), to: onto + rest.trailingZeroBitCount &* 8)
        rest &= rest &- 1
      }
    }
  }
}

@inline(__always)
private func forEachTouchedRow(of tile: Tile, _ touched: DirtyBlocks, _ body: (Int, UInt64) -> Void) {
  for row in 0..<tile.height {
    let bits = touched[row &>> 1]
    if bits != 0 { body(row, bits) }
  }
}
