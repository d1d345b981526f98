import Lanes

/// A smooth curve through values at places (times, or lengths along a path): cubic Hermite pieces between knots.
///
/// Held outside of its knots; two knots at one place make a jump there. Cost: a binary search and some ten operations.
public struct NumberCurve: Sendable, Equatable {
  public struct Knot: Sendable, Equatable {
    public var place: Double
    public var value: Double
    /// How steep the curve comes in and goes out, in values a place.
    public var slopeIn: Double
    public var slopeOut: Double
    /// How the curve is gone along from this knot to the next.
    public var easing: Easing

    public init(place: Double, value: Double, slopeIn: Double = 0, slopeOut: Double = 0, easing: Easing = .linear) {
      self.place = place
      self.value = value
      self.slopeIn = slopeIn
      self.slopeOut = slopeOut
      self.easing = easing
    }
  }

  /// Sorted by place.
  public var knots: [Knot]

  public init(knots: [Knot]) { self.knots = knots }

  package func value(at place: Double) -> Double {
    guard let first = knots.first, let last = knots.last else { return 0 }
    if place < first.place { return first.value }
    if place >= last.place { return last.value }
    // Find the last knot that is not after the place.
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].place <= place { low = middle } else { high = middle }
    }
    let (from, to) = (knots[low], knots[high])
    let span = to.place - from.place
    guard span > 0 else { return to.value }
    let x = from.easing.value(at: (place - from.place) / span)
    let rise = to.value - from.value
    let (a, b) = (from.slopeOut * span - rise, to.slopeIn * span - rise)
    let rest = 1 - x
    return from.value + x * (rise + rest * (rest * a - x * b))
  }

  /// A piece stays within the hull of the control points of its Bézier form; an easing that overshoots takes it further.
  var bounds: ClosedRange<Double> {
    guard let first = knots.first else { return 0...0 }
    var (low, high) = (first.value, first.value)
    for (from, to) in zip(knots, knots.dropFirst()) {
      let third = (to.place - from.place) / 3
      var values = [from.value, from.value + from.slopeOut * third, to.value - to.slopeIn * third, to.value]
      let reach = from.easing.bounds
      if reach.lowerBound < 0 || reach.upperBound > 1 {
        // A cubic's growth outside of 0...1: at most that of its control polygon's span, to the third power.
        let span = (values.max() ?? 0) - (values.min() ?? 0)
        let out = max(1 - reach.lowerBound, reach.upperBound)
        let far = 8 * span * out * out * out
        values += [from.value - far, to.value + far]
      }
      low = min(low, values.min() ?? low)
      high = max(high, values.max() ?? high)
    }
    return low...high
  }
}
