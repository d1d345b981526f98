import CLanes

// Operators on all lanes of a mask at once, for the reason that FloatOperators.swift gives. In memory a mask is an integer for
// each lane, −1 where the mask is set, else 0; this layout of the standard library is frozen.

extension SIMDMask<SIMD8<Int32>> {
  @inlinable @inline(__always)
  package static func .& (a: Self, b: Self) -> Self { Lanes.mask(clanes_and_int(Lanes.bits(a), Lanes.bits(b))) }
  @inlinable @inline(__always)
  package static func .&= (a: inout Self, b: Self) { a = a .& b }
  @inlinable @inline(__always)
  package static func .| (a: Self, b: Self) -> Self { Lanes.mask(clanes_or_int(Lanes.bits(a), Lanes.bits(b))) }
  @inlinable @inline(__always)
  package static func .|= (a: inout Self, b: Self) { a = a .| b }
  @inlinable @inline(__always)
  package static func .^ (a: Self, b: Self) -> Self { Lanes.mask(clanes_xor_int(Lanes.bits(a), Lanes.bits(b))) }
  @inlinable @inline(__always)
  package static func .^= (a: inout Self, b: Self) { a = a .^ b }
  @inlinable @inline(__always)
  package static prefix func .! (a: Self) -> Self { Lanes.mask(clanes_xor_int(Lanes.bits(a), clanes_splat_int(-1))) }
}

extension Lanes {
  /// The mask that is set in the lanes of `bits` that are −1; the other lanes must be 0.
  @inlinable @inline(__always)
  package static func mask(_ bits: Int32x8) -> SIMDMask<Int32x8> { unsafeBitCast(bits, to: SIMDMask<Int32x8>.self) }

  /// −1 in the lanes where the mask is set, else 0.
  @inlinable @inline(__always)
  package static func bits(_ mask: SIMDMask<Int32x8>) -> Int32x8 { unsafeBitCast(mask, to: Int32x8.self) }
}
