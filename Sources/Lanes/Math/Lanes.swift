import CLanes

/// Eight floats: the vector of every kernel, whatever the width of the hardware.
@usableFromInline package typealias Lane8 = SIMD8<Float>
@usableFromInline package typealias Int8Lanes = SIMD8<Int32>
@usableFromInline package typealias UInt8Lanes = SIMD8<UInt32>

// Without @usableFromInline on the type, Swift 6.3 leaves every `@inlinable package` member a call in other modules.
/// Arithmetic on eight floats, on one Float with the same bits, and on Doubles.
///
/// Built from + − × ÷ √, comparisons, selects, shifts and conversions alone, in a fixed order: every CPU gives the same
/// bits. Nothing traps; finite arguments inside a function's stated range give finite results.
@usableFromInline
package enum Lanes {
  /// The smaller of the two; `b` where either is NaN.
  @inlinable @inline(__always)
  package static func min(_ a: Lane8, _ b: Lane8) -> Lane8 { b.replacing(with: a, where: a .< b) }

  /// The larger of the two; `b` where either is NaN.
  @inlinable @inline(__always)
  package static func max(_ a: Lane8, _ b: Lane8) -> Lane8 { b.replacing(with: a, where: a .> b) }

  @inlinable @inline(__always)
  package static func min(_ a: Lane8, _ b: Float) -> Lane8 { min(a, Lane8(repeating: b)) }

  @inlinable @inline(__always)
  package static func max(_ a: Lane8, _ b: Float) -> Lane8 { max(a, Lane8(repeating: b)) }

  /// `x` limited to low...high; NaN becomes `low`.
  @inlinable @inline(__always)
  package static func clamp(_ x: Lane8, _ low: Float, _ high: Float) -> Lane8 {
    min(max(x, Lane8(repeating: low)), Lane8(repeating: high))
  }

  @inlinable @inline(__always)
  package static func clamp(_ x: Lane8, _ low: Lane8, _ high: Lane8) -> Lane8 { min(max(x, low), high) }

  /// `yes` where the mask is set, else `no`.
  @inlinable @inline(__always)
  package static func select(_ mask: SIMDMask<Int8Lanes>, _ yes: Lane8, _ no: Lane8) -> Lane8 {
    no.replacing(with: yes, where: mask)
  }

  @inlinable @inline(__always)
  package static func select(_ mask: SIMDMask<Int8Lanes>, _ yes: Int8Lanes, _ no: Int8Lanes) -> Int8Lanes {
    no.replacing(with: yes, where: mask)
  }

  @inlinable @inline(__always)
  package static func abs(_ x: Lane8) -> Lane8 { lanes(bits(x) & 0x7fff_ffff) }

  /// Magnitude of `x` with the sign of `sign`.
  @inlinable @inline(__always)
  package static func copySign(_ x: Lane8, _ sign: Lane8) -> Lane8 {
    lanes((bits(x) & 0x7fff_ffff) | (bits(sign) & Int32.min))
  }

  /// Square root, correctly rounded; NaN below zero: clamp first.
  @inlinable @inline(__always)
  package static func sqrt(_ x: Lane8) -> Lane8 { clanes_sqrt(x) }

  @inlinable @inline(__always)
  package static func floor(_ x: Lane8) -> Lane8 { clanes_floor(x) }

  /// The nearest integer, halves to even.
  @inlinable @inline(__always)
  package static func round(_ x: Lane8) -> Lane8 { clanes_round(x) }

  /// x − floor(x): 0 ..< 1, or 1 itself where a tiny negative x rounds up to it.
  @inlinable @inline(__always)
  package static func fract(_ x: Lane8) -> Lane8 { x - clanes_floor(x) }

  /// Rounds towards zero and limits to Int32; NaN becomes the lowest Int32.
  @inlinable @inline(__always)
  package static func truncate(_ x: Lane8) -> Int8Lanes { clanes_truncate(x) }

  /// Rounds towards zero in one instruction. The caller ensures −2³¹ ≤ x < 2³¹.
  @inlinable @inline(__always)
  package static func truncateInRange(_ x: Lane8) -> Int8Lanes { clanes_truncate_in_range(x) }

  /// Rounds down to Int32. The caller ensures −2³¹ ≤ x < 2³¹.
  @inlinable @inline(__always)
  package static func floorToInt(_ x: Lane8) -> Int8Lanes { clanes_floor_to_int(x) }

  @inlinable @inline(__always)
  package static func float(_ x: Int8Lanes) -> Lane8 { clanes_from_int(x) }

  /// The nearest float of each integer.
  @inlinable @inline(__always)
  package static func narrow(_ x: SIMD8<Double>) -> Lane8 { clanes_narrow(x.lowHalf, x.highHalf) }

  @inlinable @inline(__always)
  package static func widen(_ x: Lane8) -> SIMD8<Double> {
    SIMD8(lowHalf: clanes_widen_low(x), highHalf: clanes_widen_high(x))
  }

  /// a + (b − a)·t
  @inlinable @inline(__always)
  package static func mix(_ a: Lane8, _ b: Lane8, _ t: Lane8) -> Lane8 { a + (b - a) * t }

  /// The lowest byte of each lane.
  @inlinable @inline(__always)
  package static func lowBytes(_ x: Int8Lanes) -> SIMD8<UInt8> { clanes_low_bytes(x) }

  /// Packs 32 codes of 0...255 in their order.
  @inlinable @inline(__always)
  package static func packedBytes(_ a: Int8Lanes, _ b: Int8Lanes, _ c: Int8Lanes, _ d: Int8Lanes) -> SIMD32<UInt8> {
    clanes_pack_bytes(a, b, c, d)
  }

  /// Packs 16 codes of 0...65535 in their order.
  @inlinable @inline(__always)
  package static func packedWords(_ a: Int8Lanes, _ b: Int8Lanes) -> SIMD16<UInt16> { clanes_pack_words(a, b) }

  /// Writes the three lowest bytes of each lane one after the other.
  @inlinable @inline(__always)
  package static func storeLowThirds(_ x: Int8Lanes, to target: UnsafeMutablePointer<UInt8>) {
    let raw = UnsafeMutableRawPointer(target)
    let last = clanes_low_thirds_last(x)
    raw.storeBytes(of: clanes_low_thirds_first(x), as: SIMD16<UInt8>.self)
    raw.storeBytes(of: last.lowHalf, toByteOffset: 12, as: SIMD8<UInt8>.self)
    raw.storeBytes(of: last.highHalf.lowHalf, toByteOffset: 20, as: SIMD4<UInt8>.self)
  }

  /// The lowest 16 bits of each lane.
  @inlinable @inline(__always)
  package static func lowWords(_ x: Int8Lanes) -> SIMD8<UInt16> { clanes_low_words(x) }

  @inlinable @inline(__always)
  package static func words(_ x: SIMD8<UInt8>) -> SIMD8<UInt16> { clanes_bytes_to_words(x) }

  @inlinable @inline(__always)
  package static func ints(_ x: SIMD8<UInt8>) -> Int8Lanes { clanes_bytes_to_ints(x) }

  @inlinable @inline(__always)
  package static func ints(_ x: SIMD8<UInt16>) -> Int8Lanes { clanes_words_to_ints(x) }

  /// a₀ b₀ a₁ b₁ …: the first eight, and the last eight.
  @inlinable @inline(__always)
  package static func interleaved(_ a: Lane8, _ b: Lane8) -> (low: Lane8, high: Lane8) {
    let (a, b) = (clanes_settled(a), clanes_settled(b))
    return (clanes_settled(clanes_interleave_low(a, b)), clanes_settled(clanes_interleave_high(a, b)))
  }

  /// `x`, made opaque to the optimiser, which then leaves vectors whole that overlap in memory or go through shuffles.
  @inlinable @inline(__always)
  package static func settled(_ x: Lane8) -> Lane8 { clanes_settled(x) }

  /// a₀ a₂ … b₀ b₂ …, and a₁ a₃ … b₁ b₃ ….
  @inlinable @inline(__always)
  package static func evens(_ a: Lane8, _ b: Lane8) -> Lane8 {
    clanes_settled(clanes_evens(clanes_settled(a), clanes_settled(b)))
  }

  @inlinable @inline(__always)
  package static func odds(_ a: Lane8, _ b: Lane8) -> Lane8 {
    clanes_settled(clanes_odds(clanes_settled(a), clanes_settled(b)))
  }

  /// The bit pattern of each lane.
  @inlinable @inline(__always)
  package static func bits(_ x: Lane8) -> Int8Lanes { unsafeBitCast(x, to: Int8Lanes.self) }

  /// The floats with these bit patterns.
  @inlinable @inline(__always)
  package static func lanes(_ bits: Int8Lanes) -> Lane8 { unsafeBitCast(bits, to: Lane8.self) }

  /// Lane numbers 0, 1, … 7 as floats.
  @inlinable @inline(__always)
  package static var ramp: Lane8 { clanes_ramp() }

  /// Rounds towards zero in one instruction. The caller ensures |x| < 2³¹.
  @inlinable @inline(__always)
  package static func wholeInRange(_ x: Float) -> Int { Int(clanes_whole_in_range(x)) }

  /// Lane numbers 0, 1, … 7 as integers.
  @inlinable @inline(__always)
  package static var indices: Int8Lanes { Int8Lanes(0, 1, 2, 3, 4, 5, 6, 7) }

  /// The bits of a mask, the first lane's the lowest.
  @inlinable @inline(__always)
  package static func bits(of mask: SIMDMask<Int8Lanes>) -> Int32 {
    clanes_sign_bits(unsafeBitCast(mask, to: Int8Lanes.self))
  }

  /// Whether any lane of a mask is set.
  @inlinable @inline(__always)
  package static func any(_ mask: SIMDMask<Int8Lanes>) -> Bool { bits(of: mask) != 0 }

  /// Whether all lanes of a mask are set.
  @inlinable @inline(__always)
  package static func all(_ mask: SIMDMask<Int8Lanes>) -> Bool { bits(of: mask) == 255 }

  /// The order that moves the lanes whose bit is set to the front, side by side.
  @inlinable @inline(__always)
  package static func packingOrder(_ bits: Int32) -> Int8Lanes { clanes_packing_order(bits) }

  /// Lane i is lane order[i] of `x`; orders are 0...7.
  @inlinable @inline(__always)
  package static func permuted(_ x: Lane8, by order: Int8Lanes) -> Lane8 { clanes_permute(x, order) }

  /// Whether any lane is above a limit.
  @inlinable @inline(__always)
  package static func anyAbove(_ x: Lane8, _ limit: Float) -> Bool { clanes_any_above(x, limit) }

  /// Whether any bit of any lane is set.
  @inlinable @inline(__always)
  package static func anySet(_ x: Int8Lanes) -> Bool { clanes_any_set(x) }

  /// Whether a and b, c and d are the same, bit by bit.
  @inlinable @inline(__always)
  package static func haveSameBits(_ a: Lane8, _ b: Lane8, _ c: Lane8, _ d: Lane8) -> Bool {
    clanes_have_same_bits(a, b, c, d)
  }

  /// Eight floats from memory without alignment.
  @inlinable @inline(__always)
  package static func load(_ pointer: UnsafePointer<Float>) -> Lane8 {
    UnsafeRawPointer(pointer).loadUnaligned(as: Lane8.self)
  }

  /// Writes eight floats to memory without alignment.
  @inlinable @inline(__always)
  package static func store(_ x: Lane8, to pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: x, as: Lane8.self)
  }

  /// Prefetches `count` floats into the cache. Any address is allowed.
  @inlinable @inline(__always)
  package static func prefetch(_ pointer: UnsafePointer<Float>, count: Int) {
    var index = 0
    while index < count {
      clanes_prefetch(pointer + index)
      index &+= 16
    }
  }

  /// Writes past the cache, to a multiple of 32 bytes, what will not be read soon. Another thread may read it after
  /// `endStreaming`.
  @inlinable @inline(__always)
  package static func stream(_ x: Lane8, to pointer: UnsafeMutablePointer<Float>) { clanes_stream(pointer, x) }

  /// Makes what was streamed visible to other threads.
  @inlinable @inline(__always)
  package static func endStreaming() { clanes_end_streaming() }

  /// Whether this CPU has the level that the package was compiled for. A process without it has already ended with
  /// status 2; this is for tests and version lines.
  package static var cpuIsSufficient: Bool { clanes_cpu_is_sufficient() }

  /// CPU level of the build: "x86-64-v3", "baseline", "arm64" or "generic".
  package static var cpuLevel: String { String(cString: clanes_cpu_level()) }
}
