import Lanes

// The range of values that an animated number can have within a range of times, for estimates of cost, the margins of filters, and
// warnings about presets.

extension AnimatedNumber {
  /// A range that contains every value within the given times, clamped to the key's range. It may be wider than needed.
  ///
  /// - Parameter pieces: number of pieces that the times are cut into for a formula; more pieces give a narrower range. Nil for
  ///   the formula's default, 4 to 64.
  package func valueRange(during clocks: ClockRange, pieces: Int? = nil) -> ClosedRange<Double> {
    let unclamped = source.valueRange(during: clocks, pieces: pieces)
    let low = min(max(unclamped.lowerBound, range.lowerBound), range.upperBound)
    let high = min(max(unclamped.upperBound, range.lowerBound), range.upperBound)
    return min(low, high)...max(low, high)
  }
}

extension NumberKey {
  /// A range that contains the values of keys, sorted by time, at all local seconds within `times`.
  static func valueRange(of keys: [NumberKey], during times: ClosedRange<Double>) -> ClosedRange<Double> {
    guard !keys.isEmpty else { return 0...0 }
    let firstIndex = keys.lastIndex(notAbove: times.lowerBound, by: { $0.time })
    let lastIndex = keys.lastIndex(notAbove: times.upperBound, by: { $0.time })
    let valuesAtEnds = [times.lowerBound, times.upperBound].map { value(of: keys, at: $0) }
    var (low, high) = (min(valuesAtEnds[0], valuesAtEnds[1]), max(valuesAtEnds[0], valuesAtEnds[1]))
    // Pairs of neighbouring keys between which some of the times lie.
    for (from, to) in zip(keys[firstIndex...lastIndex], keys[(firstIndex + 1)...].prefix(lastIndex - firstIndex + 1)) {
      // A monotonic curve has its extremes at its ends: at the keys, or at the first and the last of the times.
      let mayTurn = !from.easing.isMonotonic
      let progress = from.easing.progressRange
      var extremes =
        mayTurn ? [progress.lowerBound, progress.upperBound].map { from.value + (to.value - from.value) * $0 } : []
      if mayTurn || times.contains(from.time) { extremes.append(from.value) }
      if mayTurn || times.contains(to.time) { extremes.append(to.value) }
      for value in extremes { (low, high) = (min(low, value), max(high, value)) }
    }
    return low...high
  }
}

extension NumberTween {
  /// A range that contains the values at all times.
  var valueRange: ClosedRange<Double> {
    let progress: ClosedRange<Double> =
      switch motion {
      case .easing(let easing): easing.progressRange
      case .spring(let spring): spring.progressRange
      }
    let ends = [progress.lowerBound, progress.upperBound].map { from + (to - from) * $0 }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }
}

extension Easing {
  /// Whether it is certain that the eased progress never decreases.
  fileprivate var isMonotonic: Bool {
    switch self {
    case .linear, .steps, .hold: true
    default: false
    }
  }

  /// A range that contains the eased progress for every input in 0...1, never narrower than 0...1. A Bézier curve stays within
  /// the hull of its control points.
  var progressRange: ClosedRange<Double> {
    switch self {
    case .cubicBezier(_, let y1, _, let y2): return min(0, y1, y2)...max(1, y1, y2)
    case .linearPoints(let points):
      // Before the first and after the last point the curve goes on along its first and last piece.
      let outputs = points.map(\.y) + [value(at: 0), value(at: 1)]
      return min(0, outputs.min() ?? 0)...max(1, outputs.max() ?? 1)
    case .named(let name): return name.range
    default: return 0...1
    }
  }
}

extension Spring {
  /// A range that contains the progress at all times.
  ///
  /// An undamped spring that starts at 0 with the velocity v₀ swings around 1 with the amplitude √(1 + (v₀/ω₀)²), where
  /// ω₀ = √(stiffness ÷ mass); damping makes the amplitude smaller.
  var progressRange: ClosedRange<Double> {
    let angularFrequency = (stiffness / mass).squareRoot()
    let velocityShare = angularFrequency > 0 ? initialVelocity / angularFrequency : 0
    // The billionth that is added covers rounding.
    let amplitude = (1 + velocityShare * velocityShare).squareRoot() + 1e-9
    return (1 - amplitude)...(1 + amplitude)
  }
}
