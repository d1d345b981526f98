import Colorimetry
import Lanes
import Model

/// Curves over life, tabulated when a scene is compiled: 257 values at equal steps of age ÷ lifetime in 0...1, each followed by
/// the difference to the next value (0 after the last). Between them the curve is a straight line.
///
/// A corner or jump of the curve is thus blurred over at most 1/256 of a life; at multiples of 1/256 the table is exact.
enum CurveTable {
  /// Steps of a life; a table has an entry at each end of a step.
  static let steps = 256

  /// Floats of a table: a value and a difference for each entry.
  static let floatCount = 2 * (steps + 1)

  /// Table of a function of age ÷ lifetime: `floatCount` elements.
  static func floats(_ value: (Double) -> Double) -> [Float] {
    let values = (0...steps).map { value(Double($0) / Double(steps)) }
    var floats: [Float] = []
    for (index, value) in values.enumerated() {
      let first = Float(value)
      floats.append(first)
      floats.append(index < steps ? Float(values[index + 1]) - first : 0)
    }
    return floats
  }

  static func easing(_ easing: Easing) -> [Float] { floats { easing.value(at: $0) } }

  /// Table of `scale` times a curve.
  static func curve(_ stops: [NumberStop], scale: Double = 1) -> [Float] {
    floats { scale * stops.value(at: $0) }
  }

  /// Table of the curve's integral from birth over age ÷ lifetime: times the lifetime, it is the integral over the age. The curve
  /// is taken as straight lines between its values at the table's steps: the entries are sums of trapezoids. Between two entries
  /// the integral is interpolated linearly.
  static func integral(_ stops: [NumberStop]) -> [Float] {
    let values = (0...steps).map { stops.value(at: Double($0) / Double(steps)) }
    var sums = [0.0]
    for step in 0..<steps { sums.append(sums[step] + (values[step] + values[step + 1]) / Double(2 * steps)) }
    return floats { sums[Int($0 * Double(steps))] }
  }

  /// Tables of `scale` times the coordinates of a curve of points.
  static func curve(_ stops: [PointStop], scale: Double) -> (x: [Float], y: [Float]) {
    func axis(_ value: KeyPath<PointStop, Double>) -> [Float] {
      floats { location in
        scale
          * mix(stops, at: location, position: \.location, easing: \.easing) {
            $0[keyPath: value] + ($1[keyPath: value] - $0[keyPath: value]) * $2
          }
      }
    }
    return (axis(\.x), axis(\.y))
  }

  /// Value at a location (age ÷ lifetime, or another share in 0...1) of stops in ascending order: between two stops a mixture by
  /// the easing of the first of them; before the first stop that stop's value, after the last stop that one's.
  ///
  /// - Parameters:
  ///   - position: gives the location of a stop.
  ///   - mix: gives the value at an eased share between two stops: at 0 the first one's, at 1 the second one's.
  static func mix<Stop, Value>(
    _ stops: [Stop], at location: Double, position: (Stop) -> Double, easing: (Stop) -> Easing,
    _ mix: (Stop, Stop, Double) -> Value
  ) -> Value {
    var low = 0
    for (index, stop) in stops.enumerated() where position(stop) <= location { low = index }
    let from = stops[low]
    guard low + 1 < stops.count, location > position(from) else { return mix(from, from, 0) }
    let to = stops[low + 1]
    return mix(from, to, easing(from).value(at: (location - position(from)) / (position(to) - position(from))))
  }
}
