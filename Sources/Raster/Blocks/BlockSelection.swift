/// The blocks of eight pixels of a row that are converted to output samples, from left to right. Columns are counted from
/// the region's first; those in the margin left of the region are negative.
///
/// The conversion loops are compiled for each of the two selections: all blocks (`EveryBlock`), and those that have changed
/// (`DirtyBlockList`).
protocol BlockSelection {
  var count: Int { get }
  /// The first column of block `index`, 0 ..< `count`.
  func column(_ index: Int) -> Int
  /// Number of block pairs: sixteen columns, which are eight samples of halved chroma. Pairs are aligned to the region's
  /// first column.
  var blockPairCount: Int { get }
  /// The first column of pair `index`, 0 ..< `blockPairCount`.
  func blockPairColumn(_ index: Int) -> Int
  /// Chooses the blocks of rows 2 · `rowPair` and 2 · `rowPair` + 1, counted from the region's first row.
  mutating func select(rowPair: Int)
}

/// All blocks of a row, including those in the margin of `leftMargin` columns left of the region.
struct EveryBlock: BlockSelection {
  let leftMargin: Int
  let count: Int
  let blockPairCount: Int

  init(width: Int, leftMargin: Int) {
    self.leftMargin = leftMargin
    count = (leftMargin + width + 7) / 8
    blockPairCount = (width + 15) / 16
  }

  @inline(__always) func column(_ index: Int) -> Int { index &* 8 &- leftMargin }
  @inline(__always) func blockPairColumn(_ index: Int) -> Int { index &* 16 }
  @inline(__always) func select(rowPair: Int) {}
}
