import Lanes

/// A list of up to `capacity` blocks of eight pixels that a sprite covers, row after row. Because the list holds the blocks of
/// many rows, a loop over it keeps its constants in registers, and ends once for all these rows instead of once for each.
///
/// A block is a number in each of six columns:
/// - `x`: the x of the block's first pixel centre in frame pixels;
/// - `rowU` and `rowV`: the sampler's coordinates of the row's point straight above or below the sprite's centre;
/// - `first` and `end`: the frame columns of the row's first covered pixel and of the pixel after the last;
/// - `redOffset`: the distance in floats of the block's first red value from the tile's first float, as the bits of an integer.
struct PictureBlocks {
  enum Column: Int, CaseIterable { case x, rowU, rowV, redOffset, first, end }

  private let memory: UnsafeMutablePointer<Float>

  /// Number of blocks.
  private(set) var count = 0

  /// The greatest number of blocks.
  static var capacity: Int { 128 }
  /// Number of floats of a column, with room after the last block, because blocks are written eight at a time.
  private static var columnFloatCount: Int { capacity + 8 }
  /// Number of floats of `memory`: the columns, then `innerOrder` and `outerOrder`.
  static var floatCount: Int { (Column.allCases.count + 2) * columnFloatCount }

  @inline(__always)
  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  @inline(__always)
  func column(_ column: Column) -> UnsafeMutablePointer<Float> {
    memory + column.rawValue &* Self.columnFloatCount
  }

  /// Whether there is room for eight more blocks.
  @inline(__always)
  var hasRoom: Bool { count <= Self.capacity &- 8 }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Adds the first `added` of eight blocks, whose columns are passed.
  @inline(__always)
  mutating func append(
    _ added: Int, x: Float8, rowU: Float8, rowV: Float8, redOffset: Int32x8, first: Float8, end: Float8
  ) {
    Lanes.store(x, to: column(.x) + count)
    Lanes.store(rowU, to: column(.rowU) + count)
    Lanes.store(rowV, to: column(.rowV) + count)
    Lanes.store(Lanes.fromBits(redOffset), to: column(.redOffset) + count)
    Lanes.store(first, to: column(.first) + count)
    Lanes.store(end, to: column(.end) + count)
    count &+= added
  }

  /// Returns the distance in floats of a block's first red value from the tile's first float.
  @inline(__always)
  func redOffset(_ index: Int) -> Int {
    Int(UnsafeRawPointer(column(.redOffset) + index).load(as: Int32.self))
  }

  /// Indices of the blocks that lie inside of the sprite's edges, once `partition` has found them.
  @inline(__always)
  var innerOrder: UnsafeMutablePointer<Int32> { order(0) }

  /// Indices of the blocks that do not lie inside of the sprite's edges, once `partition` has found them.
  @inline(__always)
  var outerOrder: UnsafeMutablePointer<Int32> { order(1) }

  /// - Parameter orderIndex: 0 for the first list of indices behind the columns, 1 for the second.
  @inline(__always)
  private func order(_ orderIndex: Int) -> UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(memory + (Column.allCases.count &+ orderIndex) &* Self.columnFloatCount)
      .assumingMemoryBound(to: Int32.self)
  }

  /// Writes the blocks' indices, in ascending order, to `innerOrder` and `outerOrder`.
  ///
  /// - Returns: the number of blocks in `innerOrder`; the others are in `outerOrder`.
  @inline(__always)
  func partition(by inside: PictureInside) -> Int {
    var (innerCount, outerCount, index) = (0, 0, 0)
    while index < count {
      let isInside = inside.contains(
        x: Lanes.load(column(.x) + index), rowU: Lanes.load(column(.rowU) + index),
        rowV: Lanes.load(column(.rowV) + index), first: Lanes.load(column(.first) + index),
        end: Lanes.load(column(.end) + index))
      // A bit for each of the next eight blocks that exists.
      let existing = Int32(255) &>> Int32(truncatingIfNeeded: max(8 &- (count &- index), 0))
      let innerBits = Lanes.bitmask(of: isInside) & existing
      let outerBits = ~innerBits & existing
      let first = Int32(truncatingIfNeeded: index)
      store(Lanes.packingOrder(innerBits) &+ first, to: innerOrder + innerCount)
      store(Lanes.packingOrder(outerBits) &+ first, to: outerOrder + outerCount)
      innerCount &+= innerBits.nonzeroBitCount
      outerCount &+= outerBits.nonzeroBitCount
      index &+= 8
    }
    return innerCount
  }

  @inline(__always)
  private func store(_ indices: Int32x8, to memory: UnsafeMutablePointer<Int32>) {
    UnsafeMutableRawPointer(memory).storeBytes(of: indices, as: Int32x8.self)
  }
}
