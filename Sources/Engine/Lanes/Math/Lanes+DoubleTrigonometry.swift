// sin, cos and tan of Doubles.
//
// Source: the structure of fdlibm (Sun Microsystems, 1993): π/2 in parts of 33 bits, a reduced argument as a pair,
// polynomials in its square; the polynomials are our own (Remez, 60 digits). Arguments from 1.6·10⁶ radians on are
// reduced after Payne and Hanek, "Radian Reduction for Trigonometric Functions" (1983), with 1,280 bits of 2/π
// (`ArgumentReduction`). An odd number n of quarter turns swaps sine and cosine; bit 1 of n is the sign of the sine, bit 1 of
// n + 1 that of the cosine.
// Range: all finite numbers; NaN and infinities give 0 (cosine 1). Worst errors: README.md of this module.

extension Lanes {
  /// Sine of an angle in radians.
  package static func sin(_ x: Double) -> Double {
    let (n, high, low) = ArgumentReduction.quarterTurns(x)
    let value = n & 1 == 0 ? sineKernel(high, low) : cosineKernel(high, low)
    return n & 2 == 0 ? value : -value
  }

  /// Cosine of an angle in radians.
  package static func cos(_ x: Double) -> Double {
    let (n, high, low) = ArgumentReduction.quarterTurns(x)
    let value = n & 1 == 0 ? cosineKernel(high, low) : sineKernel(high, low)
    return (n &+ 1) & 2 == 0 ? value : -value
  }

  /// Sine and cosine of an angle in radians.
  package static func sincos(_ x: Double) -> (sin: Double, cos: Double) {
    let (n, high, low) = ArgumentReduction.quarterTurns(x)
    let s = sineKernel(high, low)
    let c = cosineKernel(high, low)
    let swapped = n & 1 == 0 ? (sin: s, cos: c) : (sin: c, cos: s)
    return (n & 2 == 0 ? swapped.sin : -swapped.sin, (n &+ 1) & 2 == 0 ? swapped.cos : -swapped.cos)
  }

  /// Sine and cosine of an angle in turns (1 is 360°), which is reduced exactly.
  package static func sincosTurns(_ turns: Double) -> (sin: Double, cos: Double) {
    let t = turns - turns.rounded(.toNearestOrEven)
    guard !t.isNaN else { return (0, 1) }
    let quarters = (t * 4).rounded(.toNearestOrEven)
    let f = t - quarters * 0.25
    // 2π·f as a pair: the two parts of 2π times f.
    let (high, error) = DoublePair.product(f, 0x1.921fb54442d18p+2)
    let low = error + f * 0x1.1a62633145c07p-52
    let s = sineKernel(high, low)
    let c = cosineKernel(high, low)
    let n = Int(quarters)
    let swapped = n & 1 == 0 ? (sin: s, cos: c) : (sin: c, cos: s)
    return (n & 2 == 0 ? swapped.sin : -swapped.sin, (n &+ 1) & 2 == 0 ? swapped.cos : -swapped.cos)
  }

  /// Tangent of an angle in radians: sine ÷ cosine, each as a pair of Doubles, so that the quotient is rounded almost correctly.
  package static func tan(_ x: Double) -> Double {
    let (n, high, low) = ArgumentReduction.quarterTurns(x)
    let z = high * high
    let sineLow = z * high * sineTail(z) + (low - 0.5 * z * low)
    let (s, sError) = DoublePair.quickSum(high, sineLow)
    let half = DoublePair.product(high * 0.5, high)
    let w = 1 - half.high
    let cosineLow = ((1 - w) - half.high) - half.low + (z * z * cosineTail(z) - high * low)
    let (c, cError) = DoublePair.quickSum(w, cosineLow)
    return n & 1 == 0 ? quotient(s, sError, c, cError) : -quotient(c, cError, s, sError)
  }

  /// (a + aLow) / (b + bLow); 0 for b = 0.
  private static func quotient(_ a: Double, _ aLow: Double, _ b: Double, _ bLow: Double) -> Double {
    guard b != 0 else { return 0 }
    let q = a / b
    let qb = DoublePair.product(q, b)
    return q + ((a - qb.high) - qb.low + aLow - q * bLow) / b
  }

  /// (sin(t)/t − 1)/z for z = t², |t| ≤ π/4.
  private static func sineTail(_ z: Double) -> Double {
    var p = z * 0x1.5e0b069be29ccp-33 - 0x1.ae600ad40d4bep-26
    p = p * z + 0x1.71de37966595fp-19
    p = p * z - 0x1.a01a019e8396cp-13
    p = p * z + 0x1.1111111110bb2p-7
    return p * z - 0x1.5555555555555p-3
  }

  /// (cos(t) − 1 + z/2)/z² for z = t², |t| ≤ π/4.
  private static func cosineTail(_ z: Double) -> Double {
    var p = z * -0x1.907d8de8adbdp-37 + 0x1.1eeb68ce9eda1p-29
    p = p * z - 0x1.27e4fa17c4443p-22
    p = p * z + 0x1.a01a019f4ea2ep-16
    p = p * z - 0x1.6c16c16c16967p-10
    return p * z + 0x1.5555555555555p-5
  }

  /// Sine of high + low, |high| ≤ π/4.
  private static func sineKernel(_ high: Double, _ low: Double) -> Double {
    let z = high * high
    return high + (z * high * sineTail(z) + (low - 0.5 * z * low))
  }

  /// Cosine of high + low, |high| ≤ π/4.
  private static func cosineKernel(_ high: Double, _ low: Double) -> Double {
    let z = high * high
    let half = 0.5 * z
    let w = 1 - half
    return w + (((1 - w) - half) + (z * z * cosineTail(z) - high * low))
  }
}
