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
}

/// The blocks whose bits are set, the lowest bit standing for the first block of the room.
struct BlockList: Blocks {
  private let columns: UnsafeMutablePointer<Int32>
  private let pairColumns: UnsafeMutablePointer<Int32>
  private(set) var count = 0
  private(set) var pairCount = 0

  /// Floats of memory that a list takes.
  static let floatCount = 2 * 64

  /// An empty list in `memory`.
  init(_ memory: UnsafeMutablePointer<Float>) {
    columns = UnsafeMutableRawPointer(memory).bindMemory(to: Int32.self, capacity: 64)
    pairColumns = UnsafeMutableRawPointer(memory + 64).bindMemory(to: Int32.self, capacity: 64)
  }

  @inline(__always) func column(_ index: Int) -> Int { Int(columns[index]) }
  @inline(__always) func pairColumn(_ index: Int) -> Int { Int(pairColumns[index]) }

  @inline(__always)
  mutating func fill(_ word: UInt64, room: Int) {
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

/// How a writer comes by the blocks of its rows.
protocol RowChoice {
  associatedtype Selection: Blocks
  /// `memory` has room for a list.
  func makeBlocks(_ memory: UnsafeMutablePointer<Float>, _ source: LightSource) -> Selection
  /// Chooses the blocks of row `row` and its neighbour in a pair of rows, counted from the region's first.
  func select(_ row: Int, _ source: LightSource, _ blocks: inout Selection)
}

struct WholeRows: RowChoice {
  func makeBlocks(_ memory: UnsafeMutablePointer<Float>, _ source: LightSource) -> EveryBlock {
    EveryBlock(width: source.region.width, room: source.room)
  }
  @inline(__always) func select(_ row: Int, _ source: LightSource, _ blocks: inout EveryBlock) {}
}

struct TouchedRows: RowChoice {
  private let touched: TouchedBlocks
  init(_ touched: TouchedBlocks) { self.touched = touched }

  func makeBlocks(_ memory: UnsafeMutablePointer<Float>, _ source: LightSource) -> BlockList { BlockList(memory) }
  @inline(__always) func select(_ row: Int, _ source: LightSource, _ blocks: inout BlockList) {
    blocks.fill(touched[row &>> 1], room: source.room)
  }
}
