/// Blocks of eight pixels that are converted in a row, named by their first columns, counted from the region's first.
///
/// The conversion loops are compiled for both selections: all blocks, and those that have changed.
protocol BlockSelection {
  var count: Int { get }
  func column(_ index: Int) -> Int
  /// Pairs of blocks for formats that halve chroma, counted from the region's first block.
  var pairCount: Int { get }
  func pairColumn(_ index: Int) -> Int
  /// Moves to rows 2 · `pair` and 2 · `pair` + 1, counted from the region's first.
  mutating func select(pair: Int)
}

/// All blocks of a row, including those in the margin left of the region.
struct EveryBlock: BlockSelection {
  let leftMargin: Int
  let count: Int
  let pairCount: Int

  init(width: Int, leftMargin: Int) {
    self.leftMargin = leftMargin
    count = (leftMargin + width + 7) / 8
    pairCount = (width + 15) / 16
  }

  @inline(__always) func column(_ index: Int) -> Int { index &* 8 &- leftMargin }
  @inline(__always) func pairColumn(_ index: Int) -> Int { index &* 16 }
  @inline(__always) func select(pair: Int) {}
}
