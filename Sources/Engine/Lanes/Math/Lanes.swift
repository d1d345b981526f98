import CLanes

/// Eight Floats: the vector of every kernel, whatever the width of the hardware. A *lane* is one of the eight, 0 ..< 8.
@usableFromInline package typealias Float8 = SIMD8<Float>
/// Eight Doubles, where a Float is too coarse: times, numbers of births, positions in a mesh.
@usableFromInline package typealias Double8 = SIMD8<Double>
/// Eight Int32: whole numbers, the bit patterns of a `Float8`, or the indices of lanes.
@usableFromInline package typealias Int32x8 = SIMD8<Int32>
/// Eight UInt32: the random bits and hashes of eight particles or pixels.
@usableFromInline package typealias UInt32x8 = SIMD8<UInt32>

/// Arithmetic on eight floats, on one Float with the same bits, and on Doubles.
///
/// Built from + − × ÷ √, comparisons, selects, shifts and conversions alone, in a fixed order: every CPU gives the same
/// bits. Nothing traps; finite arguments inside a function's stated range give finite results.
// Without @usableFromInline on the type, Swift 6.3 leaves every `@inlinable package` member a call in other modules.
@usableFromInline
package enum Lanes {
  /// The smaller of the two in each lane; `b` where either is NaN.
  @inlinable @inline(__always)
  package static func min(_ a: Float8, _ b: Float8) -> Float8 { clanes_min(a, b) }

  /// The larger of the two in each lane; `b` where either is NaN.
  @inlinable @inline(__always)
  package static func max(_ a: Float8, _ b: Float8) -> Float8 { clanes_max(a, b) }

  @inlinable @inline(__always)
  package static func min(_ a: Float8, _ b: Float) -> Float8 { min(a, Float8(repeating: b)) }

  @inlinable @inline(__always)
  package static func max(_ a: Float8, _ b: Float) -> Float8 { max(a, Float8(repeating: b)) }

  /// `x` limited to low...high; NaN becomes `low`.
  @inlinable @inline(__always)
  package static func clamp(_ x: Float8, _ low: Float, _ high: Float) -> Float8 {
    min(max(x, Float8(repeating: low)), Float8(repeating: high))
  }

  @inlinable @inline(__always)
  package static func clamp(_ x: Float8, _ low: Float8, _ high: Float8) -> Float8 { min(max(x, low), high) }

  /// `yes` where the mask is set, else `no`.
  @inlinable @inline(__always)
  package static func select(_ mask: SIMDMask<Int32x8>, _ yes: Float8, _ no: Float8) -> Float8 {
    clanes_bit_select(bits(mask), yes, no)
  }

  @inlinable @inline(__always)
  package static func select(_ mask: SIMDMask<Int32x8>, _ yes: Int32x8, _ no: Int32x8) -> Int32x8 {
    clanes_bit_select_int(bits(mask), yes, no)
  }

  @inlinable @inline(__always)
  package static func abs(_ x: Float8) -> Float8 { fromBits(bits(x) & 0x7fff_ffff) }  // All bits but the sign.

  /// Magnitude of `x` with the sign of `sign`.
  @inlinable @inline(__always)
  package static func copySign(_ x: Float8, _ sign: Float8) -> Float8 {
    fromBits((bits(x) & 0x7fff_ffff) | (bits(sign) & Int32.min))
  }

  /// Square root, correctly rounded. It is NaN for negative numbers; callers clamp them first.
  @inlinable @inline(__always)
  package static func sqrt(_ x: Float8) -> Float8 { clanes_sqrt(x) }

  /// The greatest whole number at or below `x`, as a Float.
  @inlinable @inline(__always)
  package static func floor(_ x: Float8) -> Float8 { clanes_floor(x) }

  /// The whole number nearest to `x`, as a Float; halves are rounded to even.
  @inlinable @inline(__always)
  package static func round(_ x: Float8) -> Float8 { clanes_round(x) }

  /// x − floor(x): 0 ..< 1, or 1 itself where a tiny negative x rounds up to it.
  @inlinable @inline(__always)
  package static func fract(_ x: Float8) -> Float8 { x - clanes_floor(x) }

  /// Rounds towards zero, with x clamped to −2³¹...2³¹ − 128 (the floats in the range of Int32); NaN becomes −2³¹.
  @inlinable @inline(__always)
  package static func truncate(_ x: Float8) -> Int32x8 { clanes_truncate(x) }

  /// Rounds towards zero in one instruction. The caller ensures −2³¹ ≤ x < 2³¹.
  @inlinable @inline(__always)
  package static func truncateInRange(_ x: Float8) -> Int32x8 { clanes_truncate_in_range(x) }

  /// Rounds down to Int32. The caller ensures −2³¹ ≤ x < 2³¹.
  @inlinable @inline(__always)
  package static func floorToInt(_ x: Float8) -> Int32x8 { clanes_floor_to_int(x) }

  /// The nearest float of each integer.
  @inlinable @inline(__always)
  package static func float(_ x: Int32x8) -> Float8 { clanes_from_int(x) }

  /// The nearest float of each double.
  @inlinable @inline(__always)
  package static func narrow(_ x: Double8) -> Float8 { clanes_narrow(x.lowHalf, x.highHalf) }

  /// Each float as a double, exactly.
  @inlinable @inline(__always)
  package static func widen(_ x: Float8) -> Double8 {
    SIMD8(lowHalf: clanes_widen_low(x), highHalf: clanes_widen_high(x))
  }

  /// Linear interpolation: a + (b − a)·t.
  @inlinable @inline(__always)
  package static func mix(_ a: Float8, _ b: Float8, _ t: Float8) -> Float8 { a + (b - a) * t }

  /// The lowest byte of each lane, without saturation.
  @inlinable @inline(__always)
  package static func lowBytes(_ x: Int32x8) -> SIMD8<UInt8> { clanes_low_bytes(x) }

  /// Packs 32 integers of 0...255 as bytes, in the order of the arguments and their lanes.
  @inlinable @inline(__always)
  package static func packedBytes(_ a: Int32x8, _ b: Int32x8, _ c: Int32x8, _ d: Int32x8) -> SIMD32<UInt8> {
    clanes_pack_bytes(a, b, c, d)
  }

  /// Packs 16 integers of 0...65535 as 16 bits each, in the order of the arguments and their lanes.
  @inlinable @inline(__always)
  package static func packedWords(_ a: Int32x8, _ b: Int32x8) -> SIMD16<UInt16> { clanes_pack_words(a, b) }

  /// Writes the three lowest bytes of each lane one after the other: 24 bytes, to an address of any alignment.
  @inlinable @inline(__always)
  package static func storeLowThreeBytes(_ x: Int32x8, to target: UnsafeMutablePointer<UInt8>) {
    let raw = UnsafeMutableRawPointer(target)
    // Twelve bytes come from each half. The first store also writes four undefined bytes, which the second one overwrites.
    let last = clanes_low_three_bytes_last(x)
    raw.storeBytes(of: clanes_low_three_bytes_first(x), as: SIMD16<UInt8>.self)
    raw.storeBytes(of: last.lowHalf, toByteOffset: 12, as: SIMD8<UInt8>.self)
    raw.storeBytes(of: last.highHalf.lowHalf, toByteOffset: 20, as: SIMD4<UInt8>.self)
  }

  /// The lowest 16 bits of each lane, without saturation.
  @inlinable @inline(__always)
  package static func lowWords(_ x: Int32x8) -> SIMD8<UInt16> { clanes_low_words(x) }

  /// Bytes as unsigned 16-bit numbers.
  @inlinable @inline(__always)
  package static func words(_ x: SIMD8<UInt8>) -> SIMD8<UInt16> { clanes_bytes_to_words(x) }

  /// Bytes, or unsigned 16-bit numbers, as 32-bit integers.
  @inlinable @inline(__always)
  package static func ints(_ x: SIMD8<UInt8>) -> Int32x8 { clanes_bytes_to_ints(x) }

  @inlinable @inline(__always)
  package static func ints(_ x: SIMD8<UInt16>) -> Int32x8 { clanes_words_to_ints(x) }

  /// Returns `x` unchanged, but hides from the optimizer where it comes from. Otherwise the optimizer splits vectors, and the
  /// arithmetic on them, into smaller vectors where loads overlap in memory or lanes are shuffled.
  @inlinable @inline(__always)
  package static func optimizerBarrier(_ x: Float8) -> Float8 { clanes_optimizer_barrier(x) }

  /// The lanes of a and b in turn: a₀ b₀ … a₃ b₃, and a₄ b₄ … a₇ b₇.
  @inlinable @inline(__always)
  package static func interleaved(_ a: Float8, _ b: Float8) -> (low: Float8, high: Float8) {
    let (a, b) = (clanes_optimizer_barrier(a), clanes_optimizer_barrier(b))
    return (
      clanes_optimizer_barrier(clanes_interleave_low(a, b)), clanes_optimizer_barrier(clanes_interleave_high(a, b))
    )
  }

  /// The lanes of a, then those of b, with an even index: a₀ a₂ a₄ a₆ b₀ b₂ b₄ b₆.
  @inlinable @inline(__always)
  package static func evens(_ a: Float8, _ b: Float8) -> Float8 {
    clanes_optimizer_barrier(clanes_evens(clanes_optimizer_barrier(a), clanes_optimizer_barrier(b)))
  }

  /// The lanes of a, then those of b, with an odd index: a₁ a₃ a₅ a₇ b₁ b₃ b₅ b₇.
  @inlinable @inline(__always)
  package static func odds(_ a: Float8, _ b: Float8) -> Float8 {
    clanes_optimizer_barrier(clanes_odds(clanes_optimizer_barrier(a), clanes_optimizer_barrier(b)))
  }

  /// Four vectors; vector n, 0 ..< 4, is xₙ xₙ xₙ xₙ xₙ₊₄ xₙ₊₄ xₙ₊₄ xₙ₊₄.
  @inlinable @inline(__always)
  package static func repeatedFourTimesInHalves(_ x: Float8) -> (Float8, Float8, Float8, Float8) {
    (clanes_spread0(x), clanes_spread1(x), clanes_spread2(x), clanes_spread3(x))
  }

  /// A vector of the low halves of `a` and `b`, and one of their high halves.
  @inlinable @inline(__always)
  package static func lowHalvesAndHighHalves(_ a: Float8, _ b: Float8) -> (low: Float8, high: Float8) {
    (
      clanes_optimizer_barrier(clanes_low_halves(a, b)), clanes_optimizer_barrier(clanes_high_halves(a, b))
    )
  }

  /// Transposes the 4 × 4 floats of the low halves, and those of the high halves: the first vector of the result is
  /// a₀ b₀ c₀ d₀ a₄ b₄ c₄ d₄.
  @inlinable @inline(__always)
  package static func transposedHalves(
    _ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8
  ) -> (Float8, Float8, Float8, Float8) {
    let (abLow, abHigh) = (clanes_unpack_low(a, b), clanes_unpack_high(a, b))
    let (cdLow, cdHigh) = (clanes_unpack_low(c, d), clanes_unpack_high(c, d))
    return (
      clanes_optimizer_barrier(clanes_first_pairs(abLow, cdLow)),
      clanes_optimizer_barrier(clanes_second_pairs(abLow, cdLow)),
      clanes_optimizer_barrier(clanes_first_pairs(abHigh, cdHigh)),
      clanes_optimizer_barrier(clanes_second_pairs(abHigh, cdHigh))
    )
  }

  /// The bit pattern of each lane.
  @inlinable @inline(__always)
  package static func bits(_ x: Float8) -> Int32x8 { unsafeBitCast(x, to: Int32x8.self) }

  /// The floats with these bit patterns.
  @inlinable @inline(__always)
  package static func fromBits(_ bits: Int32x8) -> Float8 { unsafeBitCast(bits, to: Float8.self) }

  /// 0, 1, … 7 in lanes 0 to 7: added to the x of the first of eight neighbouring pixels, it gives the x of each.
  @inlinable @inline(__always)
  package static var laneNumbers: Float8 { clanes_lane_numbers() }

  /// One Float rounded towards zero in one instruction. The caller ensures |x| < 2³¹.
  @inlinable @inline(__always)
  package static func wholeInRange(_ x: Float) -> Int { Int(clanes_truncate_scalar_in_range(x)) }

  /// A mask as an integer of eight bits: bit i is set where lane i is.
  @inlinable @inline(__always)
  package static func bitmask(of mask: SIMDMask<Int32x8>) -> Int32 {
    clanes_sign_bits(bits(mask))
  }

  /// Whether any lane of a mask is set.
  @inlinable @inline(__always)
  package static func any(_ mask: SIMDMask<Int32x8>) -> Bool { any(bits(mask)) }

  /// Whether any bit of any lane is set.
  @inlinable @inline(__always)
  package static func any(_ x: Int32x8) -> Bool { clanes_any_set(x) }

  /// Whether all lanes of a mask are set.
  @inlinable @inline(__always)
  package static func all(_ mask: SIMDMask<Int32x8>) -> Bool { bitmask(of: mask) == 255 }

  /// The order, for `permuted`, that moves the lanes whose bit in `bits` is set (bit i is lane i) to the front, side by side. The
  /// rest of the order is 0.
  @inlinable @inline(__always)
  package static func packingOrder(_ bits: Int32) -> Int32x8 { clanes_packing_order(bits) }

  /// Lane i of the result is lane order[i] of `x`, for orders of 0 ..< 8.
  @inlinable @inline(__always)
  package static func permuted(_ x: Float8, by order: Int32x8) -> Float8 { clanes_permute(x, order) }

  /// Whether any lane is greater than `limit`.
  @inlinable @inline(__always)
  package static func anyAbove(_ x: Float8, _ limit: Float) -> Bool { clanes_any_above(x, limit) }

  /// Whether a is the same as b, and c the same as d, bit by bit.
  @inlinable @inline(__always)
  package static func haveSameBits(_ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8) -> Bool {
    clanes_have_same_bits(a, b, c, d)
  }

  /// Loads eight floats from an address of any alignment.
  @inlinable @inline(__always)
  package static func load(_ pointer: UnsafePointer<Float>) -> Float8 {
    UnsafeRawPointer(pointer).loadUnaligned(as: Float8.self)
  }

  /// Loads four floats from each of two addresses of any alignment.
  @inlinable @inline(__always)
  package static func fours(_ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>) -> Float8 {
    optimizerBarrier(
      SIMD8(
        lowHalf: UnsafeRawPointer(first).loadUnaligned(as: SIMD4<Float>.self),
        highHalf: UnsafeRawPointer(second).loadUnaligned(as: SIMD4<Float>.self)))
  }

  /// Writes eight floats to an address of any alignment.
  @inlinable @inline(__always)
  package static func store(_ x: Float8, to pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: x, as: Float8.self)
  }

  /// Prefetches `byteCount` bytes into the cache. Any address is allowed.
  @inlinable @inline(__always)
  package static func prefetch(_ pointer: UnsafeRawPointer, byteCount: Int) {
    var offset = 0
    while offset < byteCount {
      clanes_prefetch(pointer + offset)
      offset &+= 64  // a cache line
    }
  }

  /// Writes eight floats to memory past the cache, for results that will not be read soon. The address is a multiple of 32 bytes.
  /// Another thread may read the floats after this thread has called `endStreaming`.
  @inlinable @inline(__always)
  package static func stream(_ x: Float8, to pointer: UnsafeMutablePointer<Float>) { clanes_stream(pointer, x) }

  /// Makes everything that this thread wrote with `stream` visible to other threads.
  @inlinable @inline(__always)
  package static func endStreaming() { clanes_end_streaming() }

  /// Whether this CPU has all instructions of the level that the package was compiled for (`cpuLevel`). On a CPU without them the
  /// process has already ended with status 2; the property is for tests and version lines.
  package static var cpuIsSufficient: Bool { clanes_cpu_is_sufficient() }

  /// CPU level of the build: "x86-64-v3", "baseline", "arm64" or "generic".
  package static var cpuLevel: String { String(cString: clanes_cpu_level()) }
}
