import Colorimetry
import Lanes
import Scenes

extension Decoder {
  /// Any colour of CSS Color 4.
  func color(_ unresolved: JSONNode) -> LinearColor? {
    guard let node = resolved(unresolved) else { return nil }
    guard case .string(let text) = node.value else {
      report("should be a colour such as \"#ff8800\", not \(node.kind)", at: node)
      return nil
    }
    if text.utf8.first == UInt8(ascii: "="), let name = Scope.bareName(in: text) {
      let hint = Spelling.hint(name, among: scope.knobs.filter { $0.number == nil }.map(\.name))
      report("\(shortened(name)) is no knob that holds a colour.\(hint)", at: node)
      return nil
    }
    guard text.utf8.count <= 200, let color = LinearColor(css: text) else {
      let reason = text.utf8.count <= 200 ? LinearColor.explainCSSFailure(text) : nil
      report("\(quoted(text)) is no colour of CSS\(reason.map { ": \($0)" } ?? "")", at: node)
      return nil
    }
    let parts = [color.red, color.green, color.blue, color.alpha]
    guard parts.allSatisfy({ $0.isFinite && Limits.numbers.contains($0) }) else {
      report("\(quoted(text)) lies too far outside of every screen", at: node)
      return nil
    }
    return color
  }

  /// A colour, or keys or from-to of colours.
  func movingColor(_ unresolved: JSONNode) -> AnimatedColor? {
    guard let node = resolved(unresolved) else { return nil }
    guard node.members != nil else { return color(node).map { .constant($0) } }
    guard let motion = motion(node) else { return nil }
    switch motion {
    case .keys(let keys):
      let list = keys.compactMap { key in
        inside(key: "keys") {
          inside(index: key.index) {
            color(key.value).map { AnimatedColor.ColorKey(time: key.time, color: $0, easing: key.easing) }
          }
        }
      }
      return list.count == keys.count ? .keys(list) : nil
    case .tween(let draft):
      let from = draft.from.flatMap { node in inside(key: "from") { color(node) } }
      let to = draft.to.flatMap { node in inside(key: "to") { color(node) } }
      guard let from, let to else { return nil }
      guard draft.spring == nil else {
        report("a colour can not follow a spring; use ease", at: node)
        return nil
      }
      return .keys(unrolled(draft, from, to))
    }
  }

  /// The runs of a from-to as keys, as many as the canvas can show.
  private func unrolled(_ draft: TweenDraft, _ from: LinearColor, _ to: LinearColor) -> [AnimatedColor.ColorKey] {
    let run = max(draft.duration ?? 1, 1e-3)
    let easing = draft.easing ?? .linear
    let count = Int(min(draft.repeats.rounded(.up), 4_096))
    var keys: [AnimatedColor.ColorKey] = []
    for index in 0..<max(count, 1) {
      let isBackward = draft.autoreverses && index % 2 == 1
      let start = draft.delay + Double(index) * run
      let (first, last) = isBackward ? (to, from) : (from, to)
      keys.append(.init(time: start, color: first, easing: isBackward ? easing.backwards : easing))
      keys.append(.init(time: start + run, color: last, easing: .hold))
      if !draft.autoreverses || index == count - 1 { continue }
      // The end of one run is the beginning of the next.
      keys.removeLast()
    }
    return keys
  }

  func colors(_ unresolved: JSONNode) -> [LinearColor]? {
    guard let node = resolved(unresolved) else { return nil }
    if case .string = node.value { return color(node).map { [$0] } }
    guard let list = elements(node, of: "colours") else { return nil }
    let colors = list.enumerated().compactMap { index, element in inside(index: index) { color(element) } }
    return colors.count == list.count ? colors : nil
  }

  /// "oklab", "oklch longer", "hsl decreasing": a space of CSS Color 4 and, for hues, the way round.
  func interpolation(_ unresolved: JSONNode) -> ColorInterpolation? {
    guard let node = resolved(unresolved) else { return nil }
    let names = ColorSpace.allCases.map(\.rawValue) + ["linear", "xyz"]
    guard case .string(let text) = node.value else {
      report("should be a colour space such as \"oklab\", not \(node.kind)", at: node)
      return nil
    }
    var words = text.utf8.count <= 100 ? text.split(separator: " ").map(String.init) : []
    if words.last == "hue" { words.removeLast() }
    guard let name = words.first else {
      report("\(quoted(text)) is no colour space; \(listed(names)) are", at: node)
      return nil
    }
    let synonyms: [String: ColorSpace] = ["linear": .srgbLinear, "xyz": .xyzD65]
    guard let space = ColorSpace(rawValue: name) ?? synonyms[name] else {
      report("\(quoted(name)) is no colour space.\(Spelling.hint(name, among: names))", at: node)
      return nil
    }
    guard words.count > 1 else { return ColorInterpolation(space) }
    let ways = ColorInterpolation.HuePath.allCases.map(\.rawValue)
    guard words.count == 2, let hue = ColorInterpolation.HuePath(rawValue: words[1]) else {
      let hint = Spelling.hint(words[1], among: ways)
      report("after the space may stand \(listed(ways)), not \(quoted(words[1])).\(hint)", at: node)
      return nil
    }
    guard [.hsl, .hwb, .lch, .oklch].contains(space) else {
      report("\(name) has no hue, so \(words[1]) means nothing", at: node)
      return nil
    }
    return ColorInterpolation(space, hue: hue)
  }
}

extension Easing {
  /// The curve that runs the same way from the end to the beginning: 1 − e(1 − x).
  var backwards: Easing {
    switch self {
    case .linear: .linear
    case .cubicBezier(let x1, let y1, let x2, let y2):
      .cubicBezier(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1)
    case .steps(let count, .start): .steps(count: count, jump: .end)
    case .steps(let count, .end): .steps(count: count, jump: .start)
    case .steps: self
    case .hold: .steps(count: 1, jump: .start)
    case .linearPoints(let points):
      .linearPoints(points.reversed().map { EasingPoint(x: 1 - $0.x, y: 1 - $0.y) })
    }
  }
}
