import CLanes

// Arithmetic and comparisons of all lanes of a vector at once.
//
// The standard library's operators of SIMD8 are generic loops over lanes, which LLVM does not always turn back into vector
// instructions; a polynomial then takes twice as long. The compiler prefers the operators below because they are not generic.
// Their results have the same bits as those of the standard library: each operator is one operation of IEEE 754 in each lane.

extension SIMD8<Float> {
  @inlinable @inline(__always)
  package static func + (a: Self, b: Self) -> Self { clanes_add(a, b) }
  @inlinable @inline(__always)
  package static func + (a: Self, b: Float) -> Self { clanes_add(a, clanes_splat(b)) }
  @inlinable @inline(__always)
  package static func + (a: Float, b: Self) -> Self { clanes_add(clanes_splat(a), b) }
  @inlinable @inline(__always)
  package static func += (a: inout Self, b: Self) { a = clanes_add(a, b) }
  @inlinable @inline(__always)
  package static func += (a: inout Self, b: Float) { a = clanes_add(a, clanes_splat(b)) }
  @inlinable @inline(__always)
  package static func - (a: Self, b: Self) -> Self { clanes_subtract(a, b) }
  @inlinable @inline(__always)
  package static func - (a: Self, b: Float) -> Self { clanes_subtract(a, clanes_splat(b)) }
  @inlinable @inline(__always)
  package static func - (a: Float, b: Self) -> Self { clanes_subtract(clanes_splat(a), b) }
  @inlinable @inline(__always)
  package static func -= (a: inout Self, b: Self) { a = clanes_subtract(a, b) }
  @inlinable @inline(__always)
  package static func -= (a: inout Self, b: Float) { a = clanes_subtract(a, clanes_splat(b)) }
  @inlinable @inline(__always)
  package static func * (a: Self, b: Self) -> Self { clanes_multiply(a, b) }
  @inlinable @inline(__always)
  package static func * (a: Self, b: Float) -> Self { clanes_multiply(a, clanes_splat(b)) }
  @inlinable @inline(__always)
  package static func * (a: Float, b: Self) -> Self { clanes_multiply(clanes_splat(a), b) }
  @inlinable @inline(__always)
  package static func *= (a: inout Self, b: Self) { a = clanes_multiply(a, b) }
  @inlinable @inline(__always)
  package static func *= (a: inout Self, b: Float) { a = clanes_multiply(a, clanes_splat(b)) }
  @inlinable @inline(__always)
  package static func / (a: Self, b: Self) -> Self { clanes_divide(a, b) }
  @inlinable @inline(__always)
  package static func / (a: Self, b: Float) -> Self { clanes_divide(a, clanes_splat(b)) }
  @inlinable @inline(__always)
  package static func / (a: Float, b: Self) -> Self { clanes_divide(clanes_splat(a), b) }
  @inlinable @inline(__always)
  package static func /= (a: inout Self, b: Self) { a = clanes_divide(a, b) }
  @inlinable @inline(__always)
  package static func /= (a: inout Self, b: Float) { a = clanes_divide(a, clanes_splat(b)) }

  @inlinable @inline(__always)
  package static func .< (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less(a, b)) }
  @inlinable @inline(__always)
  package static func .< (a: Self, b: Float) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less(a, clanes_splat(b))) }
  @inlinable @inline(__always)
  package static func .< (a: Float, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less(clanes_splat(a), b)) }
  @inlinable @inline(__always)
  package static func .<= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_or_equal(a, b)) }
  @inlinable @inline(__always)
  package static func .<= (a: Self, b: Float) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal(a, clanes_splat(b)))
  }
  @inlinable @inline(__always)
  package static func .<= (a: Float, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal(clanes_splat(a), b))
  }
  @inlinable @inline(__always)
  package static func .> (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less(b, a)) }
  @inlinable @inline(__always)
  package static func .> (a: Self, b: Float) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less(clanes_splat(b), a)) }
  @inlinable @inline(__always)
  package static func .> (a: Float, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less(b, clanes_splat(a))) }
  @inlinable @inline(__always)
  package static func .>= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_less_or_equal(b, a)) }
  @inlinable @inline(__always)
  package static func .>= (a: Self, b: Float) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal(clanes_splat(b), a))
  }
  @inlinable @inline(__always)
  package static func .>= (a: Float, b: Self) -> SIMDMask<SIMD8<Int32>> {
    Lanes.mask(clanes_less_or_equal(b, clanes_splat(a)))
  }
  @inlinable @inline(__always)
  package static func .== (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_equal(a, b)) }
  @inlinable @inline(__always)
  package static func .== (a: Self, b: Float) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_equal(a, clanes_splat(b))) }
  @inlinable @inline(__always)
  package static func .== (a: Float, b: Self) -> SIMDMask<SIMD8<Int32>> { Lanes.mask(clanes_equal(clanes_splat(a), b)) }
  @inlinable @inline(__always)
  package static func .!= (a: Self, b: Self) -> SIMDMask<SIMD8<Int32>> { .!(a .== b) }
  @inlinable @inline(__always)
  package static func .!= (a: Self, b: Float) -> SIMDMask<SIMD8<Int32>> { .!(a .== b) }

  @inlinable @inline(__always)
  package func replacing(with replacement: Self, where mask: SIMDMask<SIMD8<Int32>>) -> Self {
    clanes_bit_select(Lanes.bits(mask), replacement, self)
  }
  @inlinable @inline(__always)
  package func replacing(with replacement: Float, where mask: SIMDMask<SIMD8<Int32>>) -> Self {
    clanes_bit_select(Lanes.bits(mask), clanes_splat(replacement), self)
  }
  @inlinable @inline(__always)
  package mutating func replace(with replacement: Self, where mask: SIMDMask<SIMD8<Int32>>) {
    self = clanes_bit_select(Lanes.bits(mask), replacement, self)
  }
  @inlinable @inline(__always)
  package mutating func replace(with replacement: Float, where mask: SIMDMask<SIMD8<Int32>>) {
    self = clanes_bit_select(Lanes.bits(mask), clanes_splat(replacement), self)
  }
}

/// Arithmetic of four floats, mostly the red, green, blue and alpha of a pixel.
extension SIMD4<Float> {
  @inlinable @inline(__always)
  package static func + (a: Self, b: Self) -> Self { clanes_add4(a, b) }
  @inlinable @inline(__always)
  package static func + (a: Self, b: Float) -> Self { clanes_add4(a, clanes_splat4(b)) }
  @inlinable @inline(__always)
  package static func + (a: Float, b: Self) -> Self { clanes_add4(clanes_splat4(a), b) }
  @inlinable @inline(__always)
  package static func += (a: inout Self, b: Self) { a = clanes_add4(a, b) }
  @inlinable @inline(__always)
  package static func += (a: inout Self, b: Float) { a = clanes_add4(a, clanes_splat4(b)) }
  @inlinable @inline(__always)
  package static func - (a: Self, b: Self) -> Self { clanes_subtract4(a, b) }
  @inlinable @inline(__always)
  package static func - (a: Self, b: Float) -> Self { clanes_subtract4(a, clanes_splat4(b)) }
  @inlinable @inline(__always)
  package static func - (a: Float, b: Self) -> Self { clanes_subtract4(clanes_splat4(a), b) }
  @inlinable @inline(__always)
  package static func -= (a: inout Self, b: Self) { a = clanes_subtract4(a, b) }
  @inlinable @inline(__always)
  package static func -= (a: inout Self, b: Float) { a = clanes_subtract4(a, clanes_splat4(b)) }
  @inlinable @inline(__always)
  package static func * (a: Self, b: Self) -> Self { clanes_multiply4(a, b) }
  @inlinable @inline(__always)
  package static func * (a: Self, b: Float) -> Self { clanes_multiply4(a, clanes_splat4(b)) }
  @inlinable @inline(__always)
  package static func * (a: Float, b: Self) -> Self { clanes_multiply4(clanes_splat4(a), b) }
  @inlinable @inline(__always)
  package static func *= (a: inout Self, b: Self) { a = clanes_multiply4(a, b) }
  @inlinable @inline(__always)
  package static func *= (a: inout Self, b: Float) { a = clanes_multiply4(a, clanes_splat4(b)) }
  @inlinable @inline(__always)
  package static func / (a: Self, b: Self) -> Self { clanes_divide4(a, b) }
  @inlinable @inline(__always)
  package static func / (a: Self, b: Float) -> Self { clanes_divide4(a, clanes_splat4(b)) }
  @inlinable @inline(__always)
  package static func / (a: Float, b: Self) -> Self { clanes_divide4(clanes_splat4(a), b) }
  @inlinable @inline(__always)
  package static func /= (a: inout Self, b: Self) { a = clanes_divide4(a, b) }
  @inlinable @inline(__always)
  package static func /= (a: inout Self, b: Float) { a = clanes_divide4(a, clanes_splat4(b)) }
}
