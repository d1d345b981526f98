import Colorimetry
import Model

extension PresetDecoder {
  /// Stops of a gradient: `"red"`, `[location, "red"]` or `{"color": "red", "at": 0.2}`; where nothing is said they are
  /// spread evenly between their neighbours, as CSS does. A number between two of them is CSS's transition hint.
  func gradientStops(_ unresolved: JSONNode) -> [Gradient.Stop]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = elements(node, of: "colours or stops") else { return nil }
    let before = issueCount
    let rule = NumberRule(.share, -10...10)
    var stops: [StopDraft] = []
    var wasHint = false
    for (index, element) in list.enumerated() {
      inside(index: index) {
        guard !isHint(element) else {
          if stops.isEmpty || wasHint || index == list.count - 1 {
            report("a hint stands between two colours", at: element)
          } else if stops[stops.count - 1].hint != nil {
            report("the stop before has a hint already", at: element)
          } else if let hint = movingNumber(element, rule) {
            stops[stops.count - 1].hint = hint
          }
          wasHint = true
          return
        }
        wasHint = false
        stops.append(stop(element, rule))
      }
    }
    guard issueCount == before else { return nil }
    if stops.isEmpty {
      report("a gradient needs at least one stop", at: node)
      return nil
    }
    return placed(stops)
  }

  private func isHint(_ node: JSONNode) -> Bool {
    if case .number = node.value { return true }
    return false
  }

  private func stop(_ element: JSONNode, _ rule: NumberRule) -> StopDraft {
    var stop = StopDraft()
    switch element.value {
    case .array(let parts):
      guard parts.count == 2 else {
        report("a stop is a colour, [location, colour] or {\"color\", \"at\"}", at: element)
        return stop
      }
      stop.at = inside(index: 0) { movingNumber(parts[0], rule) }
      stop.color = inside(index: 1) { movingColor(parts[1]) }
      stop.written = incompleteColor(parts[1])
    case .object(let members) where members.contains { $0.key == "color" || $0.key == "at" }:
      readObject(element, Declarations.stop, into: &stop)
    default:
      stop.color = movingColor(element)
      stop.written = incompleteColor(element)
    }
    return stop
  }

  /// A colour that rests and of which components are missing, as it was written: a mixture takes them from its other colour. So is a
  /// grey whose hue was written: that counts (CSS Color 4, section 4.4), while the hue of other greys does not.
  func incompleteColor(_ unresolved: JSONNode) -> CSSColor? {
    // Copies whose hues are turned have no colour as it was written.
    guard scope.hueOffset == 0 else { return nil }
    guard let text = resolved(unresolved)?.string, text.utf8.count <= 200 else { return nil }
    guard let color = try? CSSColorParser.parse(text) else { return nil }
    let hasHue = (color.space == .lch || color.space == .oklch) && color.space.hasPowerlessHue(color.components)
    return hasHue || color.isMissing.contains(true) ? color : nil
  }

  /// Fills in the places that were left out: the first is 0, the last 1, the rest evenly between known neighbours; those
  /// between places that move are left to each frame.
  private func placed(_ drafts: [StopDraft]) -> [Gradient.Stop] {
    var places = drafts.map(\.at)
    if places[0] == nil { places[0] = 0 }
    if places[places.count - 1] == nil { places[places.count - 1] = 1 }
    let isResting = drafts.allSatisfy { $0.at?.isConstant ?? true && $0.hint?.isConstant ?? true }
    if isResting { spread(&places, hints: drafts.map { $0.hint?.constant }) }
    return zip(drafts, places).map { draft, place in
      var stop = Gradient.Stop(color: draft.color ?? .constant(.black), location: place, hint: draft.hint)
      stop.written = draft.written
      return stop
    }
  }

  /// CSS Images 4, section 3.5.3; the hints are known places, too.
  private func spread(_ places: inout [AnimatedNumber?], hints: [Double?]) {
    // Where the run of stops that wait for their place begins.
    var start = 0.0
    var waiting: [Int] = []
    var furthest = -Double.infinity
    func place(_ known: Double) {
      // A stop before its predecessor moves to it.
      furthest = max(known, furthest)
      for (step, index) in waiting.enumerated() {
        let share = Double(step + 1) / Double(waiting.count + 1)
        places[index] = AnimatedNumber(start + (furthest - start) * share)
      }
      waiting.removeAll()
      start = furthest
    }
    for index in places.indices {
      if let known = places[index]?.constant {
        place(known)
        if known < furthest { places[index] = AnimatedNumber(furthest) }
      } else {
        waiting.append(index)
      }
      if index + 1 < places.count, let hint = hints[index] { place(hint) }
    }
  }
}
