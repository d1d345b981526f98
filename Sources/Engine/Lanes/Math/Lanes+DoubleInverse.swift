// asin, acos, atan and atan2 of Doubles.
//
// Source: the structure of fdlibm (Sun Microsystems, 1993), polynomials our own (Remez, 60 digits).
// π/2 is 0x1.921fb54442d18p+0 and a remainder of 0x1.1a62633145c07p-54; the constants of π and π/4 differ from
// these only in their exponents.
// Range: atan and atan2 all numbers; asin and acos −1...1, arguments outside are clamped. NaN gives 0.
// Worst errors: README.md of this module.

extension Lanes {
  /// The angle in −π/2...π/2 whose sine is x.
  package static func asin(_ x: Double) -> Double {
    let a = x.magnitude
    guard !a.isNaN else { return 0 }
    if a < 0.5 { return x + x * (x * x) * arcSineTail(x * x) }
    if a >= 1 { return x < 0 ? -0x1.921fb54442d18p+0 : 0x1.921fb54442d18p+0 }
    // π/2 − 2·asin(√z) with z = (1 − a)/2, added as π/4 − (p − q) with q = π/4 − 2·high.
    let z = (1 - a) * 0.5
    let s = z.squareRoot()
    // √z as a pair of Doubles: its upper bits, whose square is exact, and the remainder.
    let high = Double(bitPattern: s.bitPattern & 0xffff_ffff_0000_0000)
    let low = (z - high * high) / (s + high)
    let tail = s * z * arcSineTail(z)
    let p = 2 * tail - (0x1.1a62633145c07p-54 - 2 * low)
    let q = 0x1.921fb54442d18p-1 - 2 * high
    let value = 0x1.921fb54442d18p-1 - (p - q)
    return x < 0 ? -value : value
  }

  /// The angle in 0...π whose cosine is x.
  package static func acos(_ x: Double) -> Double {
    let a = x.magnitude
    guard !a.isNaN else { return 0 }
    if a >= 1 { return x < 0 ? 0x1.921fb54442d18p+1 : 0 }
    if a < 0.5 {
      let z = x * x
      return 0x1.921fb54442d18p+0 - (x - (0x1.1a62633145c07p-54 - x * z * arcSineTail(z)))
    }
    // 2·asin(√z) with z = (1 − a)/2; for a negative x, π minus this angle.
    let z = (1 - a) * 0.5
    let s = z.squareRoot()
    let tail = s * z * arcSineTail(z)
    if x < 0 { return 0x1.921fb54442d18p+1 - 2 * (s + (tail - 0x1.1a62633145c07p-54)) }
    let high = Double(bitPattern: s.bitPattern & 0xffff_ffff_0000_0000)
    let low = (z - high * high) / (s + high)
    return 2 * (high + (tail + low))
  }

  /// The angle in −π/2...π/2 whose tangent is x.
  package static func atan(_ x: Double) -> Double {
    guard !x.isNaN else { return 0 }
    let a = x.magnitude
    let value: Double
    // atan a = atan b + atan((a − b)/(1 + a·b)) for b = ½, 1, 3/2 and infinity, each used between odd multiples of 1/16. The two
    // constants of a call are atan b as a pair of Doubles.
    if a < 0.4375 {
      let z = x * x
      return x + x * z * arcTangentTail(z)
    } else if a < 0.6875 {
      value = arcTangent((2 * a - 1) / (2 + a), 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56)
    } else if a < 1.1875 {
      value = arcTangent((a - 1) / (a + 1), 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55)
    } else if a < 2.4375 {
      value = arcTangent((a - 1.5) / (1 + 1.5 * a), 0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56)
    } else {
      value = arcTangent(-1 / a, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54)
    }
    return x < 0 ? -value : value
  }

  /// Angle of (x, y) in −π...π; 0 for (0, 0). Negative zeros count as positive.
  package static func atan2(y: Double, x: Double) -> Double {
    guard !x.isNaN, !y.isNaN else { return 0 }
    let ax = x.magnitude
    let ay = y.magnitude
    if ay == 0 { return x < 0 ? 0x1.921fb54442d18p+1 : 0 }
    if ax == 0 { return y < 0 ? -0x1.921fb54442d18p+0 : 0x1.921fb54442d18p+0 }
    let ratio = ax.isInfinite && ay.isInfinite ? 1 : ay / ax
    let angle = atan(ratio)
    let value = x < 0 ? 0x1.921fb54442d18p+1 - (angle - 0x1.1a62633145c07p-53) : angle
    return y < 0 ? -value : value
  }

  /// base + atan(t), the base as a pair of Doubles.
  private static func arcTangent(_ t: Double, _ base: Double, _ baseLow: Double) -> Double {
    let z = t * t
    return base + (t + (t * z * arcTangentTail(z) + baseLow))
  }

  /// (atan(t)/t − 1)/z for z = t², |t| ≤ 7/16.
  private static func arcTangentTail(_ z: Double) -> Double {
    var p = z * -0x1.206f43f2c7844p-6 + 0x1.3650993cf8a47p-5
    p = p * z - 0x1.9c9069a633188p-5
    p = p * z + 0x1.df16451839c95p-5
    p = p * z - 0x1.10edd99c7eaf8p-4
    p = p * z + 0x1.3b117157e7a4p-4
    p = p * z - 0x1.745d00321026ap-4
    p = p * z + 0x1.c71c713c79c87p-4
    p = p * z - 0x1.24924923bc3b1p-3
    p = p * z + 0x1.9999999998978p-3
    return p * z - 0x1.5555555555554p-2
  }

  /// (asin(t)/t − 1)/z for z = t² ≤ 1/4.
  private static func arcSineTail(_ z: Double) -> Double {
    var p = z * 0x1.d1a62d63d70afp-6 - 0x1.6b842be06f554p-7
    p = p * z + 0x1.0a0ff210c0857p-6
    p = p * z + 0x1.faeb06e5c28eep-8
    p = p * z + 0x1.85991748eebe6p-7
    p = p * z + 0x1.c862a93038305p-7
    p = p * z + 0x1.1c59e89d41f36p-6
    p = p * z + 0x1.6e8b22107a24dp-6
    p = p * z + 0x1.f1c71fde02dp-6
    p = p * z + 0x1.6db6db67b701fp-5
    p = p * z + 0x1.3333333337502p-4
    return p * z + 0x1.555555555554ep-3
  }
}
