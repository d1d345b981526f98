import Lanes

/// Curves of several numbers at once (x and y) measured by their length: each number becomes a curve over length, so that
/// what moves along it evenly has a constant speed.
///
/// Each cubic Bézier piece is cut at 16 even steps of its parameter; the length of a part is that of Gauss's rule with
/// five points, and values and slopes at the cuts are exact, so that between them the Hermite pieces are good to the
/// fourth power of a part's length: about 1e-6 of a curve's size. Cost: once, about 3 µs a piece.
package struct ArcLength: Sendable {
  /// One curve for each number.
  package private(set) var curves: [NumberCurve]
  package private(set) var length = 0.0
  /// The length up to the end of each piece.
  package private(set) var ends: [Double] = []

  private static let parts = 16

  package init(dimensions: Int) { curves = Array(repeating: NumberCurve(knots: []), count: dimensions) }

  /// Goes on from where the piece begins; if that is elsewhere than the last one ended, the values jump.
  ///
  /// - Parameter piece: four control points for each number.
  package mutating func add(_ piece: [[Double]]) {
    let isStraight = piece.allSatisfy { isEven($0) }
    let parts = isStraight ? 1 : Self.parts
    append(piece, at: 0)
    for part in 0..<parts {
      let (low, high) = (Double(part) / Double(parts), Double(part + 1) / Double(parts))
      length += Self.length(of: piece, from: low, to: high)
      append(piece, at: high)
    }
    ends.append(length)
  }

  /// Curves over the same places, one for each number of a value.
  package init(through curves: [NumberCurve]) {
    self.init(dimensions: curves.count)
    let pieces = curves.map(\.pieces)
    for index in 0..<(pieces.map(\.count).min() ?? 0) { add(pieces.map { $0[index] }) }
  }

  private func isEven(_ p: [Double]) -> Bool {
    let step = p[3] - p[0]
    return abs(p[1] - p[0] - step / 3) <= 1e-12 * abs(step) && abs(p[2] - p[0] - step * 2 / 3) <= 1e-12 * abs(step)
  }

  private mutating func append(_ piece: [[Double]], at u: Double) {
    let direction = Self.direction(of: piece, at: u)
    for index in curves.indices {
      curves[index].knots.append(
        NumberCurve.Knot(
          place: length, value: Self.value(piece[index], u), slopeIn: direction[index], slopeOut: direction[index]))
    }
  }

  private static func value(_ p: [Double], _ u: Double) -> Double {
    if u == 1 { return p[3] }
    let v = 1 - u
    return v * v * v * p[0] + 3 * u * v * (v * p[1] + u * p[2]) + u * u * u * p[3]
  }

  private static func slope(_ p: [Double], _ u: Double) -> Double {
    let v = 1 - u
    return 3 * (v * v * (p[1] - p[0]) + 2 * u * v * (p[2] - p[1]) + u * u * (p[3] - p[2]))
  }

  private static func norm(_ vector: [Double]) -> Double {
    var sum = 0.0
    for number in vector { sum += number * number }
    return sum.squareRoot()
  }

  /// The unit tangent; where handles have no length, that a little further inside.
  private static func direction(of piece: [[Double]], at u: Double) -> [Double] {
    for place in [u, u + (u < 0.5 ? 1e-4 : -1e-4), 0.5] {
      let slopes = piece.map { slope($0, place) }
      let size = norm(slopes)
      if size > 1e-9 { return slopes.map { $0 / size } }
    }
    return piece.map { _ in 0 }
  }

  private static func length(of piece: [[Double]], from low: Double, to high: Double) -> Double {
    let nodes = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664]
    let weights = [
      0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908, 0.23692688505618908,
    ]
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    var sum = 0.0
    for (node, weight) in zip(nodes, weights) {
      sum += weight * norm(piece.map { slope($0, middle + half * node) })
    }
    return sum * half
  }
}

extension ArcLength {
  /// The curves over shares of the whole length, 0...1.
  package var shares: [NumberCurve] { curves.map { $0.scaled(by: length) } }

  /// A path of the plane, its parts one after another.
  package init(_ path: VectorPath) {
    self.init(dimensions: 2)
    var (pen, start) = (PlanePoint(0, 0), PlanePoint(0, 0))
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

  /// The direction of the way over shares of its length, in degrees clockwise from +x, without jumps of whole turns: at corners it
  /// turns the shorter way.
  package var angles: NumberCurve {
    guard curves.count == 2 else { return NumberCurve(knots: []) }
    var knots: [NumberCurve.Knot] = []
    for (x, y) in zip(curves[0].knots, curves[1].knots) {
      var angle = (x.slopeOut == 0 && y.slopeOut == 0 ? 0 : Lanes.atan2(y: y.slopeOut, x: x.slopeOut)) * 180 / Double.pi
      if let last = knots.last { angle += ((last.value - angle) / 360).rounded() * 360 }
      knots.append(NumberCurve.Knot(place: x.place, value: angle))
    }
    for index in knots.indices.dropLast() {
      let span = knots[index + 1].place - knots[index].place
      guard span > 0 else { continue }
      let slope = (knots[index + 1].value - knots[index].value) / span
      knots[index].slopeOut = slope
      knots[index + 1].slopeIn = slope
    }
    return NumberCurve(knots: knots).scaled(by: length)
  }
}

extension NumberCurve {
  /// The same values where places are divided by `length`.
  fileprivate func scaled(by length: Double) -> NumberCurve {
    guard length > 0 else { return self }
    return NumberCurve(
      knots: knots.map { knot in
        var knot = knot
        knot.place /= length
        knot.slopeIn *= length
        knot.slopeOut *= length
        return knot
      })
  }
}
