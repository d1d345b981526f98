import Colorimetry
import Lanes
import Scenes

extension Decoder {
  /// Numbers over life: `[[x, value, ease?], …]`, or values alone, evenly spread.
  func curve(_ unresolved: JSONNode, _ rule: NumberRule) -> [NumberStop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "numbers or [x, value]") else { return nil }
    return stops(list, node, isValue: Decoder.isScalar) { value, location, easing in
      number(value, rule).map { NumberStop(location, $0, easing) }
    }
  }

  /// Points over life: `[[x, [dx, dy], ease?], …]`, or points alone, evenly spread.
  func pointCurve(_ unresolved: JSONNode, _ rule: NumberRule) -> [PointStop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "points or [x, point]") else { return nil }
    let isPoint: (JSONNode) -> Bool = { node in
      guard let parts = node.elements else { return true }
      return parts.count == 2 && parts[1].elements == nil
    }
    return stops(list, node, isValue: isPoint) { value, location, easing in
      constantPoint(value, rule).map { PointStop(location, $0.x, $0.y, easing) }
    }
  }

  /// Colours over life: `[[x, colour, ease?], …]`, or colours alone, evenly spread.
  func colorCurve(_ unresolved: JSONNode) -> [ColorStop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "colours or [x, colour]") else { return nil }
    return stops(list, node, isValue: Decoder.isScalar) { value, location, easing in
      color(value).map { ColorStop(location, $0, easing) }
    }
  }

  private static let isScalar: @Sendable (JSONNode) -> Bool = { $0.elements == nil }

  private func stops<Stop>(
    _ list: [JSONNode], _ node: JSONNode, isValue: (JSONNode) -> Bool,
    _ make: (JSONNode, Double, Easing) -> Stop?
  ) -> [Stop]? {
    let before = issueCount
    var stops: [Stop] = []
    var last = 0.0
    for (index, element) in list.enumerated() {
      inside(index: index) {
        if isValue(element) {
          let location = list.count > 1 ? Double(index) / Double(list.count - 1) : 0
          if let stop = make(element, location, .linear) { stops.append(stop) }
          last = location
          return
        }
        guard let parts = element.elements, parts.count == 2 || parts.count == 3 else {
          report("should be a value, [x, value] or [x, value, ease]", at: element)
          return
        }
        guard let location = number(parts[0], NumberRule(.share, 0...1)) else { return }
        if location < last {
          report("its place \(plain(location)) lies before the one before it, \(plain(last))", at: parts[0])
        }
        last = location
        guard let easing = parts.count == 3 ? easing(parts[2]) : .linear else { return }
        if let stop = make(parts[1], location, easing) { stops.append(stop) }
      }
    }
    return issueCount == before ? stops : nil
  }

  /// Stops of a gradient: `"red"`, `[location, "red"]` or `{"color": "red", "at": 0.2}`; where nothing is said they are
  /// spread evenly between their neighbours, as CSS does.
  func gradientStops(_ unresolved: JSONNode) -> [Gradient.Stop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "colours or stops") else { return nil }
    guard !list.isEmpty else {
      report("a gradient needs at least one stop", at: node)
      return nil
    }
    let before = issueCount
    let rule = NumberRule(.share, -10...10)
    var colors: [AnimatedColor] = []
    var locations: [AnimatedNumber?] = []
    for (index, element) in list.enumerated() {
      inside(index: index) {
        var stop = StopDraft()
        switch element.value {
        case .array(let parts):
          guard parts.count == 2 else {
            report("a stop is a colour, [location, colour] or {\"color\", \"at\"}", at: element)
            return
          }
          stop.at = inside(index: 0) { movingNumber(parts[0], rule) }
          stop.color = inside(index: 1) { movingColor(parts[1]) }
        case .object(let members) where members.contains { $0.key == "color" || $0.key == "at" }:
          readObject(element, Declarations.stop, into: &stop)
        default:
          stop.color = movingColor(element)
        }
        colors.append(stop.color ?? .constant(.black))
        locations.append(stop.at)
      }
    }
    guard issueCount == before else { return nil }
    return zip(colors, Decoder.spread(locations)).map { Gradient.Stop(color: $0, location: $1) }
  }

  /// Fills in the places that were left out: the first is 0, the last 1, the rest evenly between known neighbours.
  static func spread(_ locations: [AnimatedNumber?]) -> [AnimatedNumber] {
    var known = locations
    if known.isEmpty { return [] }
    if known[0] == nil { known[0] = 0 }
    if known[known.count - 1] == nil { known[known.count - 1] = 1 }
    // A stop before its predecessor moves to it.
    var furthest = -Double.infinity
    for (index, location) in known.enumerated() {
      guard let place = location?.constant else { continue }
      if place < furthest { known[index] = AnimatedNumber(furthest) }
      furthest = max(furthest, place)
    }
    var result: [AnimatedNumber] = []
    var index = 0
    while index < known.count {
      if let location = known[index] {
        result.append(location)
        index += 1
        continue
      }
      guard let next = known[index...].firstIndex(where: { $0 != nil }) else { break }
      // A moving neighbour counts with its first place.
      let from = result[index - 1].value(at: Clock(0))
      let to = known[next]?.value(at: Clock(0)) ?? 1
      for step in index..<next {
        let share = Double(step - index + 1) / Double(next - index + 1)
        result.append(AnimatedNumber(from + (to - from) * share))
      }
      index = next
    }
    return result
  }
}

struct StopDraft: Sendable {
  var color: AnimatedColor?
  var at: AnimatedNumber?
}
