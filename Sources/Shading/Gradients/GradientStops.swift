import Colorimetry
import Model

extension Gradient {
  /// Whether there are places without a colour: outside of all circles of a gradient between two.
  var mayHaveGap: Bool {
    if case .radial(let radial) = shape { return radial.focus != nil }
    return false
  }

  /// Where the first stop lies, and the last once none lies before an earlier one.
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

  /// The stops at one time, all of them with a place (CSS Images 4, section 3.5.3): the first is at 0 and the last at 1 where
  /// nothing is said; none lies before an earlier one; the rest are spread evenly between those places and hints that are known.
  package func rampStops(at clock: AnimationClock) -> [ColorRamp.Stop] {
    var ramp: [ColorRamp.Stop] = []
    ramp.reserveCapacity(stops.count)
    var furthest = -Double.infinity
    var waiting = 0
    // Where the run of stops that wait for their place begins.
    var start = 0.0
    func spread(to end: Double) {
      for step in 0..<waiting {
        ramp[ramp.count - waiting + step].location =
          start + (end - start) * (Double(step + 1) / Double(waiting + 1))
      }
      waiting = 0
    }
    for index in stops.indices {
      let stop = stops[index]
      var location = stop.location?.value(at: clock)
      if location == nil, index == 0 || index == stops.count - 1 { location = index == 0 ? 0 : 1 }
      if let location {
        furthest = max(location, furthest)
        spread(to: furthest)
        start = furthest
      } else {
        waiting += 1
      }
      ramp.append(ColorRamp.Stop(furthest, stop.color.value(at: clock), written: stop.written))
      if index + 1 < stops.count, let hint = stop.hint?.value(at: clock) {
        furthest = max(hint, furthest)
        spread(to: furthest)
        start = furthest
        ramp[index].hint = furthest
      }
    }
    return ramp
  }
}
