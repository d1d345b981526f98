import Colorimetry
import Model

extension Gradient {
  /// Whether some points may have no colour: those outside of all circles of a two-point conical gradient.
  var mayHaveUncoloredPoints: Bool {
    if case .radial(let radial) = shape { return radial.focus != nil }
    return false
  }

  /// The locations of the first and the last stop, once none lies before an earlier one.
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

  /// The stops at one time, all of them with a location (CSS Images 4, section 3.5.3).
  ///
  /// By default the first is at 0 and the last at 1, none lies before an earlier one, and stops without a location are spread
  /// evenly between the known locations and hints around them.
  package func rampStops(at clock: AnimationClock) -> [ColorRamp.Stop] {
    var ramp: [ColorRamp.Stop] = []
    ramp.reserveCapacity(stops.count)
    var maximum = -Double.infinity
    var pendingCount = 0
    // The last known location or hint before the pending stops, which are those so far without a location.
    var start = 0.0
    /// Gives the pending stops locations between `start` and `end`.
    func spread(to end: Double) {
      for step in 0..<pendingCount {
        ramp[ramp.count - pendingCount + step].location =
          start + (end - start) * (Double(step + 1) / Double(pendingCount + 1))
      }
      pendingCount = 0
    }
    for index in stops.indices {
      let stop = stops[index]
      var location = stop.location?.value(at: clock)
      if location == nil, index == 0 || index == stops.count - 1 { location = index == 0 ? 0 : 1 }
      if let location {
        maximum = max(location, maximum)
        spread(to: maximum)
        start = maximum
      } else {
        pendingCount += 1
      }
      ramp.append(ColorRamp.Stop(maximum, stop.color.value(at: clock), colorAsWritten: stop.colorAsWritten))
      if index + 1 < stops.count, let hint = stop.hint?.value(at: clock) {
        maximum = max(hint, maximum)
        spread(to: maximum)
        start = maximum
        ramp[index].hint = maximum
      }
    }
    return ramp
  }
}
