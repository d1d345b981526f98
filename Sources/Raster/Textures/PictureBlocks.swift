import Lanes

/// The blocks of eight pixels that a sprite covers, of all rows one after the other, in memory that holds some hundred of them. Lists
/// of blocks let the loops that draw them keep their constants in registers, and end only once for many rows.
///
/// A block is a number in each of six columns: `x`, the frame column of its first pixel's centre; the coordinates `rowU` and `rowV`, in
/// the sampler's units, of the row's point straight above or below the sprite's centre; the frame columns `first` and `end` of the row's
/// first covered pixel and of the one after the last; and, as the bits of an integer, the place of its first red value in the tile.
struct PictureBlocks {
  enum Column: Int, CaseIterable { case x, rowU, rowV, place, first, end }

  private let memory: UnsafeMutablePointer<Float>

  /// Number of blocks.
  private(set) var count = 0

  /// The greatest number of blocks.
  static var capacity: Int { 128 }
  /// Floats of a column: blocks are written eight at a time.
  private static var columnCount: Int { capacity + 8 }
  /// Floats of memory: those of the columns, then the indices of `sort`.
  static var floatCount: Int { (Column.allCases.count + 2) * columnCount }

  @inline(__always)
  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  @inline(__always)
  func column(_ column: Column) -> UnsafeMutablePointer<Float> {
    memory + column.rawValue &* Self.columnCount
  }

  /// Whether up to eight blocks more have room.
  @inline(__always)
  var hasRoom: Bool { count <= Self.capacity &- 8 }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Adds the first `added` of eight blocks.
  @inline(__always)
  mutating func append(
    _ added: Int, x: Float8, rowU: Float8, rowV: Float8, place: Int32x8, first: Float8, end: Float8
  ) {
    Lanes.store(x, to: column(.x) + count)
    Lanes.store(rowU, to: column(.rowU) + count)
    Lanes.store(rowV, to: column(.rowV) + count)
    Lanes.store(Lanes.fromBits(place), to: column(.place) + count)
    Lanes.store(first, to: column(.first) + count)
    Lanes.store(end, to: column(.end) + count)
    count &+= added
  }

  /// The place of a block in the tile.
  @inline(__always)
  func place(_ index: Int) -> Int {
    Int(UnsafeRawPointer(column(.place) + index).load(as: Int32.self))
  }

  /// Indices of the blocks that lie inside of the sprite, once `sort` has found them.
  @inline(__always)
  var innerOrder: UnsafeMutablePointer<Int32> { order(0) }

  /// Indices of the other blocks.
  @inline(__always)
  var outerOrder: UnsafeMutablePointer<Int32> { order(1) }

  @inline(__always)
  private func order(_ number: Int) -> UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(memory + (Column.allCases.count &+ number) &* Self.columnCount)
      .assumingMemoryBound(to: Int32.self)
  }

  /// Finds the blocks that lie inside of the sprite.
  ///
  /// - Returns: their number.
  @inline(__always)
  func sort(_ inside: PictureInside) -> Int {
    var (innerCount, outerCount, index) = (0, 0, 0)
    while index < count {
      let isInside = inside.contains(
        x: Lanes.load(column(.x) + index), rowU: Lanes.load(column(.rowU) + index),
        rowV: Lanes.load(column(.rowV) + index), first: Lanes.load(column(.first) + index),
        end: Lanes.load(column(.end) + index))
      // Bits of the blocks that exist.
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
