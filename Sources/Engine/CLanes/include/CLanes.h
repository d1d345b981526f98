// Operations for which Swift's SIMD types have no packed instruction, or use one instruction for each lane: square root,
// float <-> integer, rounding, narrowing. They are `static inline` functions over `ext_vector_type`, which Swift imports as
// SIMD8<Float> and so on. A type's name is its element and then the number of lanes: clanes_int32x8 has eight lanes of int32_t.
//
// A mask is an integer vector whose lanes are 0 (false) or -1 (true: all bits set).
//
// Every function gives the same bits on SSE2, AVX2 and ARM64: each line is an operation that IEEE 754 rounds, a
// compare with a select, or integer arithmetic. Nothing is fused.
#ifndef CLANES_H
#define CLANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

// Every function with a wide argument is inlined, so how such arguments would be passed does not matter.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

typedef float clanes_float8 __attribute__((ext_vector_type(8)));
typedef float clanes_float4 __attribute__((ext_vector_type(4)));
typedef double clanes_double4 __attribute__((ext_vector_type(4)));
typedef int32_t clanes_int32x8 __attribute__((ext_vector_type(8)));
typedef uint32_t clanes_uint32x8 __attribute__((ext_vector_type(8)));
typedef int32_t clanes_int32x4 __attribute__((ext_vector_type(4)));
typedef int64_t clanes_int64x4 __attribute__((ext_vector_type(4)));
typedef uint8_t clanes_uint8x16 __attribute__((ext_vector_type(16)));
typedef uint8_t clanes_uint8x32 __attribute__((ext_vector_type(32)));
typedef uint8_t clanes_uint8x8 __attribute__((ext_vector_type(8)));
typedef uint16_t clanes_uint16x16 __attribute__((ext_vector_type(16)));
typedef int16_t clanes_int16x16 __attribute__((ext_vector_type(16)));
typedef uint16_t clanes_uint16x8 __attribute__((ext_vector_type(8)));
typedef int16_t clanes_int16x8 __attribute__((ext_vector_type(8)));

#define CLANES_INLINE static inline __attribute__((always_inline, const, unused))

// Whether the build's instruction set has packed rounding; without it clanes_floor and clanes_round convert to integers and
// back.
#if defined(__SSE4_1__) || defined(__aarch64__)
#define CLANES_HAS_ROUNDING 1
#else
#define CLANES_HAS_ROUNDING 0
#endif

// `yes` in the lanes where the mask is set, else `no`.
CLANES_INLINE clanes_int32x8 clanes_bit_select_int(clanes_int32x8 mask, clanes_int32x8 yes, clanes_int32x8 no) {
  return (mask & yes) | (~mask & no);
}
CLANES_INLINE clanes_float8 clanes_bit_select(clanes_int32x8 mask, clanes_float8 yes, clanes_float8 no) {
  return (clanes_float8)((mask & (clanes_int32x8)yes) | (~mask & (clanes_int32x8)no));
}

// a < b ? a : b, so b where either is NaN.
CLANES_INLINE clanes_float8 clanes_min(clanes_float8 a, clanes_float8 b) {
  clanes_int32x8 less = a < b;
  return clanes_bit_select(less, a, b);
}

// a > b ? a : b, so b where either is NaN.
CLANES_INLINE clanes_float8 clanes_max(clanes_float8 a, clanes_float8 b) {
  clanes_int32x8 more = a > b;
  return clanes_bit_select(more, a, b);
}

// Arithmetic and comparisons on whole vectors. Swift's operators of SIMD8 are loops over lanes, which LLVM does not always turn back
// into vector instructions; each of these is one vector operation by construction.
#define CLANES_ARITHMETIC(type, suffix)                                                        \
  CLANES_INLINE type clanes_add##suffix(type a, type b) { return a + b; }                      \
  CLANES_INLINE type clanes_subtract##suffix(type a, type b) { return a - b; }                 \
  CLANES_INLINE type clanes_multiply##suffix(type a, type b) { return a * b; }
#define CLANES_DIVISION(type, suffix) \
  CLANES_INLINE type clanes_divide##suffix(type a, type b) { return a / b; }
#define CLANES_COMPARISONS(type, suffix)                                                                         \
  CLANES_INLINE clanes_int32x8 clanes_less##suffix(type a, type b) { return (clanes_int32x8)(a < b); }           \
  CLANES_INLINE clanes_int32x8 clanes_less_or_equal##suffix(type a, type b) { return (clanes_int32x8)(a <= b); } \
  CLANES_INLINE clanes_int32x8 clanes_equal##suffix(type a, type b) { return (clanes_int32x8)(a == b); }
// Shift counts are taken modulo 32. `shift_right` copies the sign bit for signed lanes and fills with zeros for unsigned ones.
#define CLANES_BITS(type, suffix)                                                                      \
  CLANES_INLINE type clanes_and##suffix(type a, type b) { return a & b; }                              \
  CLANES_INLINE type clanes_or##suffix(type a, type b) { return a | b; }                               \
  CLANES_INLINE type clanes_xor##suffix(type a, type b) { return a ^ b; }                              \
  CLANES_INLINE type clanes_shift_left##suffix(type a, type b) { return a << (b & 31); }               \
  CLANES_INLINE type clanes_shift_right##suffix(type a, type b) { return a >> (b & 31); }

CLANES_INLINE clanes_float8 clanes_splat(float x) { return (clanes_float8)x; }
CLANES_INLINE clanes_float4 clanes_splat4(float x) { return (clanes_float4)x; }
CLANES_INLINE clanes_int32x8 clanes_splat_int(int32_t x) { return (clanes_int32x8)x; }
CLANES_INLINE clanes_uint32x8 clanes_splat_uint(uint32_t x) { return (clanes_uint32x8)x; }
CLANES_ARITHMETIC(clanes_float8, )
CLANES_DIVISION(clanes_float8, )
CLANES_COMPARISONS(clanes_float8, )
CLANES_ARITHMETIC(clanes_float4, 4)
CLANES_DIVISION(clanes_float4, 4)
// Signed overflow is undefined in C, so int32_t has no CLANES_ARITHMETIC: its functions below compute with unsigned lanes, which wrap.
CLANES_ARITHMETIC(clanes_uint32x8, _uint)
CLANES_BITS(clanes_uint32x8, _uint)
CLANES_COMPARISONS(clanes_uint32x8, _uint)
CLANES_BITS(clanes_int32x8, _int)
CLANES_COMPARISONS(clanes_int32x8, _int)
CLANES_INLINE clanes_int32x8 clanes_add_int(clanes_int32x8 a, clanes_int32x8 b) {
  return (clanes_int32x8)((clanes_uint32x8)a + (clanes_uint32x8)b);
}
CLANES_INLINE clanes_int32x8 clanes_subtract_int(clanes_int32x8 a, clanes_int32x8 b) {
  return (clanes_int32x8)((clanes_uint32x8)a - (clanes_uint32x8)b);
}
CLANES_INLINE clanes_int32x8 clanes_multiply_int(clanes_int32x8 a, clanes_int32x8 b) {
  return (clanes_int32x8)((clanes_uint32x8)a * (clanes_uint32x8)b);
}

CLANES_INLINE clanes_float8 clanes_sqrt(clanes_float8 x) { return __builtin_elementwise_sqrt(x); }
CLANES_INLINE clanes_double4 clanes_sqrt_double(clanes_double4 x) { return __builtin_elementwise_sqrt(x); }

// Towards zero. Defined only for -2^31 <= x < 2^31.
CLANES_INLINE clanes_int32x8 clanes_truncate_in_range(clanes_float8 x) {
  return __builtin_convertvector(x, clanes_int32x8);
}

// Towards zero, clamped to the range of int32_t; NaN becomes its lowest number.
CLANES_INLINE clanes_int32x8 clanes_truncate(clanes_float8 x) {
  // -2^31, and the greatest float below 2^31.
  clanes_float8 low = -2147483648.0f, high = 2147483520.0f;
  return __builtin_convertvector(clanes_min(clanes_max(x, low), high), clanes_int32x8);
}

// The whole number at or below x, keeping the sign of -0.
CLANES_INLINE clanes_float8 clanes_floor(clanes_float8 x) {
#if CLANES_HAS_ROUNDING
  return __builtin_elementwise_floor(x);
#else
  clanes_int32x8 bits = (clanes_int32x8)x, magnitude = bits & 0x7fffffff;
  clanes_int32x8 is_small = magnitude < 0x4b000000;  // the bits of 2^23, from which on every float is whole
  clanes_float8 small = (clanes_float8)(bits & is_small);
  clanes_float8 whole = __builtin_convertvector(__builtin_convertvector(small, clanes_int32x8), clanes_float8);
  clanes_int32x8 is_above = whole > x;
  clanes_float8 one = 1.0f;
  whole -= (clanes_float8)(is_above & (clanes_int32x8)one);
  whole = (clanes_float8)((clanes_int32x8)whole | (bits & (int32_t)0x80000000));
  return clanes_bit_select(is_small, whole, x);
#endif
}

// The nearest whole number, halves to even, keeping the sign of -0. Without packed rounding: floats from 2^23 on are whole, so
// that adding 2^23 with the sign of x rounds x, and subtracting it again gives the result.
CLANES_INLINE clanes_float8 clanes_round(clanes_float8 x) {
#if CLANES_HAS_ROUNDING
  return __builtin_elementwise_roundeven(x);
#else
  clanes_int32x8 bits = (clanes_int32x8)x, sign = bits & (int32_t)0x80000000;
  clanes_int32x8 is_small = (bits & 0x7fffffff) < 0x4b000000;
  clanes_float8 two23 = 8388608.0f;
  clanes_float8 signed_two23 = (clanes_float8)((clanes_int32x8)two23 | sign);
  clanes_float8 whole = (x + signed_two23) - signed_two23;
  whole = (clanes_float8)((clanes_int32x8)whole | sign);
  return clanes_bit_select(is_small, whole, x);
#endif
}

// Rounds down to int32_t. Defined only for -2^31 <= x < 2^31.
CLANES_INLINE clanes_int32x8 clanes_floor_to_int(clanes_float8 x) {
#if CLANES_HAS_ROUNDING
  return __builtin_convertvector(__builtin_elementwise_floor(x), clanes_int32x8);
#else
  clanes_int32x8 whole = __builtin_convertvector(x, clanes_int32x8);
  clanes_int32x8 is_above = __builtin_convertvector(whole, clanes_float8) > x;
  return whole + is_above;  // true is -1
#endif
}

// The nearest float of each integer.
CLANES_INLINE clanes_float8 clanes_from_int(clanes_int32x8 x) { return __builtin_convertvector(x, clanes_float8); }

// The coordinate of the noise lattice's point at or below x, clamped to the range of int32_t. x is counted in cells of the
// lattice. With `period` > 0 the lattice repeats after that many cells, and the result lies in 0 ..< period (exact for
// |x| < 2^22); with 0 it never repeats.
CLANES_INLINE clanes_int32x8 clanes_noise_cell(clanes_float8 x, int32_t period) {
  clanes_float8 limit = 2147483520.0f;  // the greatest float below 2^31
  clanes_float8 whole = clanes_floor(clanes_min(clanes_max(x, -limit), limit));
  if (period > 0) {
    // The quotient of two whole numbers below 2^22 never rounds up to the next whole number.
    clanes_float8 divisor = (float)period;
    whole = whole - clanes_floor(whole / divisor) * divisor;
  }
  return __builtin_convertvector(whole, clanes_int32x8);
}

// The coordinate of the lattice's point after `low`: low + 1, or 0 where that equals a `period` above 0.
CLANES_INLINE clanes_int32x8 clanes_noise_next(clanes_int32x8 low, int32_t period) {
  clanes_int32x8 next = low + 1;
  if (period > 0) next &= ~(next == period);
  return next;
}

// The distance of x from the lattice point at or below it, 0...1.
CLANES_INLINE clanes_float8 clanes_noise_fraction(clanes_float8 x) {
  clanes_float8 limit = 2147483520.0f, zero = 0.0f, one = 1.0f;
  clanes_float8 fraction = x - clanes_floor(clanes_min(clanes_max(x, -limit), limit));
  return clanes_min(clanes_max(fraction, zero), one);
}

// Eight floats from and to two vectors of four doubles: lanes 0 ... 3 (low) and 4 ... 7 (high).
CLANES_INLINE clanes_double4 clanes_widen_low(clanes_float8 x) { return __builtin_convertvector(x.lo, clanes_double4); }
CLANES_INLINE clanes_double4 clanes_widen_high(clanes_float8 x) { return __builtin_convertvector(x.hi, clanes_double4); }
CLANES_INLINE clanes_float8 clanes_narrow(clanes_double4 low, clanes_double4 high) {
  clanes_float4 a = __builtin_convertvector(low, clanes_float4), b = __builtin_convertvector(high, clanes_float4);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}

// The lowest byte, or the lowest 16 bits, of each lane: a shuffle, no saturation.
CLANES_INLINE clanes_uint8x8 clanes_low_bytes(clanes_int32x8 x) { return __builtin_convertvector(x, clanes_uint8x8); }
CLANES_INLINE clanes_uint16x8 clanes_low_words(clanes_int32x8 x) { return __builtin_convertvector(x, clanes_uint16x8); }

// Packs 32 integers of 0...255 as bytes, or 16 of 0...65535 as 16 bits, in the order of the arguments and their lanes. For integers
// outside of that range the results differ from build to build.
CLANES_INLINE clanes_uint8x32 clanes_pack_bytes(
    clanes_int32x8 a, clanes_int32x8 b, clanes_int32x8 c, clanes_int32x8 d) {
#if defined(__AVX2__)
  // AVX2 packs the two 128-bit halves of a register separately; the permutation puts the groups of four codes in order.
  clanes_int16x16 first = (clanes_int16x16)__builtin_ia32_packusdw256(a, b);
  clanes_int16x16 second = (clanes_int16x16)__builtin_ia32_packusdw256(c, d);
  clanes_int32x8 fours = (clanes_int32x8)__builtin_ia32_packuswb256(first, second);
  return (clanes_uint8x32)__builtin_shufflevector(fours, fours, 0, 4, 1, 5, 2, 6, 3, 7);
#else
  clanes_uint8x8 p = __builtin_convertvector(a, clanes_uint8x8), q = __builtin_convertvector(b, clanes_uint8x8);
  clanes_uint8x8 r = __builtin_convertvector(c, clanes_uint8x8), s = __builtin_convertvector(d, clanes_uint8x8);
  clanes_uint8x16 first = __builtin_shufflevector(p, q, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  clanes_uint8x16 second = __builtin_shufflevector(r, s, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                                 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
#endif
}
CLANES_INLINE clanes_uint16x16 clanes_pack_words(clanes_int32x8 a, clanes_int32x8 b) {
#if defined(__AVX2__)
  clanes_int64x4 fours = (clanes_int64x4)__builtin_ia32_packusdw256(a, b);
  return (clanes_uint16x16)__builtin_shufflevector(fours, fours, 0, 2, 1, 3);
#else
  clanes_uint16x8 p = __builtin_convertvector(a, clanes_uint16x8), q = __builtin_convertvector(b, clanes_uint16x8);
  return __builtin_shufflevector(p, q, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

// The three lowest bytes of each of the lanes 0 ... 3 (first) or 4 ... 7 (last), one lane after the other: 12 bytes. The last
// four bytes of the result are undefined.
CLANES_INLINE clanes_uint8x16 clanes_low_three_bytes_first(clanes_int32x8 x) {
  clanes_uint8x32 all = (clanes_uint8x32)x;
  return __builtin_shufflevector(all, all, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 12, 13, 14, 15);
}
CLANES_INLINE clanes_uint8x16 clanes_low_three_bytes_last(clanes_int32x8 x) {
  clanes_uint8x32 all = (clanes_uint8x32)x;
  return __builtin_shufflevector(all, all, 16, 17, 18, 20, 21, 22, 24, 25, 26, 28, 29, 30, 28, 29, 30, 31);
}

// Unsigned numbers in wider lanes: bytes as 16 bits, bytes as 32 bits, 16 bits as 32 bits.
CLANES_INLINE clanes_uint16x8 clanes_bytes_to_words(clanes_uint8x8 x) {
  return __builtin_convertvector(x, clanes_uint16x8);
}
CLANES_INLINE clanes_int32x8 clanes_bytes_to_ints(clanes_uint8x8 x) { return __builtin_convertvector(x, clanes_int32x8); }
CLANES_INLINE clanes_int32x8 clanes_words_to_ints(clanes_uint16x8 x) {
  return __builtin_convertvector(x, clanes_int32x8);
}

// Returns x, hidden from the optimizer. Without this barrier LLVM's vector combiner moves a shuffle back into the arithmetic
// before it and splits that into smaller vectors, which made an interpolation four times slower.
CLANES_INLINE clanes_float8 clanes_optimizer_barrier(clanes_float8 x) {
#if defined(__AVX__)
  __asm__("" : "+x"(x));
#endif
  return x;
}

// The lanes of a and b in turn: a0 b0 ... a3 b3 (low), and a4 b4 ... a7 b7 (high).
CLANES_INLINE clanes_float8 clanes_interleave_low(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
CLANES_INLINE clanes_float8 clanes_interleave_high(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
// The inverse: of the 16 lanes a0 ... a7 b0 ... b7 the eight with an even index, or the eight with an odd index.
CLANES_INLINE clanes_float8 clanes_evens(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
}
CLANES_INLINE clanes_float8 clanes_odds(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
}

// Copies lane 0 (1, 2, 3) of each half of x to all four lanes of that half.
CLANES_INLINE clanes_float8 clanes_spread0(clanes_float8 x) { return __builtin_shufflevector(x, x, 0, 0, 0, 0, 4, 4, 4, 4); }
CLANES_INLINE clanes_float8 clanes_spread1(clanes_float8 x) { return __builtin_shufflevector(x, x, 1, 1, 1, 1, 5, 5, 5, 5); }
CLANES_INLINE clanes_float8 clanes_spread2(clanes_float8 x) { return __builtin_shufflevector(x, x, 2, 2, 2, 2, 6, 6, 6, 6); }
CLANES_INLINE clanes_float8 clanes_spread3(clanes_float8 x) { return __builtin_shufflevector(x, x, 3, 3, 3, 3, 7, 7, 7, 7); }

// The two low halves, or the two high halves, of a and b.
CLANES_INLINE clanes_float8 clanes_low_halves(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
}
CLANES_INLINE clanes_float8 clanes_high_halves(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}

// The steps that transpose 4 x 4 floats in each half, where a0 ... a3 and b0 ... b3 are the lanes of one half of a and b. First step:
// a0 b0 a1 b1 (unpack_low) and a2 b2 a3 b3 (unpack_high). Second step: a0 a1 b0 b1 (first_pairs) and a2 a3 b2 b3 (second_pairs).
CLANES_INLINE clanes_float8 clanes_unpack_low(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
CLANES_INLINE clanes_float8 clanes_unpack_high(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
CLANES_INLINE clanes_float8 clanes_first_pairs(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
}
CLANES_INLINE clanes_float8 clanes_second_pairs(clanes_float8 a, clanes_float8 b) {
  return __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
}

// Whether a is the same as b, and c the same as d, bit by bit.
CLANES_INLINE bool clanes_have_same_bits(clanes_float8 a, clanes_float8 b, clanes_float8 c, clanes_float8 d) {
  clanes_int32x8 first = (clanes_int32x8)a ^ (clanes_int32x8)b, second = (clanes_int32x8)c ^ (clanes_int32x8)d;
  return __builtin_reduce_or(first | second) == 0;
}

// Whether any bit of any lane is set.
CLANES_INLINE bool clanes_any_set(clanes_int32x8 x) { return __builtin_reduce_or(x) != 0; }

// The sign bits of eight lanes: bit i is that of lane i.
CLANES_INLINE int32_t clanes_sign_bits(clanes_int32x8 x) {
#if defined(__AVX__)
  return __builtin_ia32_movmskps256((clanes_float8)x);
#else
  int32_t bits = 0;
  for (int lane = 0; lane < 8; lane++) bits |= (int32_t)((uint32_t)x[lane] >> 31) << lane;
  return bits;
#endif
}

// The order for clanes_permute that moves the lanes whose bit is set in `bits` to the front, side by side. The entries after
// them are 0.
extern const uint8_t clanes_set_bits[256][8];
CLANES_INLINE clanes_int32x8 clanes_packing_order(int32_t bits) {
  clanes_uint8x8 order;
  __builtin_memcpy(&order, clanes_set_bits[bits & 255], 8);
  return __builtin_convertvector(order, clanes_int32x8);
}
// Lane i of the result is lane order[i] of x, for orders of 0 ... 7.
CLANES_INLINE clanes_float8 clanes_permute(clanes_float8 x, clanes_int32x8 order) {
#if defined(__AVX2__)
  return __builtin_ia32_permvarsf256(x, order);
#else
  clanes_float8 result;
  for (int lane = 0; lane < 8; lane++) result[lane] = x[order[lane] & 7];
  return result;
#endif
}

// Whether any lane is greater than `limit`.
CLANES_INLINE bool clanes_any_above(clanes_float8 x, float limit) { return __builtin_reduce_or(x > limit) != 0; }

// 0, 1, ... 7 in lanes 0 to 7. Read from memory: where the compiler knows that a lane of a summand is 0, it splits the sum into
// smaller vectors.
extern const clanes_float8 clanes_lane_number_values;
CLANES_INLINE clanes_float8 clanes_lane_numbers(void) { return clanes_lane_number_values; }

// Asks the CPU to load the cache line at `address`, which will soon be read. No result depends on it; any address is allowed.
static inline __attribute__((always_inline, unused)) void clanes_prefetch(const void *address) {
  __builtin_prefetch(address, 0, 3);  // for reading, into the first-level cache
}

// Writes x to memory past the cache, for results that will not be read soon: the cache line is not fetched first, and no other
// line is evicted.
// `address` is a multiple of 32 bytes. clanes_end_streaming must follow before another thread reads what was written.
static inline __attribute__((always_inline, unused)) void clanes_stream(float *address, clanes_float8 x) {
  __builtin_nontemporal_store(x, (clanes_float8 *)address);
}
static inline __attribute__((always_inline, unused)) void clanes_end_streaming(void) {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

// One float towards zero in one instruction. Defined only for |x| < 2^31.
CLANES_INLINE int64_t clanes_truncate_scalar_in_range(float x) { return (int32_t)x; }

// Whether this CPU has the level that the package was compiled for. Uses no instruction above the baseline.
bool clanes_cpu_is_sufficient(void);

// The level that the package was compiled for: "x86-64-v3", "baseline" or the architecture's name.
const char *clanes_cpu_level(void);

// Whether this CPU runs machine code with AVX2 instructions, whatever the package was compiled for. The environment variable
// MOTES_INTERPRET denies it, so that tests can compare what is drawn with and without machine code.
bool clanes_runs_machine_code(void);

// Executable memory that holds `count` bytes of machine code; NULL if the system gives none. It is freed with the same number of bytes.
void *clanes_make_code(const uint8_t *bytes, size_t count);
void clanes_free_code(void *code, size_t count);

// Runs a routine that was made for it: its arguments are `base` twice, and a number of blocks above 0.
static inline __attribute__((always_inline, unused)) void clanes_run_code(const void *code, float *base, int64_t blocks) {
  ((void (*)(float *, float *, int64_t))code)(base, base, blocks);
}

// Memory whose bytes are zero, aligned to 64 bytes; NULL if none could be allocated. It is freed with the same number of bytes.
void *clanes_allocate_zeroed(size_t bytes);

// Ends the process with a sentence, since there is no memory for a block. As where Swift itself finds no memory, nothing can go on.
_Noreturn void clanes_end_without_memory(size_t bytes);

void clanes_free_zeroed(void *block, size_t bytes);

#pragma clang diagnostic pop

#endif
