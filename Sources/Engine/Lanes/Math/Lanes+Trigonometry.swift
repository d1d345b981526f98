// sin, cos and atan2 of eight floats.
//
// Source: argument reduction after Cody and Waite, "Software Manual for the Elementary Functions" (1980), π/2 in four
// parts, the first three of 11 bits; minimax polynomials made by Remez's algorithm in 60 digits, coefficients rounded.
// Ranges and worst errors against Double (tested): see README.md of this module.
//   radians: exact reduction for |x| ≤ 12,867 (2¹³ quarter turns). For larger arguments the error grows to half an ulp of x; for
//   |x| > 6.5·10⁶ the results mean nothing but lie in −1...1.
//   turns: exact reduction of any float.
// Cost: sincos 40 operations, sincosTurns 32, atan2 33 with a division.
// Reduction in Double lanes would cost 20 operations instead of 12, and only widen the range.

import CLanes

extension Lanes {
  /// Sine and cosine of an angle in radians.
  @inlinable @inline(__always)
  package static func sincos(_ x: Float8) -> (sin: Float8, cos: Float8) {
    // Adding 1.5·2²³ rounds to the nearest whole number of quarter turns, which stays in the low bits of the sum. 0x1.45f306p-1
    // is 2/π, and the four constants below add up to π/2; each of the first two differences is exact.
    let shifted = x * 0x1.45f306p-1 + 0x1.8p23
    let q = shifted - 0x1.8p23
    var r = x - q * 0x1.92p+0
    r = r - q * 0x1.fb4p-12
    r = r - q * 0x1.444p-24
    r = r - q * 0x1.68c234p-39
    r = clamp(r, -0.8, 0.8)  // π/4 is 0.785: only meaningless results change.
    let z = r * r
    // Each polynomial is a separate statement, because the type checker of Swift 6.2 gives up on the whole expression.
    let sinePolynomial = (z * -0x1.9aca04p-13 + 0x1.110c2ap-7) * z - 0x1.555552p-3
    let s = r + r * z * sinePolynomial
    let cosinePolynomial = (z * 0x1.9bd8cap-16 - 0x1.6c12d4p-10) * z + 0x1.555554p-5
    let c = z * z * cosinePolynomial + (1 - z * 0.5)
    return sincos(quarterTurns: bits(shifted), sine: s, cosine: c)
  }

  /// Sine and cosine of an angle in turns (1 is a full turn). The reduction is exact, which suits phases and rotations.
  @inlinable @inline(__always)
  package static func sincosTurns(_ turns: Float8) -> (sin: Float8, cos: Float8) {
    // Full turns are removed first, so that the number of quarter turns fits the low bits of the shifted sum. The remainder f is
    // at most 1/8 turn. The polynomials are functions of f, not of radians: their first coefficients are 2π (in two parts) and 1.
    let t = turns - clanes_round(turns)
    let shifted = t * 4 + 0x1.8p23
    let quarterTurns = shifted - 0x1.8p23
    let f = t - quarterTurns * 0.25
    let z = f * f
    let sineHigh = (z * -0x1.2ee814p+6 + 0x1.4665eap+6) * z - 0x1.4abbccp+5
    let s = f * 0x1.921fb6p+2 + f * (sineHigh * z - 0x1.777a5cp-23)
    let cosineHigh = (z * 0x1.db64e4p+5 - 0x1.55cb98p+6) * z + 0x1.03c1eap+6
    let c = (cosineHigh * z - 0x1.3bd3ccp+4) * z + 1
    return sincos(quarterTurns: bits(shifted), sine: s, cosine: c)
  }

  /// Sine and cosine of an angle of n quarter turns and a remainder whose sine is `s` and cosine `c`. All bits of `n` but the
  /// lowest two are ignored.
  @inlinable @inline(__always)
  package static func sincos(quarterTurns n: Int32x8, sine s: Float8, cosine c: Float8) -> (sin: Float8, cos: Float8) {
    // All bits set where n is odd. A comparison with 0 would be compiled lane by lane here, and cost more than all the rest.
    let isOdd = (n &<< 31) &>> 31
    let sineSign = (n &<< 30) & Int32.min
    let cosineSign = ((n &+ 1) &<< 30) & Int32.min
    return (
      fromBits(((bits(c) & isOdd) | (bits(s) & ~isOdd)) ^ sineSign),
      fromBits(((bits(s) & isOdd) | (bits(c) & ~isOdd)) ^ cosineSign)
    )
  }

  /// Sine of radians.
  @inlinable @inline(__always)
  package static func sin(_ x: Float8) -> Float8 { sincos(x).sin }

  /// Cosine of radians.
  @inlinable @inline(__always)
  package static func cos(_ x: Float8) -> Float8 { sincos(x).cos }

  /// Sine of turns.
  @inlinable @inline(__always)
  package static func sinTurns(_ turns: Float8) -> Float8 { sincosTurns(turns).sin }

  /// Cosine of turns.
  @inlinable @inline(__always)
  package static func cosTurns(_ turns: Float8) -> Float8 { sincosTurns(turns).cos }

  /// Angle of (x, y) in −π...π; 0 for (0, 0). Negative zeros count as positive.
  @inlinable @inline(__always)
  package static func atan2(y: Float8, x: Float8) -> Float8 {
    let ax = abs(x)
    let ay = abs(y)
    let large = max(ax, ay)
    // The arctangent of the smaller magnitude ÷ the larger, at most 1. After the polynomial the octant is restored.
    let a = min(ax, ay) / large.replacing(with: 1, where: large .== 0)
    let z = a * a
    var p = z * -0x1.dedec2p-10 + 0x1.6a7ecap-7
    p = p * z - 0x1.01a83cp-5
    p = p * z + 0x1.dd0808p-5
    p = p * z - 0x1.58daap-4
    p = p * z + 0x1.c0d1f2p-4
    p = p * z - 0x1.2426ecp-3
    p = p * z + 0x1.999276p-3
    p = p * z - 0x1.55554p-2
    var t = a + a * z * p
    // π/2 is 0x1.921fb6p+0 − 0x1.777a5cp-25, π is twice that.
    t = select(ay .> ax, 0x1.921fb6p+0 - (t + 0x1.777a5cp-25), t)
    t = select(x .< 0, 0x1.921fb6p+1 - (t + 0x1.777a5cp-24), t)
    // The angle takes the sign of y, but not that of a negative zero.
    return fromBits(bits(t) ^ (bits(select(y .< 0, y, Float8())) & Int32.min))
  }

  @inlinable @inline(__always)
  package static func sin(_ x: Float) -> Float { sin(Float8(repeating: x))[0] }

  @inlinable @inline(__always)
  package static func cos(_ x: Float) -> Float { cos(Float8(repeating: x))[0] }

  @inlinable @inline(__always)
  package static func sincos(_ x: Float) -> (sin: Float, cos: Float) {
    let both = sincos(Float8(repeating: x))
    return (both.sin[0], both.cos[0])
  }

  @inlinable @inline(__always)
  package static func sincosTurns(_ turns: Float) -> (sin: Float, cos: Float) {
    let both = sincosTurns(Float8(repeating: turns))
    return (both.sin[0], both.cos[0])
  }

  @inlinable @inline(__always)
  package static func atan2(y: Float, x: Float) -> Float {
    atan2(y: Float8(repeating: y), x: Float8(repeating: x))[0]
  }
}
