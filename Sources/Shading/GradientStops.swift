import Colorimetry
import Emitters
import Scenes

extension Gradient {
  /// Whether there are places without a colour: outside of all circles of a gradient between two.
  var mayHaveGap: Bool {
    if case .radial(let radial) = shape { return radial.focus != nil }
    return false
  }

  /// Where the first stop lies, and the last once none lies before an earlier one.
  func range(at clock: Clock) -> (first: Double, last: Double) {
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
  /// nothing is said; none lies before an earlier one; the rest are spread evenly between those that are known.
  func rampStops(at clock: Clock) -> [ColorRamp.Stop] {
    var ramp: [ColorRamp.Stop] = []
    ramp.reserveCapacity(stops.count)
    var furthest = -Double.infinity
    var waiting = 0
    for index in stops.indices {
      let stop = stops[index]
      var location = stop.location?.value(at: clock)
      if location == nil, index == 0 || index == stops.count - 1 { location = index == 0 ? 0 : 1 }
      let hint = index + 1 < stops.count ? stop.hint?.value(at: clock) : nil
      let place = max(location ?? furthest, furthest)
      ramp.append(
        ColorRamp.Stop(place, stop.color.value(at: clock), hint: hint.map { max($0, place) }, written: stop.written))
      if location != nil {
        for step in 0..<waiting {
          let between = index - waiting + step
          let start = ramp[index - waiting - 1].location
          ramp[between].location = start + (place - start) * (Double(step + 1) / Double(waiting + 1))
        }
        waiting = 0
      } else {
        waiting += 1
      }
      furthest = max(place, hint ?? place)
    }
    return ramp
  }
}
