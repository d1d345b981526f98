import Lanes

/// A counting sort of things into the tiles they touch: each tile's side by side, in the order in which they were added.
///
/// Two passes over the same things: `count` each one's tiles, `makeOffsets`, then ask for the `nextOffset` of each one's tiles.
/// The memory is kept from frame to frame. Cost: O(things + tiles + pairs).
struct TileBuckets {
  private let ends = AlignedBuffer<UInt32>(count: 0)
  /// Pairs of a thing and a tile that it touches.
  private(set) var pairCount = 0

  mutating func begin(tileCount: Int) {
    ends.reserve(tileCount + 1)
    ends.base.update(repeating: 0, count: tileCount + 1)
    pairCount = 0
  }

  /// The counts, and later the offsets, of all tiles; for loops that must not reload them.
  var counts: UnsafeMutablePointer<UInt32> { ends.base }

  /// Turns the counts into the offset of each tile's first pair.
  mutating func makeOffsets(tileCount: Int) {
    pairCount = Int(exclusivePrefixSums(of: ends.base, count: tileCount + 1))
  }

  /// The offset of a tile's next pair. After the last one the tile's entry is the end of its pairs, where the next tile's begin.
  @inline(__always)
  static func nextOffset(in offsets: UnsafeMutablePointer<UInt32>, tile: Int) -> Int {
    let offset = Int(offsets[tile])
    offsets[tile] &+= 1
    return offset
  }

  /// The offsets of a tile's pairs, when all have been asked for.
  func pairs(ofTile tile: Int) -> Range<Int> {
    (tile == 0 ? 0 : Int(ends.base[tile - 1]))..<Int(ends.base[tile])
  }
}

/// Replaces each count by the sum of those before it, and returns the sum of all.
@inline(__always)
func exclusivePrefixSums<Count: FixedWidthInteger>(of counts: UnsafeMutablePointer<Count>, count: Int) -> Count {
  var sum: Count = 0
  for index in 0..<count {
    let here = counts[index]
    counts[index] = sum
    sum &+= here
  }
  return sum
}
