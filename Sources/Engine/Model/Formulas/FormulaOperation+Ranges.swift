import Lanes

// The range of a formula's values by interval arithmetic: the program is run on intervals instead of numbers.

extension FormulaOperation {
  /// An interval that contains the first result for all operands within three intervals. Operands that the operation does not take are 0.
  func interval(of a: Interval, _ b: Interval, _ c: Interval, seed: UInt64) -> Interval {
    if a.isPoint && b.isPoint && c.isPoint {
      let result = value(a.low, b.low, c.low, seed: seed)
      return Interval(result, result)
    }
    switch self {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .multiplyAdd: return a * b + c
    case .divide:
      return b.contains(0)
        ? .everything : Interval(hullOf: a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high)
    case .negate: return Interval(-a.high, -a.low)
    case .power: return power(a, b, seed: seed)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .step:
      if a.high < b.low || a.low > b.high {
        let result = value(a.low, b.low, 0, seed: seed)
        return Interval(result, result)
      }
      return .unit
    case .choose:
      if !a.contains(0) { return b }
      return a.isPoint ? c : b.hull(c)
    case .sineAndCosine: return sine(of: a)
    case .tangent:
      // Tangent is monotonic between neighbouring poles, which are π apart: an interval shorter than 3 has at most one pole in
      // it.
      let branch = { (x: Double) in ((x - Double.pi / 2) / Double.pi).rounded(.down) }
      return a.width < 3 && branch(a.low) == branch(a.high) ? valuesAtEnds(a, seed: seed) : .everything
    // The ranges of the next three are a little wider than ±π/2, 0...π and ±π.
    case .arcSine: return Interval(-2, 2)
    case .arcCosine: return Interval(0, 4)
    case .arcTangent: return Interval(-4, 4)
    case .exponential:
      // Beyond `maximumExponent` a formula's exp counts as 0, unlike `Lanes.exp`. The comparison is with 709, rounded down, for
      // safety.
      return a.high > FormulaOperation.maximumExponent.rounded(.down)
        ? Interval(0, Double.greatestFiniteMagnitude) : valuesAtEnds(a, seed: seed)
    case .logarithm:
      // The logarithm of the least positive Double is −744.4, and that of 0 and of negative numbers counts as 0.
      return a.low > 0
        ? valuesAtEnds(a, seed: seed) : Interval(-746, Swift.max(0, value(a.high, 0, 0, seed: seed)))
    case .squareRoot, .sign, .floor, .ceiling, .round, .decodeSRGB, .encodeSRGB: return valuesAtEnds(a, seed: seed)
    case .absolute:
      let ends = valuesAtEnds(a, seed: seed)
      return a.contains(0) ? Interval(0, ends.high) : ends
    case .fraction: return a.low.rounded(.down) == a.high.rounded(.down) ? valuesAtEnds(a, seed: seed) : .unit
    case .remainder:
      if b.isPoint, (a.low / b.low).rounded(.down) == (a.high / b.low).rounded(.down) {
        return Interval(hullOf: value(a.low, b.low, 0, seed: seed), value(a.high, b.low, 0, seed: seed))
      }
      return Interval(Swift.min(0, b.low), Swift.max(0, b.high))
    case .minimum: return Interval(Swift.min(a.low, b.low), Swift.min(a.high, b.high))
    case .maximum: return Interval(Swift.max(a.low, b.low), Swift.max(a.high, b.high))
    case .clamp:
      return Interval(
        Swift.min(Swift.max(a.low, b.low), c.low), Swift.max(Swift.min(a.high, c.high), b.high))
    case .mix: return a + (b - a) * c
    case .smoothStep:
      guard a.isPoint, b.isPoint else { return .unit }
      return Interval(hullOf: value(a.low, b.low, c.low, seed: seed), value(a.low, b.low, c.high, seed: seed))
    case .exactNoise, .exactNoise2D, .exactRandom: return .unit
    }
  }

  /// The values of a monotonic function of one argument: from the value at one end of `a` to the value at the other.
  private func valuesAtEnds(_ a: Interval, seed: UInt64) -> Interval {
    Interval(hullOf: value(a.low, 0, 0, seed: seed), value(a.high, 0, 0, seed: seed))
  }

  /// The sines of angles in radians.
  private func sine(of a: Interval) -> Interval {
    FormulaOperation.wave(
      a, Interval(hullOf: Lanes.sin(a.low), Lanes.sin(a.high)), peak: Double.pi / 2, trough: -Double.pi / 2)
  }

  /// The cosines of angles in radians.
  static func cosine(of a: Interval) -> Interval {
    wave(a, Interval(hullOf: Lanes.cos(a.low), Lanes.cos(a.high)), peak: 0, trough: Double.pi)
  }

  /// The values of sine or cosine.
  ///
  /// - Parameters:
  ///   - ends: the values at the ends of `a`.
  ///   - peak: an angle in radians at which the function is 1.
  ///   - trough: an angle in radians at which the function is −1.
  private static func wave(_ a: Interval, _ ends: Interval, peak: Double, trough: Double) -> Interval {
    let period = 2 * Double.pi
    // Beyond 10¹² radians neighbouring Doubles differ by at least about 10⁻⁴: too coarse to tell whether a peak lies between two
    // angles.
    guard a.width < period, Swift.abs(a.low) < 1e12 else { return Interval(-1, 1) }
    /// Whether the interval contains `angle` or an angle that differs from it by whole periods.
    func passes(_ angle: Double) -> Bool {
      ((a.high - angle) / period).rounded(.down) > ((a.low - angle) / period).rounded(.down)
    }
    return Interval(passes(trough) ? -1 : ends.low, passes(peak) ? 1 : ends.high)
  }

  /// The values of `a` to the power of `b`. `valueOrNonFinite` is used so that a power which overflows makes the interval
  /// infinite.
  private func power(_ a: Interval, _ b: Interval, seed: UInt64) -> Interval {
    /// The power of an end of `a` to an end of `b`.
    func power(_ base: Double, _ exponent: Double) -> Double { valueOrNonFinite(base, exponent, 0, seed: seed) }
    let ends =
      b.isPoint
      ? Interval(hullOf: power(a.low, b.low), power(a.high, b.low))
      : Interval(
        hullOf: power(a.low, b.low), power(a.low, b.high), power(a.high, b.low), power(a.high, b.high))
    // For positive bases a power is monotonic in both arguments.
    if a.low > 0 { return ends }
    if b.low < 0 { return .everything }
    // With a single exponent of 0 or more, the extremes lie at the base 0 or at the ends; fractional powers of negative bases are
    // 0.
    if b.isPoint { return ends.hull(Interval(0, 0)) }
    // With exponents in 0...b.high no power exceeds 1 or the power b.high of the base farthest from 0.
    let greatest = Swift.max(1, power(Swift.max(-a.low, a.high), b.high))
    return Interval(a.low < 0 ? -greatest : 0, greatest)
  }
}
