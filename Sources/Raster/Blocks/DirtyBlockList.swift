import Lanes

/// The dirty blocks of a row. The first bit stands for the first block of the left margin.
struct DirtyBlockList: BlockSelection {
  unowned(unsafe) private let dirty: DirtyBlocks
  private let leftMargin: Int
  private let columns: UnsafeMutablePointer<Int32>
  private let pairColumns: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private(set) var pairCount = 0

  /// An empty list, in memory of `dirty`.
  init(_ dirty: DirtyBlocks, leftMargin: Int) {
    self.dirty = dirty
    self.leftMargin = leftMargin
    columns = dirty.listMemory.base
    pairColumns = columns + 64
  }

  @inline(__always) func column(_ index: Int) -> Int { Int(columns[index]) }
  @inline(__always) func pairColumn(_ index: Int) -> Int { Int(pairColumns[index]) }

  @inline(__always)
  mutating func select(pair: Int) {
    let word = dirty[pair]
    count = 0
    var bits = word
    while bits != 0 {
      columns[count] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8 &- leftMargin)
      count &+= 1
      bits &= bits &- 1
    }
    pairCount = 0
    bits = word &>> UInt64(truncatingIfNeeded: leftMargin &>> 3) & 0x5555_5555_5555_5555
    while bits != 0 {
      pairColumns[pairCount] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8)
      pairCount &+= 1
      bits &= bits &- 1
    }
  }
}
