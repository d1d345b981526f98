/// Calls `body` with the index of each set bit, the lowest (0) first.
@inlinable @inline(__always)
package func forEachBit(_ bits: UInt64, _ body: (Int) -> Void) {
  var remaining = bits
  while remaining != 0 {
    body(remaining.trailingZeroBitCount)
    remaining &= remaining &- 1
  }
}

/// Calls `body` with the indices of each run of neighbouring set bits, the lowest first.
@inlinable @inline(__always)
package func forEachBitRange(_ bits: UInt64, _ body: (Range<Int>) -> Void) {
  var remaining = bits
  while remaining != 0 {
    let first = remaining.trailingZeroBitCount
    let count = (~(remaining &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
    body(first..<first &+ count)
    // Adding the lowest set bit clears the run that it begins, and carries into the bit above the run. That bit was not set
    // before, so `&` clears it again.
    remaining &= remaining &+ (remaining & (0 &- remaining))
  }
}
