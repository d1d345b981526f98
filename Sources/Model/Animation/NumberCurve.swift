import Lanes

/// A smooth curve of numbers over a position (a time, or a length along a path): cubic Hermite pieces between knots.
///
/// Constant outside of its knots; two knots at one position make a jump. Cost: a binary search and some ten operations.
public struct NumberCurve: Sendable, Equatable {
  /// A point that the curve passes through.
  public struct Knot: Sendable, Equatable {
    /// Position of the knot along the curve's axis, such as seconds.
    public var position: Double
    /// Value at the knot.
    public var value: Double
    /// The slopes before and after the knot.
    public var slopeIn: Double
    /// Slope with which the curve leaves the knot.
    public var slopeOut: Double
    /// The easing of the position from this knot to the next.
    public var easing: Easing

    /// A knot.
    public init(position: Double, value: Double, slopeIn: Double = 0, slopeOut: Double = 0, easing: Easing = .linear) {
      self.position = position
      self.value = value
      self.slopeIn = slopeIn
      self.slopeOut = slopeOut
      self.easing = easing
    }
  }

  /// Sorted by position.
  public var knots: [Knot]

  /// A curve through knots, sorted by position.
  public init(knots: [Knot]) { self.knots = knots }

  package func value(at position: Double) -> Double {
    guard let first = knots.first, let last = knots.last else { return 0 }
    if position < first.position { return first.value }
    if position >= last.position { return last.value }
    let index = knots.lastIndex(notAbove: position, by: { $0.position })
    let (from, to) = (knots[index], knots[index + 1])
    let span = to.position - from.position
    guard span > 0 else { return to.value }
    let x = from.easing.value(at: (position - from.position) / span)
    let rise = to.value - from.value
    let (a, b) = (from.slopeOut * span - rise, to.slopeIn * span - rise)
    let y = 1 - x
    return from.value + x * (rise + y * (y * a - x * b))
  }

  /// Bounds of all values: the hull of the pieces' Bézier control points, widened where an easing overshoots.
  var bounds: ClosedRange<Double> {
    guard let first = knots.first else { return 0...0 }
    var (low, high) = (first.value, first.value)
    for (knot, piece) in zip(knots, bezierPieces) {
      var values = piece
      let reach = knot.easing.bounds
      if reach.lowerBound < 0 || reach.upperBound > 1 {
        // Outside of 0...1 a cubic grows at most as the third power, times the extent of its control polygon.
        let span = (values.max() ?? 0) - (values.min() ?? 0)
        let out = max(1 - reach.lowerBound, reach.upperBound)
        let margin = 8 * span * out * out * out
        values += [piece[0] - margin, piece[3] + margin]
      }
      low = min(low, values.min() ?? low)
      high = max(high, values.max() ?? high)
    }
    return low...high
  }
}
