import CLanes

// Operators on all lanes of a vector of whole numbers at once, for the reason that FloatOperators.swift gives. Nothing traps:
// results wrap around, and shift counts are taken modulo 32.

extension SIMD8<Int32> {
  @inlinable @inline(__always)
  package static func &+ (a: Self, b: Self) -> Self { clanes_add_int(a, b) }
  @inlinable @inline(__always)
  package static func &+ (a: Self, b: Int32) -> Self { clanes_add_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &+ (a: Int32, b: Self) -> Self { clanes_add_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func &+= (a: inout Self, b: Self) { a = clanes_add_int(a, b) }
  @inlinable @inline(__always)
  package static func &+= (a: inout Self, b: Int32) { a = clanes_add_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &- (a: Self, b: Self) -> Self { clanes_subtract_int(a, b) }
  @inlinable @inline(__always)
  package static func &- (a: Self, b: Int32) -> Self { clanes_subtract_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &- (a: Int32, b: Self) -> Self { clanes_subtract_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func &-= (a: inout Self, b: Self) { a = clanes_subtract_int(a, b) }
  @inlinable @inline(__always)
  package static func &-= (a: inout Self, b: Int32) { a = clanes_subtract_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &* (a: Self, b: Self) -> Self { clanes_multiply_int(a, b) }
  @inlinable @inline(__always)
  package static func &* (a: Self, b: Int32) -> Self { clanes_multiply_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &* (a: Int32, b: Self) -> Self { clanes_multiply_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func &*= (a: inout Self, b: Self) { a = clanes_multiply_int(a, b) }
  @inlinable @inline(__always)
  package static func &*= (a: inout Self, b: Int32) { a = clanes_multiply_int(a, clanes_splat_int(b)) }

  @inlinable @inline(__always)
  package static func & (a: Self, b: Self) -> Self { clanes_and_int(a, b) }
  @inlinable @inline(__always)
  package static func & (a: Self, b: Int32) -> Self { clanes_and_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func & (a: Int32, b: Self) -> Self { clanes_and_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func &= (a: inout Self, b: Self) { a = clanes_and_int(a, b) }
  @inlinable @inline(__always)
  package static func &= (a: inout Self, b: Int32) { a = clanes_and_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func | (a: Self, b: Self) -> Self { clanes_or_int(a, b) }
  @inlinable @inline(__always)
  package static func | (a: Self, b: Int32) -> Self { clanes_or_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func | (a: Int32, b: Self) -> Self { clanes_or_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func |= (a: inout Self, b: Self) { a = clanes_or_int(a, b) }
  @inlinable @inline(__always)
  package static func |= (a: inout Self, b: Int32) { a = clanes_or_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func ^ (a: Self, b: Self) -> Self { clanes_xor_int(a, b) }
  @inlinable @inline(__always)
  package static func ^ (a: Self, b: Int32) -> Self { clanes_xor_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func ^ (a: Int32, b: Self) -> Self { clanes_xor_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func ^= (a: inout Self, b: Self) { a = clanes_xor_int(a, b) }
  @inlinable @inline(__always)
  package static func ^= (a: inout Self, b: Int32) { a = clanes_xor_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &<< (a: Self, b: Self) -> Self { clanes_shift_left_int(a, b) }
  @inlinable @inline(__always)
  package static func &<< (a: Self, b: Int32) -> Self { clanes_shift_left_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &<< (a: Int32, b: Self) -> Self { clanes_shift_left_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func &<<= (a: inout Self, b: Self) { a = clanes_shift_left_int(a, b) }
  @inlinable @inline(__always)
  package static func &<<= (a: inout Self, b: Int32) { a = clanes_shift_left_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &>> (a: Self, b: Self) -> Self { clanes_shift_right_int(a, b) }
  @inlinable @inline(__always)
  package static func &>> (a: Self, b: Int32) -> Self { clanes_shift_right_int(a, clanes_splat_int(b)) }
  @inlinable @inline(__always)
  package static func &>> (a: Int32, b: Self) -> Self { clanes_shift_right_int(clanes_splat_int(a), b) }
  @inlinable @inline(__always)
  package static func &>>= (a: inout Self, b: Self) { a = clanes_shift_right_int(a, b) }
  @inlinable @inline(__always)
  package static func &>>= (a: inout Self, b: Int32) { a = clanes_shift_right_int(a, clanes_splat_int(b)) }

  @inlinable @inline(__always)
  package static func .< (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_int(a, b)) }
  @inlinable @inline(__always)
  package static func .< (a: Self, b: Int32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_int(a, clanes_splat_int(b)))
  }
  @inlinable @inline(__always)
  package static func .< (a: Int32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_int(clanes_splat_int(a), b))
  }
  @inlinable @inline(__always)
  package static func .<= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_or_equal_int(a, b)) }
  @inlinable @inline(__always)
  package static func .<= (a: Self, b: Int32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_int(a, clanes_splat_int(b)))
  }
  @inlinable @inline(__always)
  package static func .<= (a: Int32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_int(clanes_splat_int(a), b))
  }
  @inlinable @inline(__always)
  package static func .> (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_int(b, a)) }
  @inlinable @inline(__always)
  package static func .> (a: Self, b: Int32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_int(clanes_splat_int(b), a))
  }
  @inlinable @inline(__always)
  package static func .> (a: Int32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_int(b, clanes_splat_int(a)))
  }
  @inlinable @inline(__always)
  package static func .>= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_or_equal_int(b, a)) }
  @inlinable @inline(__always)
  package static func .>= (a: Self, b: Int32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_int(clanes_splat_int(b), a))
  }
  @inlinable @inline(__always)
  package static func .>= (a: Int32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_int(b, clanes_splat_int(a)))
  }
  @inlinable @inline(__always)
  package static func .== (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_equal_int(a, b)) }
  @inlinable @inline(__always)
  package static func .== (a: Self, b: Int32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_equal_int(a, clanes_splat_int(b)))
  }
  @inlinable @inline(__always)
  package static func .== (a: Int32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_equal_int(clanes_splat_int(a), b))
  }
  @inlinable @inline(__always)
  package static func .!= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { .!(a .== b) }
  @inlinable @inline(__always)
  package static func .!= (a: Self, b: Int32) -> SIMDMask<SIMD8<Int32>> { .!(a .== b) }

  @inlinable @inline(__always)
  package func replacing(with replacement: Self, where mask: SIMDMask<SIMD8<Int32>>) -> Self {
    clanes_bit_select_int(Lanes.bits(mask), replacement, self)
  }
  @inlinable @inline(__always)
  package func replacing(with replacement: Int32, where mask: SIMDMask<SIMD8<Int32>>) -> Self {
    clanes_bit_select_int(Lanes.bits(mask), clanes_splat_int(replacement), self)
  }
}

extension SIMD8<UInt32> {
  @inlinable @inline(__always)
  package static func &+ (a: Self, b: Self) -> Self { clanes_add_uint(a, b) }
  @inlinable @inline(__always)
  package static func &+ (a: Self, b: UInt32) -> Self { clanes_add_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &+ (a: UInt32, b: Self) -> Self { clanes_add_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func &+= (a: inout Self, b: Self) { a = clanes_add_uint(a, b) }
  @inlinable @inline(__always)
  package static func &+= (a: inout Self, b: UInt32) { a = clanes_add_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &- (a: Self, b: Self) -> Self { clanes_subtract_uint(a, b) }
  @inlinable @inline(__always)
  package static func &- (a: Self, b: UInt32) -> Self { clanes_subtract_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &- (a: UInt32, b: Self) -> Self { clanes_subtract_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func &-= (a: inout Self, b: Self) { a = clanes_subtract_uint(a, b) }
  @inlinable @inline(__always)
  package static func &-= (a: inout Self, b: UInt32) { a = clanes_subtract_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &* (a: Self, b: Self) -> Self { clanes_multiply_uint(a, b) }
  @inlinable @inline(__always)
  package static func &* (a: Self, b: UInt32) -> Self { clanes_multiply_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &* (a: UInt32, b: Self) -> Self { clanes_multiply_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func &*= (a: inout Self, b: Self) { a = clanes_multiply_uint(a, b) }
  @inlinable @inline(__always)
  package static func &*= (a: inout Self, b: UInt32) { a = clanes_multiply_uint(a, clanes_splat_uint(b)) }

  @inlinable @inline(__always)
  package static func & (a: Self, b: Self) -> Self { clanes_and_uint(a, b) }
  @inlinable @inline(__always)
  package static func & (a: Self, b: UInt32) -> Self { clanes_and_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func & (a: UInt32, b: Self) -> Self { clanes_and_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func &= (a: inout Self, b: Self) { a = clanes_and_uint(a, b) }
  @inlinable @inline(__always)
  package static func &= (a: inout Self, b: UInt32) { a = clanes_and_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func | (a: Self, b: Self) -> Self { clanes_or_uint(a, b) }
  @inlinable @inline(__always)
  package static func | (a: Self, b: UInt32) -> Self { clanes_or_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func | (a: UInt32, b: Self) -> Self { clanes_or_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func |= (a: inout Self, b: Self) { a = clanes_or_uint(a, b) }
  @inlinable @inline(__always)
  package static func |= (a: inout Self, b: UInt32) { a = clanes_or_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func ^ (a: Self, b: Self) -> Self { clanes_xor_uint(a, b) }
  @inlinable @inline(__always)
  package static func ^ (a: Self, b: UInt32) -> Self { clanes_xor_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func ^ (a: UInt32, b: Self) -> Self { clanes_xor_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func ^= (a: inout Self, b: Self) { a = clanes_xor_uint(a, b) }
  @inlinable @inline(__always)
  package static func ^= (a: inout Self, b: UInt32) { a = clanes_xor_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &<< (a: Self, b: Self) -> Self { clanes_shift_left_uint(a, b) }
  @inlinable @inline(__always)
  package static func &<< (a: Self, b: UInt32) -> Self { clanes_shift_left_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &<< (a: UInt32, b: Self) -> Self { clanes_shift_left_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func &<<= (a: inout Self, b: Self) { a = clanes_shift_left_uint(a, b) }
  @inlinable @inline(__always)
  package static func &<<= (a: inout Self, b: UInt32) { a = clanes_shift_left_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &>> (a: Self, b: Self) -> Self { clanes_shift_right_uint(a, b) }
  @inlinable @inline(__always)
  package static func &>> (a: Self, b: UInt32) -> Self { clanes_shift_right_uint(a, clanes_splat_uint(b)) }
  @inlinable @inline(__always)
  package static func &>> (a: UInt32, b: Self) -> Self { clanes_shift_right_uint(clanes_splat_uint(a), b) }
  @inlinable @inline(__always)
  package static func &>>= (a: inout Self, b: Self) { a = clanes_shift_right_uint(a, b) }
  @inlinable @inline(__always)
  package static func &>>= (a: inout Self, b: UInt32) { a = clanes_shift_right_uint(a, clanes_splat_uint(b)) }

  @inlinable @inline(__always)
  package static func .< (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_uint(a, b)) }
  @inlinable @inline(__always)
  package static func .< (a: Self, b: UInt32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_uint(a, clanes_splat_uint(b)))
  }
  @inlinable @inline(__always)
  package static func .< (a: UInt32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_uint(clanes_splat_uint(a), b))
  }
  @inlinable @inline(__always)
  package static func .<= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_or_equal_uint(a, b)) }
  @inlinable @inline(__always)
  package static func .<= (a: Self, b: UInt32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_uint(a, clanes_splat_uint(b)))
  }
  @inlinable @inline(__always)
  package static func .<= (a: UInt32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_uint(clanes_splat_uint(a), b))
  }
  @inlinable @inline(__always)
  package static func .> (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_uint(b, a)) }
  @inlinable @inline(__always)
  package static func .> (a: Self, b: UInt32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_uint(clanes_splat_uint(b), a))
  }
  @inlinable @inline(__always)
  package static func .> (a: UInt32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_uint(b, clanes_splat_uint(a)))
  }
  @inlinable @inline(__always)
  package static func .>= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_or_equal_uint(b, a)) }
  @inlinable @inline(__always)
  package static func .>= (a: Self, b: UInt32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_uint(clanes_splat_uint(b), a))
  }
  @inlinable @inline(__always)
  package static func .>= (a: UInt32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal_uint(b, clanes_splat_uint(a)))
  }
  @inlinable @inline(__always)
  package static func .== (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_equal_uint(a, b)) }
  @inlinable @inline(__always)
  package static func .== (a: Self, b: UInt32) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_equal_uint(a, clanes_splat_uint(b)))
  }
  @inlinable @inline(__always)
  package static func .== (a: UInt32, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_equal_uint(clanes_splat_uint(a), b))
  }
  @inlinable @inline(__always)
  package static func .!= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { .!(a .== b) }
  @inlinable @inline(__always)
  package static func .!= (a: Self, b: UInt32) -> SIMDMask<SIMD8<Int32>> { .!(a .== b) }
}
