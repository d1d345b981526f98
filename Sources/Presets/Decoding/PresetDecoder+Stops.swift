import Colorimetry
import Model

extension PresetDecoder {
  /// Stops of a gradient: `"red"`, `[location, "red"]` or `{"color": "red", "at": 0.2}`; where nothing is said they are
  /// spread evenly between their neighbours, as CSS does. A number between two of them is CSS's transition hint.
  func gradientStops(_ unresolved: JSONNode) -> [Gradient.Stop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "colours or stops") else { return nil }
    let before = issueCount
    let schema = NumberSchema(.share, -10...10)
    var stops: [StopDraft] = []
    var wasHint = false
    for (index, element) in list.enumerated() {
      inside(index: index) {
        guard !isHint(element) else {
          if stops.isEmpty || wasHint || index == list.count - 1 {
            report("a hint stands between two colours", at: element)
          } else if stops[stops.count - 1].hint != nil {
            report("the stop before has a hint already", at: element)
          } else if let hint = animatedNumber(element, schema) {
            stops[stops.count - 1].hint = hint
          }
          wasHint = true
          return
        }
        wasHint = false
        stops.append(stop(element, schema))
      }
    }
    guard issueCount == before else { return nil }
    if stops.isEmpty {
      report("a gradient needs at least one stop", at: node)
      return nil
    }
    return located(stops)
  }

  private func isHint(_ node: JSONNode) -> Bool {
    if case .number = node.value { return true }
    return false
  }

  private func stop(_ element: JSONNode, _ schema: NumberSchema) -> StopDraft {
    var stop = StopDraft()
    switch element.value {
    case .array(let pair):
      guard pair.count == 2 else {
        report("a stop is a colour, [location, colour] or {\"color\", \"at\"}", at: element)
        return stop
      }
      stop.at = inside(index: 0) { animatedNumber(pair[0], schema) }
      stop.color = inside(index: 1) { animatedColor(pair[1]) }
      stop.written = incompleteColor(pair[1])
    case .object(let members) where members.contains { $0.key == "color" || $0.key == "at" }:
      readObject(element, Declarations.stop, into: &stop)
    default:
      stop.color = animatedColor(element)
      stop.written = incompleteColor(element)
    }
    return stop
  }

  /// A static colour as it was written, if components of it are missing: a mixture takes them from its other colour. A grey
  /// whose hue was written is another: that hue counts (CSS Color 4, section 4.4), while the hue of other greys does not.
  func incompleteColor(_ unresolved: JSONNode) -> CSSColor? {
    // Copies whose hues are rotated have no colour as it was written.
    guard scope.hueOffset == 0 else { return nil }
    guard let text = resolved(unresolved)?.string, text.utf8.count <= 200 else { return nil }
    guard let color = try? CSSColorParser.parse(text) else { return nil }
    let hasHue = (color.space == .lch || color.space == .oklch) && color.space.hasPowerlessHue(color.components)
    return hasHue || color.isMissing.contains(true) ? color : nil
  }

  /// Fills in the locations that were left out: the first is 0, the last 1, others lie evenly between known neighbours.
  /// Missing locations between animated ones are left to each frame.
  private func located(_ drafts: [StopDraft]) -> [Gradient.Stop] {
    var locations = drafts.map(\.at)
    if locations[0] == nil { locations[0] = 0 }
    if locations[locations.count - 1] == nil { locations[locations.count - 1] = 1 }
    let isStatic = drafts.allSatisfy { $0.at?.isConstant ?? true && $0.hint?.isConstant ?? true }
    if isStatic { spread(&locations, hints: drafts.map { $0.hint?.constant }) }
    return zip(drafts, locations).map { draft, location in
      var stop = Gradient.Stop(color: draft.color ?? .constant(.black), location: location, hint: draft.hint)
      stop.written = draft.written
      return stop
    }
  }

  /// CSS Images 4, section 3.5.3; hints are known locations, too.
  private func spread(_ locations: inout [AnimatedNumber?], hints: [Double?]) {
    // Where the range of stops without a location begins.
    var start = 0.0
    var waiting: [Int] = []
    var furthest = -Double.infinity
    func close(at known: Double) {
      // A stop before its predecessor moves to it.
      furthest = max(known, furthest)
      for (step, index) in waiting.enumerated() {
        let share = Double(step + 1) / Double(waiting.count + 1)
        locations[index] = AnimatedNumber(start + (furthest - start) * share)
      }
      waiting.removeAll()
      start = furthest
    }
    for index in locations.indices {
      if let known = locations[index]?.constant {
        close(at: known)
        if known < furthest { locations[index] = AnimatedNumber(furthest) }
      } else {
        waiting.append(index)
      }
      if index + 1 < locations.count, let hint = hints[index] { close(at: hint) }
    }
  }
}
