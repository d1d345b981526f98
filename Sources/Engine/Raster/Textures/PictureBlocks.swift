import Lanes

/// A list of the blocks of eight pixels that a sprite covers, row after row. Because the list holds the blocks of many rows, a loop over it
/// keeps its constants in registers, and ends once for all these rows instead of once for each.
///
/// A block is a number in each of six columns:
/// - `x`: the x of the block's first pixel centre in frame pixels;
/// - `rowU` and `rowV`: the distances in pixels, from the sprite's centre lines, of the row's point straight above or below the centre;
/// - `first` and `end`: the frame columns of the row's first covered pixel and of the pixel after the last;
/// - `redOffset`: the distance in floats of the block's first red value from the tile's first float, as the bits of an integer.
struct PictureBlocks {
  enum Column: Int, CaseIterable { case x, rowU, rowV, redOffset, first, end }

  private let memory: UnsafeMutablePointer<Float>
  private let columnFloatCount: Int

  /// Number of blocks.
  private(set) var count = 0

  /// Number of blocks that a list holds before rows are drawn.
  static var wantedCount: Int { 128 }

  /// Number of floats of a column: room for eight rows more than `wantedCount`, and for what is written after the last block, because blocks
  /// are written eight at a time.
  private static func columnFloatCount(tileWidth: Int) -> Int { wantedCount + tileWidth + 8 }
  /// Number of floats of `memory`.
  static func floatCount(tileWidth: Int) -> Int { Column.allCases.count * columnFloatCount(tileWidth: tileWidth) }

  @inline(__always)
  init(memory: UnsafeMutablePointer<Float>, tileWidth: Int) {
    self.memory = memory
    columnFloatCount = Self.columnFloatCount(tileWidth: tileWidth)
  }

  @inline(__always)
  func column(_ column: Column) -> UnsafeMutablePointer<Float> { memory + column.rawValue &* columnFloatCount }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Adds those of eight blocks of a row, whose columns are passed, whose bits are set.
  @inline(__always)
  mutating func append(
    _ bits: Int32, x: Float8, rowU: Float8, rowV: Float8, redOffset: Int32x8, first: Float8, end: Float8
  ) {
    let order = Lanes.packingOrder(bits)
    Lanes.store(Lanes.permuted(x, by: order), to: column(.x) + count)
    Lanes.store(rowU, to: column(.rowU) + count)
    Lanes.store(rowV, to: column(.rowV) + count)
    Lanes.store(Lanes.permuted(Lanes.fromBits(redOffset), by: order), to: column(.redOffset) + count)
    Lanes.store(first, to: column(.first) + count)
    Lanes.store(end, to: column(.end) + count)
    count &+= bits.nonzeroBitCount
  }

  /// Returns the distance in floats of a block's first red value from the tile's first float.
  @inline(__always)
  func redOffset(_ index: Int) -> Int {
    Int(UnsafeRawPointer(column(.redOffset) + index).load(as: Int32.self))
  }
}
