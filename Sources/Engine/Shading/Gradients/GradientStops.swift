import Colorimetry
import Model

extension Gradient {
  /// Whether some points may have no colour: those outside of all circles of a two-point conical gradient.
  var mayHaveUncoloredPoints: Bool {
    if case .radial(let radial) = shape { return radial.focus != nil }
    return false
  }

  /// The locations of the first and the last stop. A stop that lies before an earlier stop or hint is moved to the location of that stop
  /// or hint; a last stop without a location lies at 1.
  func range(at clock: AnimationClock) -> (first: Double, last: Double) {
    let first = stops.first.map { $0.location?.value(at: clock) ?? 0 } ?? 0
    var last = first
    for index in stops.indices {
      if let location = stops[index].location { last = max(last, location.value(at: clock)) }
      if index + 1 < stops.count, let hint = stops[index].hint { last = max(last, hint.value(at: clock)) }
    }
    if stops.count > 1, stops[stops.count - 1].location == nil { last = max(last, 1) }
    return (first, last)
  }

  /// The stops at one time, all of them with a location (`spreadStops`).
  package func rampStops(at clock: AnimationClock) -> [ColorRamp.Stop] {
    var ramp = stops.map { ColorRamp.Stop(0, $0.color.value(at: clock), colorAsWritten: $0.colorAsWritten) }
    Gradient.spreadStops(
      count: stops.count, location: { stops[$0].location?.value(at: clock) },
      hint: { stops[$0].hint?.value(at: clock) },
      setLocation: { ramp[$0].location = $1 }, setHint: { ramp[$0].hint = $1 })
    return ramp
  }
}
