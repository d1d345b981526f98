import Colorimetry
import JSON
import Lanes

extension PresetDecoder {
  /// The longest text, in UTF-8, that is parsed as a timing curve.
  private static let maximumEasingBytes = 2_000

  /// Reads the ease of a key or stop, the third of its `fields`, if it has one; `usual` otherwise. An ease leads to the next key or stop,
  /// so one on the last is warned of.
  func ease(
    in fields: [JSONNode], isLast: Bool, of noun: String, usual: Easing = .linear
  ) -> Easing? {
    guard fields.count == 3 else { return usual }
    if isLast {
      warn("ease has no effect on the last \(noun): it leads from a \(noun) to the next", at: fields[2].origin)
    }
    return easing(fields[2])
  }

  /// Reads a timing curve: a name of CSS or easings.net, `cubic-bezier(x1, y1, x2, y2)`, `[x1, y1, x2, y2]`, `steps(n, jump-end)`
  /// or `linear(0, 0.3 20%, 1)`.
  func easing(_ unresolved: JSONNode) -> Easing? {
    guard let node = resolved(unresolved) else { return nil }
    if case .array(let elements) = node.value {
      guard elements.count == 4 else {
        report("a curve has four numbers [x1, y1, x2, y2], not \(elements.count)", at: node)
        return nil
      }
      let numbers = elements.enumerated().compactMap { index, element in
        // x is time, which must not run backwards, so x1 and x2 lie in 0...1. y may overshoot.
        inside(index: index) { number(element, NumberSchema(.none, index % 2 == 0 ? 0...1 : -100...100)) }
      }
      guard numbers.count == 4 else { return nil }
      return .cubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    }
    guard case .string(let text) = node.value else {
      report("should be a timing curve such as \"ease-out\", not \(node.messageText)", at: node)
      return nil
    }
    if text.utf8.count <= Self.maximumEasingBytes, let curve = Easing(css: text) { return curve }
    var hint = Self.argumentsHint(text) ?? Spelling.hint(text, among: Easing.names)
    if hint.isEmpty { hint = " motes help easings lists them." }
    report("\(quoted(text)) is not a timing curve.\(hint)", at: node)
    return nil
  }

  /// A sentence on the arguments of the easing function at the start of a text; nil if the text does not begin with one.
  private static func argumentsHint(_ text: String) -> String? {
    // More characters than any function's name has, so that a long text is not searched to its end.
    let searchedLength = 40
    let name = text.prefix(searchedLength).prefix { $0 != "(" }
    // The name is shorter than the searched text only if a bracket follows.
    guard name.utf8.count < min(text.utf8.count, searchedLength) else { return nil }
    switch name {
    case "cubic-bezier", "cubicBezier":
      return " It has four numbers x1, y1, x2, y2, with x1 and x2 within 0 to 1"
    case "steps":
      return
        " It has a whole number from 1 on, for jump-none from 2, and then start, end, jump-start, jump-end, jump-none or jump-both"
    case "linear":
      return " It has numbers with commas between, each with none, one or two percentages: linear(0, 0.8 40%, 1)"
    default: return nil
    }
  }
}
