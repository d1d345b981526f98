import Lanes

/// The dirty blocks of a pair of rows, as a list of their first columns.
///
/// `DirtyBlocks` counts blocks from the tile's left edge, the list counts columns from the region's. A tile may begin 8 columns left of
/// the region. If the format's chroma filter reads them, `leftMargin` is 8, and the block belongs to the list with the column −8; otherwise
/// `skippedBlockCount` is 1, and it is left out.
struct DirtyBlockList: BlockSelection {
  /// The marks from which the list is made; they must live longer than the list.
  unowned(unsafe) private let dirty: DirtyBlocks
  private let leftMargin: Int
  private let skippedBlockCount: UInt64
  /// The first column of each selected block, counted from the region's left edge.
  private let columns: UnsafeMutablePointer<Int32>
  /// The first column of each selected block pair, counted from the region's left edge.
  private let blockPairColumns: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private(set) var blockPairCount = 0

  /// Makes an empty list, which is stored in `dirty.listMemory`.
  init(_ dirty: DirtyBlocks, leftMargin: Int, skippedBlockCount: Int = 0) {
    self.dirty = dirty
    self.leftMargin = leftMargin
    self.skippedBlockCount = UInt64(skippedBlockCount)
    columns = dirty.listMemory.base
    blockPairColumns = columns + DirtyBlocks.bitsPerWord
  }

  @inline(__always) func column(_ index: Int) -> Int { Int(columns[index]) }
  @inline(__always) func blockPairColumn(_ index: Int) -> Int { Int(blockPairColumns[index]) }

  @inline(__always)
  mutating func moveTo(rowPair: Int) {
    let word = dirty[rowPair] &>> skippedBlockCount
    count = 0
    var bits = word
    while bits != 0 {
      columns[count] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8 &- leftMargin)
      count &+= 1
      bits &= bits &- 1
    }
    blockPairCount = 0
    // Blocks 0, 2, 4 … of the region are the first of a pair. `widenForHalvedChroma` has marked both blocks of a pair or neither,
    // so the first block's bit tells whether the pair is selected.
    bits = word &>> UInt64(truncatingIfNeeded: leftMargin &>> 3) & DirtyBlocks.everySecondBit
    while bits != 0 {
      blockPairColumns[blockPairCount] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8)
      blockPairCount &+= 1
      bits &= bits &- 1
    }
  }
}
