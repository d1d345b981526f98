extension AnimatedNumber.Source {
  /// The value, not yet clamped to the range that its key allows.
  package func value(at clock: AnimationClock) -> Double {
    switch self {
    case .constant(let value): return value
    case .keys(let keys): return NumberKey.value(of: keys, at: clock.local)
    case .tween(let tween): return tween.value(at: clock.local)
    case .expression(let expression): return expression.value(at: clock)
    case .curve(let curve, let position): return curve.value(at: position?.value(at: clock) ?? clock.local)
    case .retimed(let source, let timeTween):
      return source.value(at: AnimationClock(local: timeTween.value(at: clock.local), canvas: clock.canvas))
    case .sequence(let segments):
      guard !segments.isEmpty else { return 0 }
      let segment = segments[segments.lastIndex(notAbove: clock.local, by: { $0.start })]
      return segment.source.value(at: AnimationClock(local: clock.local - segment.start, canvas: clock.canvas))
    case .sum(let terms):
      var sum = 0.0
      for term in terms { sum += term.value(at: clock) }
      return sum
    case .product(let first, let second): return first.value(at: clock) * second.value(at: clock)
    case .held(let source, let hold):
      if let before = hold.before, clock.local < hold.start { return before }
      if let after = hold.after, clock.local >= hold.end { return after }
      return source.value(at: clock)
    case .sound(let reading): return reading.value(at: clock.canvas)
    }
  }

  /// A range that contains every value within the given times.
  ///
  /// - Parameter pieces: number of pieces that the times are cut into for a formula; nil for 4 to 64, fewer for a longer formula.
  func valueRange(during clocks: ClockRange, pieces: Int? = nil) -> ClosedRange<Double> {
    switch self {
    case .constant(let value): return value...value
    case .keys(let keys): return NumberKey.valueRange(of: keys, during: clocks.local)
    case .tween(let tween): return tween.valueRange
    case .expression(let expression):
      return expression.valueRange(local: clocks.local, canvas: clocks.canvas, pieces: pieces)
    case .curve(let curve, _): return curve.valueRange
    case .retimed(let source, let timeTween):
      return source.valueRange(during: ClockRange(local: timeTween.valueRange, canvas: clocks.canvas), pieces: pieces)
    case .sequence(let segments):
      return .hull(
        of: segments.map { segment in
          let local = clocks.local.lowerBound - segment.start...clocks.local.upperBound - segment.start
          return segment.source.valueRange(during: ClockRange(local: local, canvas: clocks.canvas), pieces: pieces)
        })
    case .sum(let terms):
      var (low, high) = (0.0, 0.0)
      for term in terms {
        let range = term.valueRange(during: clocks, pieces: pieces)
        low += range.lowerBound
        high += range.upperBound
      }
      return low...high
    case .product(let first, let second):
      let (a, b) = (
        first.valueRange(during: clocks, pieces: pieces), second.valueRange(during: clocks, pieces: pieces)
      )
      let products = [
        a.lowerBound * b.lowerBound, a.lowerBound * b.upperBound, a.upperBound * b.lowerBound,
        a.upperBound * b.upperBound,
      ]
      // 0 times the infinite bound of a formula is NaN.
      if products.contains(where: \.isNaN) { return -Double.infinity...Double.infinity }
      return .hull(of: products.map { $0...$0 })
    case .held(let source, let hold):
      let heldValues = [hold.before, hold.after].compactMap { $0 }
      return .hull(of: [source.valueRange(during: clocks, pieces: pieces)] + heldValues.map { $0...$0 })
    case .sound(let reading): return reading.valueRange
    }
  }

  /// How many instructions of formulas run when the value is read once. Constants, additions and multiplications count as none,
  /// every other source that is not a formula counts as four.
  package var instructionCount: Double {
    switch self {
    case .constant: 0
    case .expression(let expression): Double(expression.instructionCount)
    case .keys, .tween, .curve, .sound: 4
    case .retimed(let source, _), .held(let source, _): 4 + source.instructionCount
    case .sequence(let segments): 4 + (segments.map(\.source.instructionCount).max() ?? 0)
    case .sum(let terms): terms.reduce(0) { $0 + $1.instructionCount }
    case .product(let first, let second): first.instructionCount + second.instructionCount
    }
  }

  /// Whether one of the source's formulas calls `random` or `noise`: estimates then take values at different times for
  /// independent draws.
  package var isRandom: Bool {
    switch self {
    case .constant, .tween, .curve, .keys, .sound: false
    case .expression(let expression): expression.readsRandomNumbers
    case .retimed(let source, _), .held(let source, _): source.isRandom
    case .sequence(let segments): segments.contains { $0.source.isRandom }
    case .sum(let terms): terms.contains(where: \.isRandom)
    case .product(let first, let second): first.isRandom || second.isRandom
    }
  }

  /// Whether the source reads the time of the canvas, as formulas and sounds do.
  private var readsCanvasTime: Bool {
    switch self {
    case .constant, .tween, .curve, .keys: false
    case .sound: true
    case .expression(let expression): expression.readsCanvasTime
    case .retimed(let source, _), .held(let source, _): source.readsCanvasTime
    case .sequence(let segments): segments.contains { $0.source.readsCanvasTime }
    case .sum(let terms): terms.contains(where: \.readsCanvasTime)
    case .product(let first, let second): first.readsCanvasTime || second.readsCanvasTime
    }
  }

  /// How many rows a second the curves of sounds have that the value follows: between two rows a curve is a straight line. Nil if it follows none.
  package var soundRowsPerSecond: Int? {
    switch self {
    case .constant, .keys, .tween, .curve: nil
    case .sound(let reading): reading.rowsPerSecond
    case .expression(let expression): expression.soundRowsPerSecond
    case .retimed(let source, _), .held(let source, _): source.soundRowsPerSecond
    case .sequence(let segments): segments.compactMap(\.source.soundRowsPerSecond).max()
    case .sum(let terms): terms.compactMap(\.soundRowsPerSecond).max()
    case .product(let first, let second): [first, second].compactMap(\.soundRowsPerSecond).max()
    }
  }

  /// The local seconds after which the value no longer changes: −∞ for a constant, +∞ if the value may change for ever or the
  /// time is not known.
  package var settleTime: Double {
    switch self {
    case .constant: return -.infinity
    case .keys(let keys): return keys.last?.time ?? -.infinity
    case .tween(let tween): return tween.settleTime
    case .expression, .sound: return .infinity
    case .curve(let curve, let position): return position?.settleTime ?? curve.knots.last?.position ?? -.infinity
    case .retimed(let source, let timeTween): return source.readsCanvasTime ? .infinity : timeTween.settleTime
    case .sequence(let segments):
      guard let last = segments.last else { return -.infinity }
      let settleTime = last.start + last.source.settleTime
      // With the last segment's start the value changes at least once more.
      return segments.count > 1 ? max(last.start, settleTime) : settleTime
    case .sum(let terms): return terms.map(\.settleTime).max() ?? -.infinity
    case .product(let first, let second): return max(first.settleTime, second.settleTime)
    case .held(let source, let hold):
      if hold.after != nil { return hold.end }
      return hold.before == nil ? source.settleTime : max(hold.start, source.settleTime)
    }
  }
}

extension NumberTween {
  /// The local seconds after which the value no longer changes; +∞ for a spring, whose swings only fade.
  fileprivate var settleTime: Double {
    if case .spring = motion { return .infinity }
    // 0 seconds repeated forever (0 · ∞ is NaN) take no time.
    return duration > 0 ? delay + duration * repeatCount : delay
  }
}

extension ClosedRange<Double> {
  /// The smallest range that contains all `ranges`; 0...0 for none.
  fileprivate static func hull(of ranges: [ClosedRange<Double>]) -> ClosedRange<Double> {
    guard var hull = ranges.first else { return 0...0 }
    for range in ranges.dropFirst() {
      hull = Swift.min(hull.lowerBound, range.lowerBound)...Swift.max(hull.upperBound, range.upperBound)
    }
    return hull
  }
}
