import Lanes

/// A smooth curve of numbers over a position (a time, or a length along a path): cubic Hermite pieces between knots.
///
/// The curve is constant outside of its knots; two knots at one position make a jump. Cost of a value: a binary search and about
/// ten operations.
public struct NumberCurve: Sendable, Equatable {
  /// A point that the curve passes through.
  public struct Knot: Sendable, Equatable {
    /// Position of the knot along the curve's axis, such as seconds.
    public var position: Double
    /// Value at the knot.
    public var value: Double
    /// Slope with which the curve arrives at the knot: change of value per unit of position.
    public var slopeIn: Double
    /// Slope with which the curve leaves the knot: change of value per unit of position.
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

  /// The knots, sorted by position.
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
    // The line from knot to knot plus a cubic that is 0 at both knots, x(1 − x)((1 − x)·a − x·b). The cubic's slopes at x = 0 and
    // x = 1 are a and b: by how much the curve is steeper than the line at its beginning and at its end.
    let x = from.easing.value(at: (position - from.position) / span)
    let rise = to.value - from.value
    let (a, b) = (from.slopeOut * span - rise, to.slopeIn * span - rise)
    let oneMinusX = 1 - x
    return from.value + x * (rise + oneMinusX * (oneMinusX * a - x * b))
  }

  /// A range that contains all values: the hull of the pieces' Bézier control points, widened where an easing overshoots.
  var valueRange: ClosedRange<Double> {
    guard let first = knots.first else { return 0...0 }
    var (low, high) = (first.value, first.value)
    for (knot, piece) in zip(knots, bezierPieces) {
      var values = piece
      let progress = knot.easing.progressRange
      if progress.lowerBound < 0 || progress.upperBound > 1 {
        // For x outside of 0...1 the magnitudes of the four Bernstein polynomials add up to (2d − 1)³ < 8 d³, with d the greater
        // of 1 − x and x. So the cubic differs from each of its control values by less than 8 d³ times the extent of these
        // values.
        let extent = (values.max() ?? 0) - (values.min() ?? 0)
        let distance = max(1 - progress.lowerBound, progress.upperBound)
        let margin = 8 * extent * distance * distance * distance
        values += [piece[0] - margin, piece[3] + margin]
      }
      low = min(low, values.min() ?? low)
      high = max(high, values.max() ?? high)
    }
    return low...high
  }
}
