import Colorimetry
import Lanes
import Model

/// Curves over life, tabulated when a scene is compiled: 257 values at equal steps of age ÷ lifetime, each with the
/// difference to the next, between which a straight line is drawn.
///
/// A corner or jump of the curve is thus blurred over at most 1/256 of a life; at multiples of 1/256 the table is exact.
enum CurveTable {
  static let steps = 256

  /// Floats of a table of one curve: (value, difference) pairs.
  static let floatCount = 2 * (steps + 1)

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

  static func curve(_ stops: [NumberStop], scale: Double = 1) -> [Float] {
    floats { scale * value(of: stops, at: $0) }
  }

  private static func value(of stops: [NumberStop], at place: Double) -> Double {
    mix(stops, at: place, location: \.location, easing: \.easing) { $0.value + ($1.value - $0.value) * $2 }
  }

  /// What the curve sums up to from birth to each age, in lifetimes: the table's own straight lines summed exactly at its
  /// entries, and by their chords between these.
  static func integral(_ stops: [NumberStop]) -> [Float] {
    let values = (0...steps).map { value(of: stops, at: Double($0) / Double(steps)) }
    var sums = [0.0]
    for step in 0..<steps { sums.append(sums[step] + (values[step] + values[step + 1]) / Double(2 * steps)) }
    return floats { sums[Int($0 * Double(steps))] }
  }

  static func curve(_ stops: [PointStop], scale: Double) -> (x: [Float], y: [Float]) {
    func axis(_ value: KeyPath<PointStop, Double>) -> [Float] {
      floats { place in
        scale
          * mix(stops, at: place, location: \.location, easing: \.easing) {
            $0[keyPath: value] + ($1[keyPath: value] - $0[keyPath: value]) * $2
          }
      }
    }
    return (axis(\.x), axis(\.y))
  }

  /// Holds outside the stops; between two of them gives their mixture by the first one's easing.
  static func mix<Stop, Value>(
    _ stops: [Stop], at place: Double, location: (Stop) -> Double, easing: (Stop) -> Easing,
    _ mix: (Stop, Stop, Double) -> Value
  ) -> Value {
    var low = 0
    for (index, stop) in stops.enumerated() where location(stop) <= place { low = index }
    let from = stops[low]
    guard low + 1 < stops.count, place > location(from) else { return mix(from, from, 0) }
    let to = stops[low + 1]
    return mix(from, to, easing(from).value(at: (place - location(from)) / (location(to) - location(from))))
  }
}
