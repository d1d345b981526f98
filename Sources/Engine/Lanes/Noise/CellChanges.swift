/// Where the cells of a row of blocks of eight places change, or other numbers from which results follow: blocks that have the numbers of the
/// last place before them have its results.
@usableFromInline
struct CellChanges {
  /// The most blocks of a row.
  @usableFromInline static let maximumBlocks = 64
  /// Bit i is clear if all places of block i have, bit by bit, the numbers of the last place of the block before.
  @usableFromInline var bits: UInt64 = 0
  // The numbers of the last place of the block before. No result of the first block is known, whatever its bit.
  @usableFromInline var x = Float8()
  @usableFromInline var y = Float8()
  @usableFromInline var z = Float8()

  @inlinable @inline(__always)
  init() {}

  /// Adds a block with these numbers.
  @inlinable @inline(__always)
  mutating func add(_ newX: Float8, _ newY: Float8, _ newZ: Float8, at block: Int) {
    let difference =
      (Lanes.bits(newX) ^ Lanes.bits(x)) | (Lanes.bits(newY) ^ Lanes.bits(y)) | (Lanes.bits(newZ) ^ Lanes.bits(z))
    bits |= (Lanes.any(difference) ? 1 : 0) &<< UInt64(truncatingIfNeeded: block)
    (x, y, z) = (Float8(repeating: newX[7]), Float8(repeating: newY[7]), Float8(repeating: newZ[7]))
  }

  /// The first block after `start` that does not have the numbers of the last place of the block at `start`.
  @inlinable @inline(__always)
  func end(ofRunAt start: Int, blocks: Int) -> Int {
    let later = (bits &>> UInt64(truncatingIfNeeded: start)) &>> 1
    return min(start &+ 1 &+ later.trailingZeroBitCount, blocks)
  }
}
