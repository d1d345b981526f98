import Lanes

/// The dirty blocks of a row, as lists of their first columns.
///
/// The region begins `leftMargin` columns (0 or 8) right of the tile's left side. `DirtyBlocks` counts blocks from the tile's
/// left side: with a margin of 8, its block 0 is the margin. Without a margin, `skippedBlocks` of them (0 or 1) lie left of the region.
struct DirtyBlockList: BlockSelection {
  unowned(unsafe) private let dirty: DirtyBlocks
  private let leftMargin: Int
  private let skippedBlocks: UInt64
  /// First columns of the blocks: room for 64.
  private let columns: UnsafeMutablePointer<Int32>
  /// First columns of the pairs of blocks: room for 64.
  private let blockPairColumns: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private(set) var blockPairCount = 0

  /// An empty list, whose numbers are kept in `dirty.listMemory`.
  init(_ dirty: DirtyBlocks, leftMargin: Int, skippedBlocks: Int = 0) {
    self.dirty = dirty
    self.leftMargin = leftMargin
    self.skippedBlocks = UInt64(skippedBlocks)
    columns = dirty.listMemory.base
    blockPairColumns = columns + DirtyBlocks.maximumBlockCount
  }

  @inline(__always) func column(_ index: Int) -> Int { Int(columns[index]) }
  @inline(__always) func blockPairColumn(_ index: Int) -> Int { Int(blockPairColumns[index]) }

  @inline(__always)
  mutating func moveTo(rowPair: Int) {
    let word = dirty[rowPair] &>> skippedBlocks
    count = 0
    var bits = word
    while bits != 0 {
      columns[count] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8 &- leftMargin)
      count &+= 1
      bits &= bits &- 1
    }
    blockPairCount = 0
    // Blocks 0, 2, 4 … of the region begin pairs. `widenForHalvedChroma` has marked both blocks of a pair or neither, so that
    // the bit of the first block tells.
    bits = word &>> UInt64(truncatingIfNeeded: leftMargin &>> 3) & DirtyBlocks.everySecondBit
    while bits != 0 {
      blockPairColumns[blockPairCount] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8)
      blockPairCount &+= 1
      bits &= bits &- 1
    }
  }
}
