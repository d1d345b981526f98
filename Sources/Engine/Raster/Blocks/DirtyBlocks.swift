import Lanes

/// Blocks of 8 × 2 pixels of a tile that may have changed since the last frame, one bit for each block.
///
/// Bit b of word p stands for columns 8b ..< 8b + 8 of the tile's row pair p: rows 2p and 2p + 1, which have common samples if
/// chroma is halved. A block whose bit is 0 has certainly not changed; a block whose bit is 1 may have changed. An object serves
/// one thread at a time.
package final class DirtyBlocks: @unchecked Sendable {
  /// Number of bits in a word, one for each block of a row. A row of a tile has at most 63 blocks (`canCover`).
  @inline(__always) static var bitsPerWord: Int { 64 }
  /// Bits 0, 2, 4 …: the left blocks of pairs.
  @inline(__always) static var everySecondBit: UInt64 { 0x5555_5555_5555_5555 }

  /// One word for each row pair.
  private let words: AlignedBuffer<UInt64>
  /// Memory of `DirtyBlockList`: the first column of each selected block of a row, then the first column of each selected block pair.
  let listMemory = AlignedBuffer<Int32>(count: 2 * bitsPerWord)
  /// Number of blocks in a row of the tile.
  private var blockCount = 0
  /// Number of row pairs of the tile.
  private var rowPairCount = 0

  package init() { words = AlignedBuffer(count: 0) }

  /// Whether a tile of `width` columns has at most 63 blocks in a row. A word's 64th bit stays free, because `markDirty` and
  /// `widenForHalvedChroma` shift 1 left by the number of blocks.
  package static func canCover(width: Int) -> Bool { width <= (bitsPerWord - 1) * 8 }

  /// Removes all marks and makes room for a tile of `width` × `height` pixels.
  package func reset(width: Int, height: Int) {
    blockCount = (width + 7) / 8
    rowPairCount = (height + 1) / 2
    words.resize(to: rowPairCount)
    words.fill(with: 0)
  }

  /// Marks the blocks of columns `left` ..< `right` and rows `top` ..< `bottom`, counted from the tile's first column and row.
  /// What lies outside of the tile is ignored.
  @inline(__always)
  package func markDirty(left: Int, top: Int, right: Int, bottom: Int) {
    let (first, end) = (max(left, 0) &>> 3, min((right &+ 7) &>> 3, blockCount))
    guard left < right, first < end else { return }
    // Bits first ..< end: 2^end − 2^first.
    let bits = ((1 as UInt64) &<< UInt64(truncatingIfNeeded: end)) &- (1 &<< UInt64(truncatingIfNeeded: first))
    var rowPair = max(top, 0) &>> 1
    let endRowPair = min((bottom &+ 1) &>> 1, rowPairCount)
    let words = words.base
    while rowPair < endRowPair {
      words[rowPair] |= bits
      rowPair &+= 1
    }
  }

  /// The bits of the blocks in rows 2 · `rowPair` and 2 · `rowPair` + 1.
  @inline(__always)
  package subscript(rowPair: Int) -> UInt64 { words.base[rowPair] }

  /// Marks additional blocks, which a format with halved chroma has to convert together with the marked blocks.
  ///
  /// Eight chroma samples come from a pair of blocks and, through the 1-2-1 filter of `YUVWriter`, from the last column of
  /// the block left of the pair. So both blocks of a pair are marked if one of them, or the block left of the pair, is
  /// marked. The block left of each such pair is marked too, because the filter needs its encoded values.
  /// Pairs are counted from the first block of the region: the part of the tile that is converted (`convertTile`). The columns of the
  /// tile left of the region are its margin.
  ///
  /// - Parameter margin: columns from the tile's left side to the region's, 0 or 8.
  package func widenForHalvedChroma(margin: Int) {
    let marginBlocks = UInt64(margin / 8)
    let insideTile: UInt64 = (1 << UInt64(blockCount)) - 1
    for rowPair in 0..<rowPairCount {
      let marked = words.base[rowPair]
      // The bits of blocks whose chroma changes, counted from the region's first block.
      let changed: UInt64 = (marked | marked << 1) >> marginBlocks
      let pairStarts: UInt64 = (changed | changed >> 1) & Self.everySecondBit
      let pairs: UInt64 = (pairStarts | pairStarts << 1) << marginBlocks
      let leftNeighbours: UInt64 = (pairStarts << marginBlocks) >> 1
      words.base[rowPair] = (pairs | leftNeighbours) & insideTile
    }
  }

  /// Whether no block is marked.
  package var isEmpty: Bool {
    for rowPair in 0..<rowPairCount where words.base[rowPair] != 0 { return false }
    return true
  }

  /// The marked share of all blocks, 0...1.
  package var markedShare: Float {
    var count = 0
    for rowPair in 0..<rowPairCount { count += words.base[rowPair].nonzeroBitCount }
    return Float(count) / Float(max(rowPairCount * blockCount, 1))
  }
}
