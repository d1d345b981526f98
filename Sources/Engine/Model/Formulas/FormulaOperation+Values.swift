import Colorimetry
import Lanes

extension FormulaOperation {
  /// The first result in Double; 0 if it is undefined or not finite. Operands that the operation does not take are not read.
  ///
  /// - Parameter seed: the seed of random numbers.
  func value(_ a: Double, _ b: Double, _ c: Double, seed: UInt64) -> Double {
    let result = valueOrNonFinite(a, b, c, seed: seed)
    return result.isFinite ? result : 0
  }

  /// The first result in Double, which may be infinite or NaN.
  func valueOrNonFinite(_ a: Double, _ b: Double, _ c: Double, seed: UInt64) -> Double {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: b == 0 ? 0 : a / b
    case .negate: -a
    // As a product and a sum, so that a merged program gives the same as the one that was written: a product that overflows is 0.
    case .multiplyAdd: FormulaOperation.multiply.value(a, b, 0, seed: seed) + c
    case .less: a < b ? 1 : 0
    case .lessOrEqual: a <= b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .greaterOrEqual: a >= b ? 1 : 0
    case .equal: a == b ? 1 : 0
    case .notEqual: a != b ? 1 : 0
    case .choose: a != 0 ? b : c
    case .sineAndCosine: Lanes.sin(a)
    case .tangent: Lanes.tan(a)
    case .arcSine: Swift.abs(a) > 1 ? 0 : Lanes.asin(a)
    case .arcCosine: Swift.abs(a) > 1 ? 0 : Lanes.acos(a)
    case .arcTangent: a == 0 && b == 0 ? 0 : Lanes.atan2(y: a, x: b)
    case .exponential: a > Self.maximumExponent ? .infinity : Lanes.exp(a)
    case .logarithm: a > 0 ? Lanes.log(a) : 0
    case .squareRoot: a > 0 ? a.squareRoot() : 0
    case .power: Self.power(a, b)
    case .absolute: Swift.abs(a)
    case .sign: a > 0 ? 1 : (a < 0 ? -1 : 0)
    case .floor: a.rounded(.down)
    case .ceiling: a.rounded(.up)
    case .round: a.rounded(.toNearestOrAwayFromZero)
    case .fraction: a - a.rounded(.down)
    // The remainder has the sign of the divisor, so that times before 0 wrap too.
    case .remainder: Self.remainder(a, b)
    case .minimum: a < b ? a : b
    case .maximum: a > b ? a : b
    case .clamp: a < b ? b : (a > c ? c : a)
    case .mix: a + (b - a) * c
    case .step: b < a ? 0 : 1
    case .smoothStep: Self.smoothStep(a, b, c)
    case .decodeSRGB: TransferFunction.srgb.decode(Swift.min(Swift.max(a, 0), 1))
    case .encodeSRGB: TransferFunction.srgb.encode(Swift.min(Swift.max(a, 0), 1))
    case .exactNoise: ExactNoise.smooth(a, 0, dimensions: 1, seed: seed)
    case .exactNoise2D: ExactNoise.smooth(a, b, dimensions: 2, seed: seed)
    case .exactRandom: ExactNoise.uniform(a, seed: seed)
    }
  }

  /// The two results; the second is 0 for operations that have one.
  func values(_ a: Double, _ b: Double, _ c: Double, seed: UInt64) -> SIMD2<Double> {
    guard case .sineAndCosine = self else { return SIMD2(value(a, b, c, seed: seed), 0) }
    let (sine, cosine) = Lanes.sincos(a)
    return SIMD2(sine, cosine)
  }

  /// `base` to the power of `exponent`. Whole exponents up to ±64 are multiplied out, so that (−2)^3 is −8 and squares are
  /// rounded only once. All other powers of 0 and of negative bases are 0, except that an exponent of 0 always gives 1.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 { return 1 }
    if exponent == exponent.rounded(.down), Swift.abs(exponent) <= maximumMultipliedExponent {
      if base == 0 { return 0 }
      var result = 1.0
      for _ in 0..<Int(Swift.abs(exponent)) { result *= base }
      return exponent > 0 ? result : 1 / result
    }
    return base > 0 ? Lanes.pow(base, exponent) : 0
  }

  /// The largest whole exponent of a power that is multiplied out: the base is multiplied 64 times.
  private static let maximumMultipliedExponent = 64.0

  /// ln of the largest Double: a greater exponent makes `exp` infinite.
  static let maximumExponent = 709.782712893384

  /// The remainder of a ÷ b, with the sign of b; 0 if the quotient is too large to have a fraction.
  private static func remainder(_ a: Double, _ b: Double) -> Double {
    let quotient = a / b
    // From 2⁵³ on every Double is a whole number.
    guard b != 0, Swift.abs(quotient) < 0x1p53 else { return 0 }
    let remainder = a - b * quotient.rounded(.down)
    // Rounding may take the remainder out of 0...b by a unit in the last place.
    let (low, high): (Double, Double) = b > 0 ? (0, b) : (b, 0)
    if remainder < low { return low }
    return remainder > high ? high : remainder
  }

  /// Hermite interpolation from 0 to 1 between two edges; a step where they are equal.
  private static func smoothStep(_ low: Double, _ high: Double, _ value: Double) -> Double {
    guard low != high else { return value < low ? 0 : 1 }
    let x = (value - low) / (high - low)
    let u = Swift.min(Swift.max(x, 0), 1)
    return u * u * (3 - 2 * u)
  }
}
