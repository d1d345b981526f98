/// Calls `body` with the number of each set bit, the lowest first.
@inlinable @inline(__always)
package func forEachBit(_ bits: UInt64, _ body: (Int) -> Void) {
  var left = bits
  while left != 0 {
    body(left.trailingZeroBitCount)
    left &= left &- 1
  }
}

/// Calls `body` with each range of neighbouring set bits, the lowest first.
@inlinable @inline(__always)
package func forEachBitRange(_ bits: UInt64, _ body: (Range<Int>) -> Void) {
  var left = bits
  while left != 0 {
    let first = left.trailingZeroBitCount
    let count = (~(left &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
    body(first..<first &+ count)
    // Adding the lowest bit clears its range and sets the bit behind, which was not set.
    left &= left &+ (left & (0 &- left))
  }
}
