// The range of a formula's values by interval arithmetic: the program is run on intervals instead of numbers. A short
// range of time gives a narrow interval of values, so the times are cut into pieces, and the intervals of all pieces are
// joined.

extension Expression {
  /// Number of pieces that the times are cut into, 4 to 64: fewer for a long program, so that pieces × instructions stay near
  /// `evaluationBudget`.
  private var pieceCount: Int { max(4, min(64, Expression.evaluationBudget / program.count)) }
  /// Instructions that one call of `valueRange` may run, unless even four pieces need more.
  private static let evaluationBudget = 8_192

  /// A range that contains the formula's values at all local and canvas seconds within the given ranges.
  ///
  /// Both ranges are passed through at the same time: the n-th piece of local time belongs to the n-th piece of canvas time.
  ///
  /// - Parameter pieces: number of pieces that the times are cut into; nil for `pieceCount`.
  package func valueRange(local: ClosedRange<Double>, canvas: ClosedRange<Double>, pieces: Int? = nil) -> ClosedRange<
    Double
  > {
    if let constant { return constant...constant }
    let pieces = pieces ?? pieceCount
    return withUnsafeTemporaryAllocation(of: Interval.self, capacity: Expression.maximumStackDepth) { stack in
      var result: Interval?
      for piece in 0..<pieces {
        func subrange(_ range: ClosedRange<Double>) -> Interval {
          let step = (range.upperBound - range.lowerBound) / Double(pieces)
          let low = range.lowerBound + step * Double(piece)
          return Interval(low, piece == pieces - 1 ? range.upperBound : low + step)
        }
        let values = interval(local: subrange(local), canvas: subrange(canvas), stack)
        result = result?.hull(values) ?? values
      }
      let hull = result ?? .everything
      return hull.low...hull.high
    }
  }

  /// The program run on intervals. The result contains the values at all times within `local` and `canvas`.
  ///
  /// - Parameter stack: memory for `maximumStackDepth` intervals.
  private func interval(local: Interval, canvas: Interval, _ stack: UnsafeMutableBufferPointer<Interval>) -> Interval {
    /// The number of intervals on the stack, which is the index of the next free element.
    var depth = 0
    for instruction in program {
      switch instruction {
      case .constant(let value): stack.initializeElement(at: depth, to: Interval(value, value))
      case .localTime: stack.initializeElement(at: depth, to: local)
      case .canvasTime: stack.initializeElement(at: depth, to: canvas)
      case .call(let function):
        let argumentCount = function.argumentCount
        depth -= argumentCount
        let zero = Interval(0, 0)
        let result = function.interval(
          of: stack[depth], argumentCount > 1 ? stack[depth + 1] : zero, argumentCount > 2 ? stack[depth + 2] : zero,
          seed: seed)
        stack.initializeElement(at: depth, to: result)
      }
      depth += 1
    }
    return depth > 0 ? stack[depth - 1] : .everything
  }
}

extension Expression.Function {
  /// An interval that contains the function's values for all arguments within three intervals. Unused arguments are 0.
  fileprivate func interval(of a: Interval, _ b: Interval, _ c: Interval, seed: UInt64) -> Interval {
    if a.isPoint && b.isPoint && c.isPoint {
      let result = value(a.low, b.low, c.low, seed: seed)
      return Interval(result, result)
    }
    switch self {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide:
      return b.contains(0)
        ? .everything : Interval(hullOf: a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high)
    case .negate: return Interval(-a.high, -a.low)
    case .power, .pow: return power(a, b, seed: seed)
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .step:
      if a.high < b.low || a.low > b.high {
        let result = value(a.low, b.low, 0, seed: seed)
        return Interval(result, result)
      }
      return .unit
    case .choose:
      if !a.contains(0) { return b }
      return a.isPoint ? c : b.hull(c)
    case .sin: return wave(a, peak: Double.pi / 2, trough: -Double.pi / 2, seed: seed)
    case .cos: return wave(a, peak: 0, trough: Double.pi, seed: seed)
    case .tan:
      // Tangent is monotonic between neighbouring poles, which are π apart: an interval shorter than 3 has at most one pole in
      // it.
      let branch = { (x: Double) in ((x - Double.pi / 2) / Double.pi).rounded(.down) }
      return a.width < 3 && branch(a.low) == branch(a.high) ? valuesAtEnds(a, seed: seed) : .everything
    // The ranges of the next three are a little wider than ±π/2, 0...π and ±π.
    case .asin: return Interval(-2, 2)
    case .acos: return Interval(0, 4)
    case .atan2: return Interval(-4, 4)
    case .exp:
      // Beyond `maximumExponent` a formula's exp counts as 0, unlike `Lanes.exp`. The comparison is with 709, rounded down, for
      // safety.
      return a.high > Expression.maximumExponent.rounded(.down)
        ? Interval(0, Double.greatestFiniteMagnitude) : valuesAtEnds(a, seed: seed)
    case .log:
      // The logarithm of the least positive Double is −744.4, and that of 0 and of negative numbers counts as 0.
      return a.low > 0
        ? valuesAtEnds(a, seed: seed) : Interval(-746, Swift.max(0, value(a.high, 0, 0, seed: seed)))
    case .sqrt, .sign, .floor, .ceil, .round: return valuesAtEnds(a, seed: seed)
    case .abs:
      let ends = valuesAtEnds(a, seed: seed)
      return a.contains(0) ? Interval(0, ends.high) : ends
    case .fract: return a.low.rounded(.down) == a.high.rounded(.down) ? valuesAtEnds(a, seed: seed) : .unit
    case .mod:
      if b.isPoint, (a.low / b.low).rounded(.down) == (a.high / b.low).rounded(.down) {
        return Interval(hullOf: value(a.low, b.low, 0, seed: seed), value(a.high, b.low, 0, seed: seed))
      }
      return Interval(Swift.min(0, b.low), Swift.max(0, b.high))
    case .min: return Interval(Swift.min(a.low, b.low), Swift.min(a.high, b.high))
    case .max: return Interval(Swift.max(a.low, b.low), Swift.max(a.high, b.high))
    case .clamp:
      return Interval(
        Swift.min(Swift.max(a.low, b.low), c.low), Swift.max(Swift.min(a.high, c.high), b.high))
    case .mix: return a + (b - a) * c
    case .smoothstep:
      guard a.isPoint, b.isPoint else { return .unit }
      return Interval(hullOf: value(a.low, b.low, c.low, seed: seed), value(a.low, b.low, c.high, seed: seed))
    case .noise, .noise2, .random: return .unit
    }
  }

  /// The values of a monotonic function of one argument: from the value at one end of `a` to the value at the other.
  private func valuesAtEnds(_ a: Interval, seed: UInt64) -> Interval {
    Interval(hullOf: value(a.low, 0, 0, seed: seed), value(a.high, 0, 0, seed: seed))
  }

  /// The values of sine or cosine. `peak` and `trough` are angles in radians at which the function is 1 and −1.
  private func wave(_ a: Interval, peak: Double, trough: Double, seed: UInt64) -> Interval {
    let period = 2 * Double.pi
    // Beyond 10¹² radians neighbouring Doubles differ by at least about 10⁻⁴: too coarse to tell whether a peak lies between two
    // angles.
    guard a.width < period, Swift.abs(a.low) < 1e12 else { return Interval(-1, 1) }
    /// Whether the interval contains `angle` or an angle that differs from it by whole periods.
    func passes(_ angle: Double) -> Bool {
      ((a.high - angle) / period).rounded(.down) > ((a.low - angle) / period).rounded(.down)
    }
    let ends = valuesAtEnds(a, seed: seed)
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
