import Lanes

/// Blocks of 8 × 2 pixels of a tile that may have changed, one bit a block.
///
/// Bit b of word p stands for columns 8b ..< 8b + 8 of the tile and for rows 2p and 2p + 1. A block without its bit is
/// certain not to change; one with it may. For one thread at a time.
package final class DirtyBlocks: @unchecked Sendable {
  private let words: AlignedBuffer<UInt64>
  /// Memory of `DirtyBlockList`: the first columns of a row's blocks, and of its pairs of blocks.
  let listMemory = AlignedBuffer<Int32>(count: 2 * 64)
  private(set) var columns = 0
  private(set) var rows = 0

  package init() { words = AlignedBuffer(count: 0) }

  /// Whether a tile of `width` columns has a bit for each of its blocks, and one to spare on the right.
  package static func canCover(width: Int) -> Bool { width <= 63 * 8 }

  /// Forgets all marks and makes room for a tile of `width` × `height` pixels.
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

  /// The bits of rows 2 · `pair` and 2 · `pair` + 1.
  @inline(__always)
  package subscript(pair: Int) -> UInt64 { words.base[pair] }

  /// Marks further blocks that a format with halved chroma has to convert along with those that are marked.
  ///
  /// These are the other block of each pair, counted from the region on; pairs right of a marked block, whose last
  /// column their chroma reads; and for each pair the block on its left.
  ///
  /// - Parameter margin: columns from the tile's left side to the region's, 0 or 8.
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
