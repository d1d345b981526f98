extension Expression {
  /// Bounds of the formula within ranges of local and canvas time, each of which is subdivided to tighten the result.
  package func bounds(local: ClosedRange<Double>, canvas: ClosedRange<Double>) -> ClosedRange<Double> {
    if let constant { return constant...constant }
    let pieces = max(4, min(64, 8_192 / program.count))
    var result: Interval?
    for piece in 0..<pieces {
      func subrange(_ range: ClosedRange<Double>) -> Interval {
        let step = (range.upperBound - range.lowerBound) / Double(pieces)
        let low = range.lowerBound + step * Double(piece)
        return Interval(low, piece == pieces - 1 ? range.upperBound : low + step)
      }
      let value = bounds(local: subrange(local), canvas: subrange(canvas))
      result = result?.hull(value) ?? value
    }
    let hull = result ?? .everything
    return hull.low...hull.high
  }

  private func bounds(local: Interval, canvas: Interval) -> Interval {
    var stack: [Interval] = []
    for instruction in program {
      switch instruction {
      case .constant(let value): stack.append(Interval(value, value))
      case .localTime: stack.append(local)
      case .canvasTime: stack.append(canvas)
      case .call(let function):
        let arguments = Array(stack.suffix(function.argumentCount))
        guard arguments.count == function.argumentCount else { return .everything }
        stack.removeLast(function.argumentCount)
        stack.append(function.bounds(arguments, seed: seed))
      }
    }
    return stack.last ?? .everything
  }
}

extension Expression.Function {
  fileprivate func bounds(_ arguments: [Interval], seed: UInt64) -> Interval {
    let a = arguments[0]
    let b = arguments.count > 1 ? arguments[1] : Interval(0, 0)
    let c = arguments.count > 2 ? arguments[2] : Interval(0, 0)
    if arguments.allSatisfy(\.isPoint) {
      let result = value(a.low, b.low, c.low, seed: seed)
      return Interval(result, result)
    }
    switch self {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide:
      return b.contains(0)
        ? .everything : Interval(hullOf: [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high])
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
    case .sin: return wave(a, peak: Double.pi / 2, trough: -Double.pi / 2, seed: seed)
    case .cos: return wave(a, peak: 0, trough: Double.pi, seed: seed)
    case .tan:
      let branch = { (x: Double) in ((x - Double.pi / 2) / Double.pi).rounded(.down) }
      return a.width < 3 && branch(a.low) == branch(a.high) ? corners(a, seed: seed) : .everything
    case .asin: return Interval(-2, 2)
    case .acos: return Interval(0, 4)
    case .atan2: return Interval(-4, 4)
    case .exp:
      // Beyond the largest exponent the value is not finite and counts as 0.
      return a.high > 709 ? Interval(0, Double.greatestFiniteMagnitude) : corners(a, seed: seed)
    case .log: return a.low > 0 ? corners(a, seed: seed) : Interval(-746, Swift.max(0, value(a.high, 0, 0, seed: seed)))
    case .sqrt, .sign, .floor, .ceil, .round: return corners(a, seed: seed)
    case .abs:
      let ends = corners(a, seed: seed)
      return a.contains(0) ? Interval(0, ends.high) : ends
    case .fract: return a.low.rounded(.down) == a.high.rounded(.down) ? corners(a, seed: seed) : .unit
    case .mod:
      if b.isPoint, (a.low / b.low).rounded(.down) == (a.high / b.low).rounded(.down) {
        return Interval(hullOf: [value(a.low, b.low, 0, seed: seed), value(a.high, b.low, 0, seed: seed)])
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
      return Interval(hullOf: [value(a.low, b.low, c.low, seed: seed), value(a.low, b.low, c.high, seed: seed)])
    case .noise, .noise2, .random: return .unit
    }
  }

  /// The values at both ends: the bounds of a monotonic function.
  private func corners(_ a: Interval, seed: UInt64) -> Interval {
    Interval(hullOf: [value(a.low, 0, 0, seed: seed), value(a.high, 0, 0, seed: seed)])
  }

  private func wave(_ a: Interval, peak: Double, trough: Double, seed: UInt64) -> Interval {
    let period = 2 * Double.pi
    guard a.width < period, Swift.abs(a.low) < 1e12 else { return Interval(-1, 1) }
    /// Whether the interval contains a point, or one that is whole periods away from it.
    func passes(_ point: Double) -> Bool {
      ((a.high - point) / period).rounded(.down) > ((a.low - point) / period).rounded(.down)
    }
    let ends = corners(a, seed: seed)
    return Interval(passes(trough) ? -1 : ends.low, passes(peak) ? 1 : ends.high)
  }

  private func power(_ a: Interval, _ b: Interval, seed: UInt64) -> Interval {
    let ends = [a.low, a.high].flatMap { base in [b.low, b.high].map { raw(base, $0, 0, seed: seed) } }
    // For positive bases a power is monotonic in both arguments.
    if a.low > 0 { return Interval(hullOf: ends) }
    if b.low < 0 { return .everything }
    // A constant power has its extreme at 0 or at the ends. Powers of negative bases have either sign, or are 0.
    if b.isPoint { return Interval(hullOf: ends + [0]) }
    let reach = Swift.max(1, raw(Swift.max(-a.low, a.high), b.high, 0, seed: seed))
    return Interval(a.low < 0 ? -reach : 0, reach)
  }
}
