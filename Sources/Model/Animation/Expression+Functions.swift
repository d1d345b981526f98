import Lanes

extension Expression {
  /// Operators and functions. Raw values are their names in formulas.
  package enum Function: String, Sendable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case power = "^"
    case negate = "neg"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case choose = "?:"
    case sin, cos, tan, asin, acos, atan2, exp, log, sqrt, abs, sign, floor, ceil, round, fract, mod, min, max
    case pow, clamp, mix, step, smoothstep, noise, noise2, random

    package var argumentCount: Int {
      switch self {
      case .negate, .sin, .cos, .tan, .asin, .acos, .exp, .log, .sqrt, .abs, .sign, .floor, .ceil, .round, .fract,
        .noise, .random:
        1
      case .choose, .clamp, .mix, .smoothstep: 3
      default: 2
      }
    }

    /// The value of the function; 0 if it is undefined or not finite. Arguments beyond `argumentCount` are not read.
    ///
    /// - Parameter seed: the seed of `noise`, `noise2` and `random`.
    package func value(_ a: Double, _ b: Double, _ c: Double, seed: UInt64) -> Double {
      let result = valueOrNonFinite(a, b, c, seed: seed)
      return result.isFinite ? result : 0
    }

    /// The value of the function, which may be infinite or NaN.
    func valueOrNonFinite(_ a: Double, _ b: Double, _ c: Double, seed: UInt64) -> Double {
      switch self {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: b == 0 ? 0 : a / b
      case .power, .pow: Expression.power(a, b)
      case .negate: -a
      case .less: a < b ? 1 : 0
      case .lessOrEqual: a <= b ? 1 : 0
      case .greater: a > b ? 1 : 0
      case .greaterOrEqual: a >= b ? 1 : 0
      case .equal: a == b ? 1 : 0
      case .notEqual: a != b ? 1 : 0
      case .choose: a != 0 ? b : c
      case .sin: Lanes.sin(a)
      case .cos: Lanes.cos(a)
      case .tan: Lanes.tan(a)
      case .asin: Swift.abs(a) > 1 ? 0 : Lanes.asin(a)
      case .acos: Swift.abs(a) > 1 ? 0 : Lanes.acos(a)
      case .atan2: a == 0 && b == 0 ? 0 : Lanes.atan2(y: a, x: b)
      case .exp: a > Expression.maximumExponent ? .infinity : Lanes.exp(a)
      case .log: a > 0 ? Lanes.log(a) : 0
      case .sqrt: a > 0 ? a.squareRoot() : 0
      case .abs: Swift.abs(a)
      case .sign: a > 0 ? 1 : (a < 0 ? -1 : 0)
      case .floor: a.rounded(.down)
      case .ceil: a.rounded(.up)
      case .round: a.rounded(.toNearestOrAwayFromZero)
      case .fract: a - a.rounded(.down)
      // The remainder has the sign of the divisor, so that times before 0 wrap too.
      case .mod: Expression.remainder(a, b)
      case .min: a < b ? a : b
      case .max: a > b ? a : b
      case .clamp: a < b ? b : (a > c ? c : a)
      case .mix: a + (b - a) * c
      case .step: b < a ? 0 : 1
      case .smoothstep: Expression.smoothstep(a, b, c)
      case .noise: Expression.noise(a, 0, seed: seed, is2D: false)
      case .noise2: Expression.noise(a, b, seed: seed, is2D: true)
      case .random: Expression.randomUnit(a, seed: seed)
      }
    }
  }

  /// `base` to the power of `exponent`. Whole exponents up to ±64 are multiplied out, so that (−2)^3 is −8 and squares are
  /// rounded only once. All other powers of 0 and of negative bases are 0, except that an exponent of 0 always gives 1.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 { return 1 }
    if exponent == exponent.rounded(.down), Swift.abs(exponent) <= Expression.maximumMultipliedExponent {
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
  static func remainder(_ a: Double, _ b: Double) -> Double {
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
  static func smoothstep(_ low: Double, _ high: Double, _ value: Double) -> Double {
    guard low != high else { return value < low ? 0 : 1 }
    let x = (value - low) / (high - low)
    let u = Swift.min(Swift.max(x, 0), 1)
    return u * u * (3 - 2 * u)
  }

  /// A number in 0 ..< 1 that depends on every bit of `value` and on the seed.
  package static func randomUnit(_ value: Double, seed: UInt64) -> Double {
    // −0 equals 0 and has to give the same number.
    let bits = (value == 0 ? 0 : value).bitPattern
    return unitDouble(mixed(mixed(bits &+ splitMixIncrement) ^ seed))
  }

  /// Value noise in 0...1 at (x, y), or along x alone unless `is2D`: hashed values at whole numbers, interpolated by the quintic
  /// of Perlin (2002). 0.5 if coordinates are so large that they have no fraction.
  package static func noise(_ x: Double, _ y: Double, seed: UInt64, is2D: Bool) -> Double {
    guard Swift.abs(x) < 0x1p52, Swift.abs(y) < 0x1p52 else { return 0.5 }
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (fade(x - column), fade(y - row))
    /// The value at a corner of the lattice cell, `dx` and `dy` 0 or 1.
    func corner(_ dx: Double, _ dy: Double) -> Double {
      let a = mixed(UInt64(bitPattern: Int64(column + dx)) &+ splitMixIncrement)
      let b = mixed(a ^ UInt64(bitPattern: Int64(row + dy)))
      return unitDouble(mixed(b ^ seed))
    }
    let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u
    guard is2D else { return upper }
    let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u
    return upper + (lower - upper) * v
  }

  /// Perlin's quintic 6x⁵ − 15x⁴ + 10x³, from 0 at 0 to 1 at 1 with slopes and curvatures of 0 there.
  private static func fade(_ x: Double) -> Double { x * x * x * (x * (x * 6 - 15) + 10) }

  /// The increment of SplitMix64, 2⁶⁴ ÷ the golden ratio. It is added before hashing, because `mixed(0)` is 0.
  private static let splitMixIncrement: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A number in 0 ..< 1 from the upper 53 bits, as many as a Double holds.
  private static func unitDouble(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

  private static func mixed(_ value: UInt64) -> UInt64 { PathHash.mixed(value) }
}
