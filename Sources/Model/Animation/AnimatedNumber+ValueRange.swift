import Lanes

// Which values an animated number can have within some range of times, for estimates of cost and for tables. Each range
// contains all values that occur, and may be wider than needed.

extension AnimatedNumber {
  /// A range that contains every value within the given times, clamped to the key's range. It may be wider than needed.
  package func valueRange(during clocks: ClockRange) -> ClosedRange<Double> {
    let unclamped = source.valueRange(during: clocks)
    let low = min(max(unclamped.lowerBound, range.lowerBound), range.upperBound)
    let high = min(max(unclamped.upperBound, range.lowerBound), range.upperBound)
    return min(low, high)...max(low, high)
  }
}

extension NumberKey {
  /// A range that contains the values at all times.
  static func valueRange(of keys: [NumberKey]) -> ClosedRange<Double> {
    guard let first = keys.first else { return 0...0 }
    var (low, high) = (first.value, first.value)
    for (from, to) in zip(keys, keys.dropFirst()) {
      let progress = from.easing.progressRange
      for share in [progress.lowerBound, progress.upperBound, 0, 1] {
        let value = from.value + (to.value - from.value) * share
        low = min(low, value)
        high = max(high, value)
      }
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
  /// A range that contains the eased progress for every input in 0...1, never narrower than 0...1. A Bézier curve stays within
  /// the hull of its control points.
  var progressRange: ClosedRange<Double> {
    switch self {
    case .cubicBezier(_, let y1, _, let y2): return min(0, y1, y2)...max(1, y1, y2)
    case .linearPoints(let points):
      let outputs = points.map(\.y)
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
  /// ω₀ = √(stiffness ÷ mass); damping makes that smaller.
  var progressRange: ClosedRange<Double> {
    let angularFrequency = (stiffness / mass).squareRoot()
    let velocityShare = angularFrequency > 0 ? initialVelocity / angularFrequency : 0
    // A billionth more covers rounding.
    let amplitude = (1 + velocityShare * velocityShare).squareRoot() + 1e-9
    return (1 - amplitude)...(1 + amplitude)
  }
}
