import Colorimetry
import Lanes
import Model

/// Curves over life, tabulated when a scene is compiled: 257 values at equal steps of age ÷ lifetime in 0...1, each followed by
/// the difference to the next value (0 after the last). Between two values the curve is a straight line.
///
/// A corner or jump of the curve is thus blurred over at most 1/256 of a life; at multiples of 1/256 the table is exact.
enum CurveTable {
  /// Steps of a life; a table has an entry at each end of a step.
  static let steps = 256

  /// Floats of a table: a value and a difference for each entry.
  static let floatCount = 2 * (steps + 1)

  /// Table of a function of age ÷ lifetime: `floatCount` elements.
  static func floats(_ function: (Double) -> Double) -> [Float] {
    let values = (0...steps).map { function(Double($0) / Double(steps)) }
    var floats: [Float] = []
    for (index, value) in values.enumerated() {
      let rounded = Float(value)
      floats.append(rounded)
      floats.append(index < steps ? Float(values[index + 1]) - rounded : 0)
    }
    return floats
  }

  /// Table of an easing, as a function of the share of the time that has passed.
  static func easing(_ easing: Easing) -> [Float] { floats { easing.value(at: $0) } }

  /// Table of `scale` times a curve.
  static func curve(_ stops: [NumberStop], scale: Double = 1) -> [Float] {
    floats { scale * stops.value(at: $0) }
  }

  /// Table of the curve's integral over age ÷ lifetime, from birth on. Multiplied by the lifetime, this is the integral over the age. The
  /// entries are sums of trapezoids, as if the curve were straight between the table's steps; between two entries the integral is
  /// interpolated linearly.
  static func integral(_ stops: [NumberStop]) -> [Float] {
    let values = (0...steps).map { stops.value(at: Double($0) / Double(steps)) }
    var sums = [0.0]
    for step in 0..<steps { sums.append(sums[step] + (values[step] + values[step + 1]) / Double(2 * steps)) }
    return floats { sums[Int($0 * Double(steps))] }
  }

  /// Tables of `scale` times the coordinates of a curve of points.
  static func curve(_ stops: [PointStop], scale: Double) -> (x: [Float], y: [Float]) {
    func table(of coordinate: KeyPath<PointStop, Double>) -> [Float] {
      floats { location in
        scale
          * value(of: stops, at: location, stopLocation: \.location, easing: \.easing) { first, second, share in
            first[keyPath: coordinate] + (second[keyPath: coordinate] - first[keyPath: coordinate]) * share
          }
      }
    }
    return (table(of: \.x), table(of: \.y))
  }

  /// Value of a curve at a location (age ÷ lifetime, or another share in 0...1). Between two stops the curve is a mixture by the
  /// easing of the first of the two; before the first stop and after the last it keeps that stop's value.
  ///
  /// - Parameters:
  ///   - stops: in ascending order of their locations.
  ///   - mix: returns the mixture of two stops by an eased share: the first stop's value at 0, the second stop's at 1.
  static func value<Stop, Value>(
    of stops: [Stop], at location: Double, stopLocation: (Stop) -> Double, easing: (Stop) -> Easing,
    _ mix: (Stop, Stop, Double) -> Value
  ) -> Value {
    var fromIndex = 0
    for (index, stop) in stops.enumerated() where stopLocation(stop) <= location { fromIndex = index }
    let from = stops[fromIndex]
    guard fromIndex + 1 < stops.count, location > stopLocation(from) else { return mix(from, from, 0) }
    let to = stops[fromIndex + 1]
    let (fromLocation, toLocation) = (stopLocation(from), stopLocation(to))
    return mix(from, to, easing(from).value(at: (location - fromLocation) / (toLocation - fromLocation)))
  }
}
