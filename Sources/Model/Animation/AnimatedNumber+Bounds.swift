import Lanes

extension AnimatedNumber {
  /// A range that contains every value within the given times. It may be a little wider than needed.
  package func bounds(during clocks: ClockRange) -> ClosedRange<Double> {
    let unclamped = source.bounds(during: clocks)
    let low = min(max(unclamped.lowerBound, range.lowerBound), range.upperBound)
    let high = min(max(unclamped.upperBound, range.lowerBound), range.upperBound)
    return min(low, high)...max(low, high)
  }
}

extension NumberKey {
  static func bounds(of keys: [NumberKey]) -> ClosedRange<Double> {
    guard let first = keys.first else { return 0...0 }
    var (low, high) = (first.value, first.value)
    for (from, to) in zip(keys, keys.dropFirst()) {
      let progress = from.easing.bounds
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
  var bounds: ClosedRange<Double> {
    let progress: ClosedRange<Double> =
      switch motion {
      case .easing(let easing): easing.bounds
      case .spring(let spring): spring.bounds
      }
    let ends = [progress.lowerBound, progress.upperBound].map { from + (to - from) * $0 }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }
}

extension Easing {
  /// Bounds of the progress: a Bézier curve stays within the hull of its control points.
  var bounds: ClosedRange<Double> {
    switch self {
    case .cubicBezier(_, let y1, _, let y2): return min(0, y1, y2)...max(1, y1, y2)
    case .linearPoints(let points):
      let outputs = points.map(\.y)
      return min(0, outputs.min() ?? 0)...max(1, outputs.max() ?? 1)
    default: return 0...1
    }
  }
}

extension Spring {
  /// Bounds of the progress: an undamped spring swings around 1 with the amplitude √(1 + (v₀/ω₀)²), and damping shrinks that.
  var bounds: ClosedRange<Double> {
    let pulse = (stiffness / mass).squareRoot()
    let push = pulse > 0 ? initialVelocity / pulse : 0
    let amplitude = (1 + push * push).squareRoot() + 1e-9
    return (1 - amplitude)...(1 + amplitude)
  }
}
