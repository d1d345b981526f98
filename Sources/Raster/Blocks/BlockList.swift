import Lanes

/// Which blocks of eight pixels of a row are converted, by their first columns, counted from the region's first.
///
/// The loops are compiled for both kinds: for all blocks, and for a few islands of a row.
protocol Blocks {
  var count: Int { get }
  func column(_ index: Int) -> Int
  /// Pairs of blocks, from the region's first on: for formats that halve chroma.
  var pairCount: Int { get }
  func pairColumn(_ index: Int) -> Int
  /// Goes to the rows 2 · `pair` and 2 · `pair` + 1, counted from the region's first.
  mutating func select(pair: Int)
}

/// All blocks of a row, those in the `room` left of the region included.
struct EveryBlock: Blocks {
  let room: Int
  let count: Int
  let pairCount: Int

  init(width: Int, room: Int) {
    self.room = room
    count = (room + width + 7) / 8
    pairCount = (width + 15) / 16
  }

  @inline(__always) func column(_ index: Int) -> Int { index &* 8 &- room }
  @inline(__always) func pairColumn(_ index: Int) -> Int { index &* 16 }
  @inline(__always) func select(pair: Int) {}
}

/// The touched blocks of a row; the first bit stands for the first block of the room.
struct BlockList: Blocks {
  unowned(unsafe) private let touched: DirtyBlocks
  private let room: Int
  private let columns: UnsafeMutablePointer<Int32>
  private let pairColumns: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private(set) var pairCount = 0

  /// An empty list, in memory of `touched`.
  init(_ touched: DirtyBlocks, room: Int) {
    self.touched = touched
    self.room = room
    columns = touched.listMemory.base
    pairColumns = columns + 64
  }

  @inline(__always) func column(_ index: Int) -> Int { Int(columns[index]) }
  @inline(__always) func pairColumn(_ index: Int) -> Int { Int(pairColumns[index]) }

  @inline(__always)
  mutating func select(pair: Int) {
    let word = touched[pair]
    count = 0
    var bits = word
    while bits != 0 {
      columns[count] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8 &- room)
      count &+= 1
      bits &= bits &- 1
    }
    pairCount = 0
    bits = word &>> UInt64(truncatingIfNeeded: room &>> 3) & 0x5555_5555_5555_5555
    while bits != 0 {
      pairColumns[pairCount] = Int32(truncatingIfNeeded: bits.trailingZeroBitCount &* 8)
      pairCount &+= 1
      bits &= bits &- 1
    }
  }
}
