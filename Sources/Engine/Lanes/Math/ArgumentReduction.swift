// Reduction of an angle in radians to n quarter turns and a remainder of at most π/4, as a pair of Doubles.
//
// Source: below 1.6·10⁶ Cody and Waite (1980) with π/2 in four parts, the first three of 33 bits; above, Payne and
// Hanek (1983): the product of the significand with those 192 bits of 2/π that decide the quadrant and the fraction.
// Range: all finite numbers. Error: below 2⁻⁶⁰ of the remainder. Cost: 30 operations, above 1.6·10⁶ about 100.
enum ArgumentReduction {
  /// The number n of quarter turns, modulo 4, and the remainder as the sum high + low. All are 0 for NaN and infinities.
  static func quarterTurns(_ x: Double) -> (n: Int, high: Double, low: Double) {
    // An angle below π/4 is its own remainder.
    if x.magnitude < 0x1.921fb54442d18p-1 { return (0, x, 0) }
    if x.magnitude < 1_600_000 { return byParts(x) }
    return x.isFinite ? byWords(x) : (0, 0, 0)
  }

  /// After Cody and Waite: subtracts the quarter turns from the argument, part by part of π/2.
  private static func byParts(_ x: Double) -> (n: Int, high: Double, low: Double) {
    // x · 2/π. Adding 1.5·2⁵² rounds to q, the nearest whole number of quarter turns, and leaves it in the low bits of the sum.
    let shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52
    let q = shifted - 0x1.8p52
    // q has 20 bits, so its products with parts of 33 bits are exact.
    let first = x - q * 0x1.921fb544p+0
    let second = DoublePair.sum(first, -(q * 0x1.0b4611a6p-34))
    let third = DoublePair.sum(second.high, -(q * 0x1.3198a2ep-69))
    let remainder = DoublePair.sum(third.high, second.low + third.low - q * 0x1.b839a252049c1p-104)
    return (Int(truncatingIfNeeded: shifted.bitPattern & 3), remainder.high, remainder.low)
  }

  /// After Payne and Hanek: multiplies the argument by the three words of 2/π that matter.
  private static func byWords(_ x: Double) -> (n: Int, high: Double, low: Double) {
    // |x| = significand · 2^exponent, −32 ≤ exponent ≤ 971.
    let significand = (x.bitPattern & 0x000f_ffff_ffff_ffff) | 0x0010_0000_0000_0000
    let exponent = Int(truncatingIfNeeded: (x.bitPattern &>> 52) & 0x7ff) - 1075

    // Multiply by 192 bits of 2/π, chosen so that the product's top bit counts half turns; bits that overflow are whole turns.
    let start = exponent - 2
    let p0 = significand &* word(at: start)
    let p1 = significand.multipliedFullWidth(by: word(at: start + 64))
    let p2 = significand.multipliedFullWidth(by: word(at: start + 128))
    let (middle, carry) = p1.low.addingReportingOverflow(p2.high)
    let top = p0 &+ p1.high &+ (carry ? 1 : 0)

    // The top two bits count quarter turns. The rest is a fraction of a quarter turn, f0·2⁻⁶⁴ + f1·2⁻¹²⁸. From ½ on, one more
    // quarter turn is counted, and 1 − fraction is taken with the other sign.
    var n = Int(truncatingIfNeeded: top &>> 62)
    var f0 = (top &<< 2) | (middle &>> 62)
    var f1 = (middle &<< 2) | (p2.low &>> 62)
    let isUpperHalf = f0 &>> 63 == 1
    if isUpperHalf {
      n &+= 1
      f0 = ~f0 &+ (f1 == 0 ? 1 : 0)
      f1 = 0 &- f1
    }

    // Shift the leading zeros out of the fraction, read it as two Doubles and multiply by π/2.
    let leadingZeros = f0 == 0 ? 63 : f0.leadingZeroBitCount
    let leading = leadingZeros == 0 ? f0 : (f0 &<< UInt64(leadingZeros)) | (f1 &>> UInt64(64 - leadingZeros))
    let trailing = f1 &<< UInt64(leadingZeros)
    let scale = Double(bitPattern: UInt64(1023 - 53 - leadingZeros) &<< 52)  // 2^(−53 − leadingZeros)
    let high = Double(leading &>> 11) * scale
    let low = Double((leading &<< 53) | (trailing &>> 11)) * (scale * 0x1p-64)
    let product = DoublePair.product(high, 0x1.921fb54442d18p+0)
    let remainder = DoublePair.quickSum(
      product.high, product.low + high * 0x1.1a62633145c07p-54 + low * 0x1.921fb54442d18p+0)
    let isNegative = isUpperHalf != (x < 0)
    return (
      (x < 0 ? 0 &- n : n) & 3, isNegative ? -remainder.high : remainder.high,
      isNegative ? -remainder.low : remainder.low
    )
  }

  /// 64 bits of 2/π from bit `start` after the binary point on; bits before the binary point are 0.
  private static func word(at start: Int) -> UInt64 {
    let position = start + 64
    let shift = UInt64(position & 63)
    let left = twoOverPi(position &>> 6)
    return shift == 0 ? left : (left &<< shift) | (twoOverPi((position &>> 6) + 1) &>> (64 - shift))
  }

  /// The bits 64·(index − 1) ..< 64·index after the binary point of 2/π, for an index of 1 to 20; 0 for any other index.
  private static func twoOverPi(_ index: Int) -> UInt64 {
    switch index {
    case 1: 0xa2f9_836e_4e44_1529
    case 2: 0xfc27_57d1_f534_ddc0
    case 3: 0xdb62_9599_3c43_9041
    case 4: 0xfe51_63ab_debb_c561
    case 5: 0xb724_6e3a_424d_d2e0
    case 6: 0x0649_2eea_09d1_921c
    case 7: 0xfe1d_eb1c_b129_a73e
    case 8: 0xe882_35f5_2ebb_4484
    case 9: 0xe99c_7026_b45f_7e41
    case 10: 0x3991_d639_8353_39f4
    case 11: 0x9c84_5f8b_bdf9_283b
    case 12: 0x1ff8_97ff_de05_980f
    case 13: 0xef2f_118b_5a0a_6d1f
    case 14: 0x6d36_7ecf_27cb_09b7
    case 15: 0x4f46_3f66_9e5f_ea2d
    case 16: 0x7527_bac7_ebe5_f17b
    case 17: 0x3d07_39f7_8a52_92ea
    case 18: 0x6bfb_5fb1_1f8d_5d08
    case 19: 0x5603_3046_fc7b_6bab
    case 20: 0xf0cf_bc20_9af4_361d
    default: 0
    }
  }
}
