import Lanes

extension ArcLength {
  /// `curves` with positions as shares of the whole length, 0...1.
  package var coordinatesByShare: [NumberCurve] { curves.map { $0.withPositions(asSharesOf: length) } }

  /// Measures a path in the plane, contour after contour.
  package init(_ path: VectorPath) {
    self.init(dimensions: 2)
    var (pen, start) = (PlanePoint(0, 0), PlanePoint(0, 0))
    /// One coordinate of a straight line as the control values of a cubic.
    func line(_ a: Double, _ b: Double) -> [Double] { [a, a + (b - a) / 3, a + (b - a) * 2 / 3, b] }
    for element in path.elements {
      switch element {
      case .move(let point):
        (pen, start) = (point, point)
      case .line(let point):
        if point != pen { add([line(pen.x, point.x), line(pen.y, point.y)]) }
        pen = point
      case .curve(let a, let b, let end):
        if !(a == pen && b == pen && end == pen) { add([[pen.x, a.x, b.x, end.x], [pen.y, a.y, b.y, end.y]]) }
        pen = end
      case .close:
        if pen != start { add([line(pen.x, start.x), line(pen.y, start.y)]) }
        pen = start
      }
    }
  }

  /// The direction of a path in the plane in degrees clockwise from +x, over the share of its length, 0...1. Unwrapped: from
  /// one knot to the next it changes by at most 180°.
  package var anglesByShare: NumberCurve {
    guard curves.count == 2 else { return NumberCurve(knots: []) }
    var knots: [NumberCurve.Knot] = []
    for (x, y) in zip(curves[0].knots, curves[1].knots) {
      var angle = (x.slopeOut == 0 && y.slopeOut == 0 ? 0 : Lanes.atan2(y: y.slopeOut, x: x.slopeOut)) * 180 / Double.pi
      if let last = knots.last { angle += ((last.value - angle) / 360).rounded() * 360 }
      knots.append(NumberCurve.Knot(position: x.position, value: angle))
    }
    for index in knots.indices.dropLast() {
      let span = knots[index + 1].position - knots[index].position
      guard span > 0 else { continue }
      let slope = (knots[index + 1].value - knots[index].value) / span
      knots[index].slopeOut = slope
      knots[index + 1].slopeIn = slope
    }
    return NumberCurve(knots: knots).withPositions(asSharesOf: length)
  }
}

extension NumberCurve {
  /// The curve over the share of `length`: positions are divided by it, slopes multiplied. Unchanged for a length of 0.
  fileprivate func withPositions(asSharesOf length: Double) -> NumberCurve {
    guard length > 0 else { return self }
    return NumberCurve(
      knots: knots.map { knot in
        var knot = knot
        knot.position /= length
        knot.slopeIn *= length
        knot.slopeOut *= length
        return knot
      })
  }
}
