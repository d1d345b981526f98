/// The arc-length parametrization of a curve with several coordinates: each coordinate becomes a curve over the length from the
/// start. If that length grows evenly, the point moves at a constant speed.
///
/// Each cubic Bézier curve is cut into 16 even intervals of its parameter, unless it is a line with even speed. The intervals'
/// lengths are integrated by Gauss-Legendre quadrature with five nodes. Values and slopes at the cuts are exact, so the error of
/// the Hermite pieces between the cuts grows with the fourth power of a piece's length: it is about 1e-6 of a curve's size. Cost:
/// about 3 µs for each Bézier curve, once.
///
/// A Bézier curve is an array with four control values for each coordinate: `bezier[coordinate][0...3]`.
package struct ArcLength: Sendable {
  /// One curve for each coordinate, whose position is the length from the start.
  package private(set) var curves: [NumberCurve]
  /// The whole length, in the coordinates' unit.
  package private(set) var length = 0.0
  /// For each Bézier curve, the length from the start of the first one to the end of this one.
  package private(set) var ends: [Double] = []

  /// Intervals of the parameter that a Bézier curve is cut into.
  private static let intervalCount = 16

  /// A curve of no length, to which Bézier curves are added.
  package init(dimensions: Int) { curves = Array(repeating: NumberCurve(knots: []), count: dimensions) }

  /// Appends a Bézier curve. If it does not begin where the last curve ended, the values jump.
  package mutating func add(_ bezier: [[Double]]) {
    let isStraight = bezier.allSatisfy { isUniform($0) }
    let count = isStraight ? 1 : Self.intervalCount
    appendKnots(of: bezier, at: 0)
    for index in 0..<count {
      let (low, high) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      length += Self.length(of: bezier, from: low, to: high)
      appendKnots(of: bezier, at: high)
    }
    ends.append(length)
  }

  /// Combines curves over the same positions, one for each coordinate.
  package init(through curves: [NumberCurve]) {
    self.init(dimensions: curves.count)
    let pieces = curves.map(\.bezierPieces)
    for index in 0..<(pieces.map(\.count).min() ?? 0) { add(pieces.map { $0[index] }) }
  }

  /// Whether a coordinate grows evenly with the parameter: its control values p are evenly spaced, but for rounding.
  private func isUniform(_ p: [Double]) -> Bool {
    let step = p[3] - p[0]
    return abs(p[1] - p[0] - step / 3) <= 1e-12 * abs(step) && abs(p[2] - p[0] - step * 2 / 3) <= 1e-12 * abs(step)
  }

  /// Appends a knot to each coordinate's curve, at the length so far: the Bézier curve's point at the parameter u in 0...1.
  private mutating func appendKnots(of bezier: [[Double]], at u: Double) {
    let direction = Self.direction(of: bezier, at: u)
    for index in curves.indices {
      curves[index].knots.append(
        NumberCurve.Knot(
          position: length, value: Self.value(bezier[index], u), slopeIn: direction[index], slopeOut: direction[index]))
    }
  }

  /// One coordinate of the Bézier curve with the control values p, at u in 0...1.
  private static func value(_ p: [Double], _ u: Double) -> Double {
    if u == 1 { return p[3] }
    let v = 1 - u
    return v * v * v * p[0] + 3 * u * v * (v * p[1] + u * p[2]) + u * u * u * p[3]
  }

  /// The derivative of `value` by u.
  private static func slope(_ p: [Double], _ u: Double) -> Double {
    let v = 1 - u
    return 3 * (v * v * (p[1] - p[0]) + 2 * u * v * (p[2] - p[1]) + u * u * (p[3] - p[2]))
  }

  private static func norm(_ vector: [Double]) -> Double {
    var sum = 0.0
    for number in vector { sum += number * number }
    return sum.squareRoot()
  }

  /// The unit tangent at the parameter u. Where the derivative is 0, as at an end whose handle has no length, the tangent is that
  /// of a place a little further inside or, if the derivative is 0 there too, of the middle. A curve that is a point gives a
  /// vector of zeros.
  private static func direction(of bezier: [[Double]], at u: Double) -> [Double] {
    for parameter in [u, u + (u < 0.5 ? 1e-4 : -1e-4), 0.5] {
      let slopes = bezier.map { slope($0, parameter) }
      let size = norm(slopes)
      if size > 1e-9 { return slopes.map { $0 / size } }
    }
    return bezier.map { _ in 0 }
  }

  /// The length between two parameters: the integral of the derivative's norm, by Gauss-Legendre quadrature with five nodes.
  private static func length(of bezier: [[Double]], from low: Double, to high: Double) -> Double {
    let nodes = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664]
    let weights = [
      0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908, 0.23692688505618908,
    ]
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    var sum = 0.0
    for (node, weight) in zip(nodes, weights) {
      sum += weight * norm(bezier.map { slope($0, middle + half * node) })
    }
    return sum * half
  }
}
