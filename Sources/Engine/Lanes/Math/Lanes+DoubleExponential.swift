// exp, exp2, log, log2, pow and the square root of Doubles.
//
// Source: the structure of fdlibm (Sun Microsystems, 1993) for log, pairs of Doubles for log2 and pow; the polynomials are our
// own (Remez, 60 digits). Adding 1.5·2⁵² (0x1.8p52) rounds to the nearest whole number and leaves it in the low bits of the sum
// (`shifted`). ln 2 is the sum of 0x1.62e42feep-1, whose products with exponents are exact, and 0x1.a39ef35793c76p-33.
// Range: all numbers. Results that overflow are the greatest finite number, results that underflow 0. Logarithms of 0, negative
// numbers, infinity and NaN are 0, and so are exp and exp2 of NaN, and square roots of negative numbers and NaN. Worst errors:
// README.md of this module.

extension Lanes {
  /// 2ˣ
  package static func exp2(_ x: Double) -> Double { exp2(x, low: 0) }

  /// eˣ
  package static func exp(_ x: Double) -> Double {
    // For x up to −746 the result is less than half of the least denormal number; from x = 1024·ln 2 on it is above the greatest
    // finite number.
    guard x > -746 else { return 0 }
    guard x < 0x1.62e42fefa39efp+9 else { return .greatestFiniteMagnitude }
    let shifted = x * 0x1.71547652b82fep+0 + 0x1.8p52  // x/ln 2
    let k = shifted - 0x1.8p52
    let (r, low) = DoublePair.sum(x - k * 0x1.62e42feep-1, -(k * 0x1.a39ef35793c76p-33))
    var p = r * 0x1.1f8b52a3be241p-29 + 0x1.af4df5e04471ap-26
    p = p * r + 0x1.27e4ccc920a2p-22
    p = p * r + 0x1.71de022b9aeffp-19
    p = p * r + 0x1.a01a01acfd415p-16
    p = p * r + 0x1.a01a01abe9e59p-13
    p = p * r + 0x1.6c16c16c151f4p-10
    p = p * r + 0x1.11111111100d8p-7
    p = p * r + 0x1.5555555555558p-5
    p = p * r + 0x1.5555555555557p-3
    p = p * r + 0.5
    return scaled(1 + (r + (p * (r * r) + low)), shifted)
  }

  /// Natural logarithm; 0 for x ≤ 0, infinity and NaN.
  package static func log(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return 0 }
    let (k, f) = parts(x)
    let s = f / (2 + f)
    // log(1 + f) = f − (f²/2 − s·(f²/2 + R))
    let half = 0.5 * f * f
    let r = logRatioTail(s * s)
    return k * 0x1.62e42feep-1 - ((half - (s * (half + r) + k * 0x1.a39ef35793c76p-33)) - f)
  }

  /// Logarithm to the base 2; 0 for x ≤ 0, infinity and NaN.
  package static func log2(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return 0 }
    let (k, f) = parts(x)
    let pair = log2Pair(f)
    let sum = DoublePair.sum(k, pair.high)
    return sum.high + (sum.low + pair.low)
  }

  /// x to the power y; 1 where y is 0 or x is 1. Overflow gives the greatest finite number, with the sign of the power. Otherwise
  /// the result is 0 for an x of 0, an infinite x or y, NaN, and a negative x with a fractional y.
  package static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    let a = x.magnitude
    guard a > 0, a < .infinity, y.isFinite else { return 0 }
    var isNegative = false
    if x < 0 {
      guard y == y.rounded(.towardZero) else { return 0 }
      // An odd y; from 2⁵³ on all numbers are even.
      isNegative = y.magnitude < 0x1p53 && y * 0.5 != (y * 0.5).rounded(.towardZero)
    }
    let (k, f) = parts(a)
    let pair = log2Pair(f)
    let sum = DoublePair.sum(k, pair.high)
    let logarithm = DoublePair.quickSum(sum.high, sum.low + pair.low)
    let estimate = y * logarithm.high
    let power: Double
    // Beyond ±1,100 the result overflows or underflows, and the exact product could overflow.
    if estimate.magnitude < 1100 {
      let exponent = DoublePair.product(y, logarithm.high)
      power = exp2(exponent.high, low: exponent.low + y * logarithm.low)
    } else {
      power = estimate < 0 ? 0 : .greatestFiniteMagnitude
    }
    return isNegative ? -power : power
  }

  /// Square root; 0 for negatives and NaN.
  @inlinable @inline(__always)
  package static func sqrt(_ x: Double) -> Double { x > 0 ? x.squareRoot() : 0 }

  /// 2^(x + low), for |low| much smaller than 1.
  private static func exp2(_ x: Double, low: Double) -> Double {
    guard x > -1076 else { return 0 }
    guard x < 1024 else { return .greatestFiniteMagnitude }
    let shifted = x + 0x1.8p52
    let f = (x - (shifted - 0x1.8p52)) + low
    var p = f * 0x1.c4c921a146a18p-36 + 0x1.e9ec3e16c77b4p-32
    p = p * f + 0x1.e4cef6597802fp-28
    p = p * f + 0x1.b524ebc03d16cp-24
    p = p * f + 0x1.62c022495aba3p-20
    p = p * f + 0x1.ffcbfc6dad806p-17
    p = p * f + 0x1.430912f86a0ap-13
    p = p * f + 0x1.5d87fe78a3f8cp-10
    p = p * f + 0x1.3b2ab6fba4e7dp-7
    p = p * f + 0x1.c6b08d704a0c6p-5
    p = p * f + 0x1.ebfbdff82c58fp-3
    p = p * f + 0x1.62e42fefa39efp-1
    return scaled(1 + p * f, shifted)
  }

  /// p·2ᵏ for shifted = k + 1.5·2⁵². It is computed in two steps, since 2ᵏ itself may be out of range; denormal results are
  /// rounded once.
  private static func scaled(_ p: Double, _ shifted: Double) -> Double {
    let k = Int64(bitPattern: shifted.bitPattern) &- Int64(bitPattern: (0x1.8p52).bitPattern)
    let half = k &>> 1
    let scaled = p * powerOfTwo(half) * powerOfTwo(k &- half)
    return scaled < .infinity ? scaled : .greatestFiniteMagnitude
  }

  /// 2ᵏ for −1022 ≤ k ≤ 1023, by its exponent bits.
  private static func powerOfTwo(_ k: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: k &+ 1023) &<< 52)
  }

  /// k and f of x = 2ᵏ·(1 + f), √½ ≤ 1 + f < √2.
  private static func parts(_ x: Double) -> (exponent: Double, fraction: Double) {
    var bits = x.bitPattern
    var offset: Int64 = 0
    // Denormal numbers are made normal first.
    if x < 0x1p-1022 {
      bits = (x * 0x1p54).bitPattern
      offset = -54
    }
    // 0x3fe6_a09e_667f_3bcd are the bits of √½. After they are subtracted, the exponent bits are k, which changes at √½·2ᵏ, not
    // at 2ᵏ.
    let k = Int64(bitPattern: bits &- 0x3fe6_a09e_667f_3bcd) &>> 52
    let m = Double(bitPattern: bits &- UInt64(bitPattern: k &<< 52))
    return (Double(k &+ offset), m - 1)
  }

  /// R in log((1 + s)/(1 − s)) = 2s + s·R, for z = s².
  private static func logRatioTail(_ z: Double) -> Double {
    var p = z * 0x1.2b662c45cd1a5p-3 + 0x1.39fd33eb77029p-3
    p = p * z + 0x1.7462be2cf6aafp-3
    p = p * z + 0x1.c71c62c219386p-3
    p = p * z + 0x1.2492492e0efbep-2
    p = p * z + 0x1.99999999951cp-2
    p = p * z + 0x1.5555555555558p-1
    return p * z
  }

  /// log2(1 + f) to about 2⁻⁶⁶ of its size, as a pair of Doubles.
  private static func log2Pair(_ f: Double) -> (high: Double, low: Double) {
    // s = f/(2 + f) as a pair of Doubles.
    let d = DoublePair.quickSum(2, f)
    let s0 = f / d.high
    let s0d = DoublePair.product(s0, d.high)
    let s = DoublePair.quickSum(s0, ((f - s0d.high) - s0d.low - s0 * d.low) / d.high)
    let z = DoublePair.product(s, s)
    var p = z.high * 0x1.e045d54cd6c58p-4 + 0x1.df7a765a29e15p-4
    p = p * z.high + 0x1.1118d377fe269p-3
    p = p * z.high + 0x1.3b139598fa012p-3
    p = p * z.high + 0x1.745d177b2673dp-3
    p = p * z.high + 0x1.c71c71c6e9f37p-3
    p = p * z.high + 0x1.2492492492524p-2
    p = p * z.high + 0x1.999999999999ap-2
    // log(1 + f) = s·(2 + z·(2/3 + z·p))
    let c = DoublePair.quickSum(0x1.5555555555555p-1, p * z.high + 0x1.5555555555555p-55)
    let zc = DoublePair.product(z, c)
    let bracket = DoublePair.quickSum(2, zc.high)
    let factor = (high: bracket.high, low: bracket.low + zc.low)
    // The constant is 1/ln 2.
    return DoublePair.product(DoublePair.product(s, factor), (0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56))
  }
}
