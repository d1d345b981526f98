import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// Reads the stops of a gradient, each `"red"`, `[location, "red"]` or `{"color": "red", "at": 0.2}`. As in CSS, stops without
  /// a location are spread evenly between their neighbours, and a number between two stops is a transition hint: the location
  /// where the two colours are mixed half and half.
  func gradientStops(_ unresolved: JSONNode) -> [Gradient.Stop]? {
    guard let node = resolved(unresolved) else { return nil }
    let list: [JSONNode]
    if case .string(let text) = node.value, let stops = temperatureStops(text, at: node) { return stops }
    if case .string = node.value {
      // A single colour is read as a list of one.
      list = [node]
    } else {
      guard let stops = elements(node, of: "colours or stops") else { return nil }
      list = stops
    }
    guard !reportSwappedStops(list) else { return nil }
    let issueCountBefore = issueCount
    var stops: [StopDraft] = []
    var isAfterHint = false
    for (index, element) in list.enumerated() {
      inside(index: index) {
        guard !isHint(element) else {
          if stops.isEmpty || isAfterHint || index == list.count - 1 {
            report("a hint must stand between two colours", at: element)
          } else if stops[stops.count - 1].hint != nil {
            report("the stop before has a hint already", at: element)
          } else if let hint = animatedNumber(element, StopDraft.locations) {
            stops[stops.count - 1].hint = hint
          }
          isAfterHint = true
          return
        }
        isAfterHint = false
        stops.append(readStop(element))
      }
    }
    guard issueCount == issueCountBefore else { return nil }
    if stops.isEmpty {
      report("a gradient needs at least one stop", at: node)
      return nil
    }
    warnOfStopsOutOfOrder(list)
    return withLocations(stops)
  }

  /// Warns of a stop whose location, a number as written, lies before that of a stop in front of it: it is moved up, as in CSS, so that a list in
  /// the wrong order shows one colour.
  private func warnOfStopsOutOfOrder(_ list: [JSONNode]) {
    var furthest = -Double.infinity
    for (index, element) in list.enumerated() {
      guard case .number(let location, _)? = (element.elements?.first ?? element["at"])?.value else { continue }
      if location < furthest {
        inside(index: index) {
          warn(
            "this stop lies before the one in front of it, at \(plain(furthest)), and is moved up to it, as in CSS: write stops in order",
            at: element.origin)
        }
        return
      }
      furthest = location
    }
  }

  /// The stops of `blackbody(900, 6500)`, whose temperature changes evenly from location 0 to 1; nil for any other text, and after a mistake
  /// has been reported. They are so many that mixtures between 900 and 8,000 K are within two thirds of an 8-bit step of the temperatures.
  private func temperatureStops(_ text: String, at node: JSONNode) -> [Gradient.Stop]?? {
    let range: (from: Double, to: Double)
    do throws(CSSColorError) {
      guard let temperatures = try CSSColorParser.temperatureRange(text) else { return nil }
      range = temperatures
    } catch {
      report("\(quoted(text)) are not temperatures: \(error.reason)", at: node)
      return .some(nil)
    }
    let count = 65
    return (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      let color = Blackbody.color(kelvins: range.from + (range.to - range.from) * share)
      return Gradient.Stop(color: .constant(color), location: AnimatedNumber(share), hint: nil)
    }
  }

  /// Reports, once for a whole list, stops with the colour before the location, as in CSS. Returns whether there are any.
  func reportSwappedStops(_ list: [JSONNode]) -> Bool {
    func swapped(_ element: JSONNode) -> String? {
      guard let pair = element.elements, pair.count == 2, let color = pair[0].string,
        case .number(_, let location) = pair[1].value, color.utf8.count <= Self.maximumColorBytes,
        KnobReference(color) != nil || LinearColor(css: color) != nil
      else { return nil }
      return "[\(shortened(location)), \(quoted(color))]"
    }
    guard let index = list.firstIndex(where: { swapped($0) != nil }) else { return false }
    let others = list.count { swapped($0) != nil } - 1
    let example = swapped(list[index]) ?? ""
    inside(index: index) {
      report(
        "a stop is [location, colour]: swap the two, \(example)\(others > 0 ? ", and in \(others) more" : "")",
        at: list[index])
    }
    return true
  }

  /// Whether an element of a list of stops is a hint: a number.
  private func isHint(_ node: JSONNode) -> Bool {
    if case .number = node.value { return true }
    return false
  }

  /// Reads one stop in any of its three notations. Its colour is nil if the colour has an issue.
  private func readStop(_ element: JSONNode) -> StopDraft {
    var stop = StopDraft()
    switch element.value {
    case .array(let pair):
      guard pair.count == 2 else {
        report("a stop is a colour, [location, colour] or {\"color\", \"at\"}", at: element)
        return stop
      }
      stop.at = inside(index: 0) { animatedNumber(pair[0], StopDraft.locations) }
      stop.color = inside(index: 1) { animatedColor(pair[1]) }
      stop.colorAsWritten = colorAsWritten(pair[1])
    case .object(let members) where members.contains { $0.key == "color" || $0.key == "at" }:
      readObject(element, Declarations.stop, into: &stop)
    default:
      stop.color = animatedColor(element)
      stop.colorAsWritten = colorAsWritten(element)
    }
    return stop
  }

  /// A constant colour with the components as written, if mixtures need them; otherwise nil, because the colour's linear light is
  /// enough.
  ///
  /// Mixtures need them of two kinds of colours (CSS Color 4, section 4.4): colours with missing components (`none`), which a
  /// mixture takes from its other colour, and greys that are written with a hue, which counts in a mixture.
  func colorAsWritten(_ unresolved: JSONNode) -> CSSColor? {
    // In copies with rotated hues, the written components are not those of the colour.
    guard scope.hueOffset == 0 else { return nil }
    guard let text = resolved(unresolved)?.string, text.utf8.count <= Self.maximumColorBytes else { return nil }
    guard let color = try? CSSColorParser.parse(text) else { return nil }
    let isGreyWithHue = (color.space == .lch || color.space == .oklch) && color.space.hasPowerlessHue(color.components)
    return isGreyWithHue || color.isMissing.contains(true) ? color : nil
  }

  /// Returns the stops with missing locations filled in: 0 for the first stop, 1 for the last, and even steps in between from one
  /// given location to the next. If any location or hint is animated, the missing locations in between stay nil, and
  /// `Gradient.rampStops` fills them in for each frame.
  private func withLocations(_ drafts: [StopDraft]) -> [Gradient.Stop] {
    var locations = drafts.map(\.at)
    if locations[0] == nil { locations[0] = 0 }
    if locations[locations.count - 1] == nil { locations[locations.count - 1] = 1 }
    func isAnimated(_ number: AnimatedNumber?) -> Bool { number.map { !$0.isConstant } ?? false }
    if !drafts.contains(where: { isAnimated($0.at) || isAnimated($0.hint) }) {
      Gradient.spreadStops(
        count: drafts.count, location: { drafts[$0].at?.constant }, hint: { drafts[$0].hint?.constant },
        setLocation: { locations[$0] = AnimatedNumber($1) })
    }
    return zip(drafts, locations).map { draft, location in
      var stop = Gradient.Stop(color: draft.color ?? .constant(.black), location: location, hint: draft.hint)
      stop.colorAsWritten = draft.colorAsWritten
      return stop
    }
  }
}
