import Lanes

/// A counting sort of items (particles or ribbons) into the tiles that they touch. The pairs of an item and a tile are sorted by
/// tile, and the pairs of one tile are in the order of their items.
///
/// The caller does four steps: it calls `begin`; adds up in `counts` how many items touch each tile; calls
/// `turnCountsIntoStarts`; then, for the same items in their order, asks for the `nextPosition` of each tile that the item
/// touches, and writes the pair there. After that `pairs` has each tile's range. The memory is kept from frame to frame. Cost:
/// O(items + tiles + pairs).
struct TileBuckets {
  /// An element for each tile, and one more: at first the number of the tile's pairs, then the position of the tile's next pair,
  /// finally the position after its last pair.
  private let memory = AlignedBuffer<UInt32>(count: 0)
  /// Number of pairs of an item and a tile that it touches.
  private(set) var pairCount = 0

  mutating func begin(tileCount: Int) {
    memory.resize(to: tileCount + 1)
    memory.base.update(repeating: 0, count: tileCount + 1)
    pairCount = 0
  }

  /// Before `turnCountsIntoStarts`: the number of pairs of each tile, in the order of the tiles. Loops copy this pointer before
  /// they begin, so that it is not loaded each time.
  var counts: UnsafeMutablePointer<UInt32> { memory.base }

  /// After `turnCountsIntoStarts`: the position of each tile's next pair, in the same memory as `counts`.
  var starts: UnsafeMutablePointer<UInt32> { memory.base }

  /// Turns the counts into the position of each tile's first pair.
  mutating func turnCountsIntoStarts(tileCount: Int) {
    pairCount = Int(exclusivePrefixSums(of: memory.base, count: tileCount + 1))
  }

  /// Returns the position of a tile's next pair, in 0 ..< `pairCount`, and adds 1 to the tile's element. After the tile's last
  /// pair the element is the position where the next tile's pairs begin.
  ///
  /// - Parameters:
  ///   - starts: `starts`, or a pointer into it, such as to the first tile of a row.
  ///   - tile: index of the tile, counted from the tile that `starts` points to.
  @inline(__always)
  static func nextPosition(in starts: UnsafeMutablePointer<UInt32>, tile: Int) -> Int {
    let position = Int(starts[tile])
    starts[tile] &+= 1
    return position
  }

  /// The positions of a tile's pairs, after `nextPosition` was called for all pairs.
  func pairs(ofTile tile: Int) -> Range<Int> {
    (tile == 0 ? 0 : Int(memory.base[tile - 1]))..<Int(memory.base[tile])
  }
}

/// Replaces each count by the sum of the counts before it, and returns the sum of all counts.
@inline(__always)
func exclusivePrefixSums<Count: FixedWidthInteger>(of counts: UnsafeMutablePointer<Count>, count: Int) -> Count {
  var sum: Count = 0
  for index in 0..<count {
    let ownCount = counts[index]
    counts[index] = sum
    sum &+= ownCount
  }
  return sum
}
