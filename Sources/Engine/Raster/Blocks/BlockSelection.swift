/// The blocks of eight pixels that are converted to output samples in the current pair of rows, from left to right; both rows have the same
/// blocks. Columns are counted from the first column of the converted region; columns in the margin left of the region are negative.
///
/// The conversion loops are compiled for two kinds of selection: all blocks (`EveryBlock`), and the blocks that may have changed
/// (`DirtyBlockList`).
protocol BlockSelection {
  /// Number of selected blocks.
  var count: Int { get }
  /// The first column of block `index`, 0 ..< `count`.
  func column(_ index: Int) -> Int
  /// Number of block pairs that have a selected block. A block pair is sixteen columns, which have eight samples of halved
  /// chroma; the first pair begins at the region's first column.
  var blockPairCount: Int { get }
  /// The first column of pair `index`, 0 ..< `blockPairCount`.
  func blockPairColumn(_ index: Int) -> Int
  /// Makes rows 2 · `rowPair` and 2 · `rowPair` + 1, counted from the region's first row, the current pair.
  mutating func moveTo(rowPair: Int)
}

/// All blocks of a row, including those in the margin left of the region, which is `leftMargin` columns wide: 8 if the chroma filter reads
/// pixels left of the region, otherwise 0.
struct EveryBlock: BlockSelection {
  let leftMargin: Int
  let count: Int
  let blockPairCount: Int

  /// - Parameter width: number of columns of the region, without the margin.
  init(width: Int, leftMargin: Int) {
    self.leftMargin = leftMargin
    count = (leftMargin + width + 7) / 8
    blockPairCount = (width + 15) / 16
  }

  @inline(__always) func column(_ index: Int) -> Int { index &* 8 &- leftMargin }
  @inline(__always) func blockPairColumn(_ index: Int) -> Int { index &* 16 }
  @inline(__always) func moveTo(rowPair: Int) {}
}
