// exp, exp2, log, log2 and pow of eight floats.
//
// Source: the usual splits x = k + f and x = 2ᵏ·m (Cody and Waite 1980; S. Moshier's Cephes for the order of the last
// sums); minimax polynomials made by Remez's algorithm in 60 digits. pow takes both its logarithm and its power of 2 in Double
// lanes, which costs less than pairs of floats and rounds almost correctly.
//
// Two methods recur. Adding 1.5·2²³ (0x1.8p23; for Double 1.5·2⁵²) rounds to the nearest whole number and leaves it in the
// low bits of the sum (`shifted`); subtracting it again gives that number as a float. ln 2 is the sum of 0x1.62ep-1, whose
// products with exponents are exact, and 0x1.0bfbe8p-15.
// Ranges and worst errors: see README.md of this module. Results below 2⁻¹²⁶ are 0, results above the greatest float
// are just below it; logarithms clamp their argument to 2⁻¹²⁶ and above. No result is infinite.
// Cost: exp2 20 operations, exp 23, log 25, log2 26, pow about 90 (four divisions of two lanes each on SSE2).

import CLanes

extension Lanes {
  /// 2ˣ
  @inlinable @inline(__always)
  package static func exp2(_ x: Float8) -> Float8 {
    // From the least normal exponent to the greatest float below 128.
    let clamped = clamp(x, -126, 0x1.fffffep+6)
    let shifted = clamped + 0x1.8p23
    let f = clamped - (shifted - 0x1.8p23)
    var p = f * 0x1.446c76p-13 + 0x1.5f08bep-10
    p = p * f + 0x1.3b29e4p-7
    p = p * f + 0x1.c6af6cp-5
    p = p * f + 0x1.ebfbep-3
    p = p * f + 0x1.62e43p-1
    p = p * f + 1
    return select(x .>= -126, scaled(p, bits(shifted)), Float8())
  }

  /// eˣ
  @inlinable @inline(__always)
  package static func exp(_ x: Float8) -> Float8 {
    // Between these limits results lie from just above 2⁻¹²⁶ to just below the greatest float.
    let clamped = clamp(x, -87.3, 88.7228)
    let shifted = clamped * 0x1.715476p+0 + 0x1.8p23  // x/ln 2
    let k = shifted - 0x1.8p23
    let r = (clamped - k * 0x1.62ep-1) - k * 0x1.0bfbe8p-15
    var p = r * 0x1.6d755cp-10 + 0x1.120b82p-7
    p = p * r + 0x1.5554b8p-5
    p = p * r + 0x1.5554dcp-3
    p = p * r + 0.5
    p = (p * (r * r) + r) + 1
    return select(x .>= -87.3, scaled(p, bits(shifted)), Float8())
  }

  /// p·2ᵏ by adding k to the exponent bits of p. k lies in the low nine bits of `shiftedBits`, whose other bits are ignored.
  /// The result must be a normal number.
  @inlinable @inline(__always)
  package static func scaled(_ p: Float8, _ shiftedBits: Int32x8) -> Float8 {
    fromBits(bits(p) &+ (shiftedBits &<< 23))
  }

  /// The exponent e and the fraction t of x = 2ᵉ·(1 + t), where √½ ≤ 1 + t < √2. An x below 2⁻¹²⁶ counts as 2⁻¹²⁶.
  @inlinable @inline(__always)
  package static func parts(_ x: Float8) -> (exponent: Float8, fraction: Float8) {
    let clampedBits = bits(max(x, 0x1p-126))
    // 0x3f35_04f3 are the bits of √½. Once they are subtracted, the exponent field is e, and it changes where x passes √½·2ᵉ, not 2ᵉ.
    let e = (clampedBits &- 0x3f35_04f3) &>> 23
    return (float(e), fromBits(clampedBits &- (e &<< 23)) - 1)
  }

  /// log(1 + t) − t, for √½ ≤ 1 + t < √2.
  @inlinable @inline(__always)
  package static func logTail(_ t: Float8) -> Float8 {
    var p = t * -0x1.41fcdap-4 + 0x1.07dad2p-3
    p = p * t - 0x1.0ce23p-3
    p = p * t + 0x1.226d04p-3
    p = p * t - 0x1.547844p-3
    p = p * t + 0x1.99a5a2p-3
    p = p * t - 0x1.00022p-2
    p = p * t + 0x1.55554ap-2
    let z = t * t
    return t * z * p - z * 0.5
  }

  /// Natural logarithm; arguments below 2⁻¹²⁶ count as 2⁻¹²⁶.
  @inlinable @inline(__always)
  package static func log(_ x: Float8) -> Float8 {
    let (e, t) = parts(x)
    return ((e * 0x1.0bfbe8p-15 + logTail(t)) + t) + e * 0x1.62ep-1
  }

  /// Logarithm to the base 2; arguments below 2⁻¹²⁶ count as 2⁻¹²⁶.
  @inlinable @inline(__always)
  package static func log2(_ x: Float8) -> Float8 {
    let (e, t) = parts(x)
    let y = logTail(t)
    // 1/ln 2 = 1 + 0.4427: the large part is exact.
    return (((y * 0x1.c551dap-2 + t * 0x1.c551dap-2) + y) + t) + e
  }

  /// x to the power y, for x > 0. For x ≤ 0 (and NaN): 1 where y is 0, else 0.
  @inlinable @inline(__always)
  package static func pow(_ x: Float8, _ y: Float8) -> Float8 {
    let (e, t) = parts(x)
    let low = powerParts(clanes_widen_low(e), clanes_widen_low(t), clanes_widen_low(y))
    let high = powerParts(clanes_widen_high(e), clanes_widen_high(t), clanes_widen_high(y))
    let k = truncateInRange(clanes_narrow(low.whole, high.whole))
    let p = clanes_narrow(low.powerOfRemainder, high.powerOfRemainder)
    let isRepresentable = clanes_narrow(low.exponent, high.exponent) .>= -126
    let power = select(isRepresentable, scaled(p, k), Float8())
    return select(x .> 0, power, select(y .== 0, Float8(repeating: 1), Float8()))
  }

  @inlinable @inline(__always)
  package static func pow(_ x: Float8, _ y: Float) -> Float8 { pow(x, Float8(repeating: y)) }

  /// The power (2ᵉ·(1 + t))^y in parts. `exponent` is y·log2(2ᵉ·(1 + t)). Clamped to −126 ..< 128, it is the sum of `whole`, an
  /// integer, and a remainder of −½...½; `powerOfRemainder` is 2 to that remainder, so the result is powerOfRemainder · 2^whole.
  @inlinable @inline(__always)
  package static func powerParts(
    _ e: SIMD4<Double>, _ t: SIMD4<Double>, _ y: SIMD4<Double>
  ) -> (exponent: SIMD4<Double>, whole: SIMD4<Double>, powerOfRemainder: SIMD4<Double>) {
    let s = t / (t + 2)
    let z = s * s
    // log((1 + s) / (1 − s)) = s·(2 + z·R(z)), here divided by ln 2.
    var r = z * 0x1.ddde50e5f8993p-3 + 0x1.245bf1bc5bb0bp-2
    r = r * z + 0x1.9999ec34677a5p-2
    r = r * z + 0x1.5555554b892b6p-1
    let log2 = s * (r * z + 2) * 0x1.71547652b82fep+0 + e
    let exponent = y * log2
    let low = SIMD4<Double>(repeating: -126)
    let high = SIMD4<Double>(repeating: 0x1.fffffep+6)
    var clamped = low.replacing(with: exponent, where: exponent .> low)
    clamped = high.replacing(with: clamped, where: clamped .< high)
    let whole = (clamped + 0x1.8p52) - 0x1.8p52
    let f = clamped - whole
    var p = f * 0x1.00dc366612f5dp-16 + 0x1.444023dac33e7p-13
    p = p * f + 0x1.5d874c9d9c454p-10
    p = p * f + 0x1.3b2a1b4c055eep-7
    p = p * f + 0x1.c6b08dc5cc35bp-5
    p = p * f + 0x1.ebfbe0461301p-3
    p = p * f + 0x1.62e42fef95f5cp-1
    p = p * f + 1
    return (exponent, whole, p)
  }

  @inlinable @inline(__always)
  package static func exp2(_ x: Float) -> Float { exp2(Float8(repeating: x))[0] }

  @inlinable @inline(__always)
  package static func exp(_ x: Float) -> Float { exp(Float8(repeating: x))[0] }

  @inlinable @inline(__always)
  package static func log(_ x: Float) -> Float { log(Float8(repeating: x))[0] }

  @inlinable @inline(__always)
  package static func log2(_ x: Float) -> Float { log2(Float8(repeating: x))[0] }

  @inlinable @inline(__always)
  package static func pow(_ x: Float, _ y: Float) -> Float { pow(Float8(repeating: x), Float8(repeating: y))[0] }
}
