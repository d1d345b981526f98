/// All values between two ends: what a formula can give while its clocks run through an interval (Moore 1966).
///
/// Results contain every value that the formula takes, up to a few units in the last place; they may contain more.
struct Interval: Equatable {
  var low: Double
  var high: Double

  static let unit = Interval(0, 1)
  static let everything = Interval(-Double.greatestFiniteMagnitude, Double.greatestFiniteMagnitude)

  init(_ low: Double, _ high: Double) {
    let greatest = Double.greatestFiniteMagnitude
    self.low = low.isNaN ? -greatest : Swift.max(low, -greatest)
    self.high = high.isNaN ? greatest : Swift.min(high, greatest)
    // What is not finite counts as 0.
    if !low.isFinite || !high.isFinite {
      self.low = Swift.min(self.low, 0)
      self.high = Swift.max(self.high, 0)
    }
  }

  init(hullOf values: [Double]) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values {
      if value.isNaN {
        self = .everything
        return
      }
      low = Swift.min(low, value)
      high = Swift.max(high, value)
    }
    self.init(low, high)
  }

  var width: Double { high - low }
  var isPoint: Bool { low == high }

  func contains(_ value: Double) -> Bool { low <= value && value <= high }

  func hull(_ other: Interval) -> Interval { Interval(Swift.min(low, other.low), Swift.max(high, other.high)) }

  static func + (a: Interval, b: Interval) -> Interval { Interval(a.low + b.low, a.high + b.high) }
  static func - (a: Interval, b: Interval) -> Interval { Interval(a.low - b.high, a.high - b.low) }

  static func * (a: Interval, b: Interval) -> Interval {
    Interval(hullOf: [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high])
  }
}

extension Expression {
  /// What the formula can give while the clocks run through intervals, each cut into pieces to keep the answer tight.
  package func bounds(local: ClosedRange<Double>, canvas: ClosedRange<Double>) -> ClosedRange<Double> {
    if let constant { return constant...constant }
    let pieces = max(4, min(64, 8_192 / program.count))
    var result: Interval?
    for piece in 0..<pieces {
      func cut(_ range: ClosedRange<Double>) -> Interval {
        let step = (range.upperBound - range.lowerBound) / Double(pieces)
        let low = range.lowerBound + step * Double(piece)
        return Interval(low, piece == pieces - 1 ? range.upperBound : low + step)
      }
      let value = bounds(local: cut(local), canvas: cut(canvas))
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
      let turns = { (x: Double) in ((x - Double.pi / 2) / Double.pi).rounded(.down) }
      return a.width < 3 && turns(a.low) == turns(a.high) ? corners(a, seed: seed) : .everything
    case .asin: return Interval(-2, 2)
    case .acos: return Interval(0, 4)
    case .atan2: return Interval(-4, 4)
    case .exp:
      // Past the largest exponent the value is not finite, which counts as 0.
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

  /// The values at both ends: all there is for a function that only grows or only falls.
  private func corners(_ a: Interval, seed: UInt64) -> Interval {
    Interval(hullOf: [value(a.low, 0, 0, seed: seed), value(a.high, 0, 0, seed: seed)])
  }

  private func wave(_ a: Interval, peak: Double, trough: Double, seed: UInt64) -> Interval {
    let turn = 2 * Double.pi
    guard a.width < turn, Swift.abs(a.low) < 1e12 else { return Interval(-1, 1) }
    /// Whether a point of the wave that comes back each turn lies inside.
    func passes(_ point: Double) -> Bool {
      ((a.high - point) / turn).rounded(.down) > ((a.low - point) / turn).rounded(.down)
    }
    let ends = corners(a, seed: seed)
    return Interval(passes(trough) ? -1 : ends.low, passes(peak) ? 1 : ends.high)
  }

  private func power(_ a: Interval, _ b: Interval, seed: UInt64) -> Interval {
    let ends = [a.low, a.high].flatMap { base in [b.low, b.high].map { raw(base, $0, 0, seed: seed) } }
    // Of positive numbers a power grows or falls steadily in both.
    if a.low > 0 { return Interval(hullOf: ends) }
    if b.low < 0 { return .everything }
    // Through zero a fixed power turns there; negative bases have powers of either sign, or 0.
    if b.isPoint { return Interval(hullOf: ends + [0]) }
    let reach = Swift.max(1, raw(Swift.max(-a.low, a.high), b.high, 0, seed: seed))
    return Interval(a.low < 0 ? -reach : 0, reach)
  }
}
