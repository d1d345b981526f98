import Lanes

/// Whether no lane of a mask is set.
@inline(__always)
func hasNoLane(_ mask: SIMDMask<Int8Lanes>) -> Bool {
  let words = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
  let halves = words.lowHalf | words.highHalf
  return halves.x | halves.y == 0
}

/// Whether every lane is +0.
@inline(__always)
func isZero(_ x: Lane8) -> Bool {
  let words = unsafeBitCast(x, to: SIMD4<UInt64>.self)
  return words[0] | words[1] | words[2] | words[3] == 0
}
