import Colorimetry
import Model

extension PresetDecoder {
  /// The colour that a formula of knobs and constants gives; nil after reporting what is wrong with it.
  ///
  /// - Parameter node: the text, from its equals sign on.
  func calculatedColor(_ formula: ColorFormula, _ node: JSONNode) -> LinearColor? {
    switch formula {
    case .choice(let condition, let first, let second):
      // Both are read, so that what is wrong with either is told.
      let colors = (calculatedColor(first, node), calculatedColor(second, node))
      guard let isFirst = constantNumber(condition, node), let first = colors.0, let second = colors.1 else {
        return nil
      }
      return isFirst != 0 ? first : second
    case .mixture(let first, let second, let share):
      let colors = (calculatedColor(first, node), calculatedColor(second, node))
      guard let share = constantNumber(share, node), let first = colors.0, let second = colors.1 else { return nil }
      return ColorMix(first, second, in: scope.defaultInterpolation).color(at: min(max(share, 0), 1))
    case .color(let text):
      let isWritten =
        !scope.knobs.contains { $0.name == text } && text.utf8.count <= Self.maximumColorBytes
        && LinearColor(css: text) != nil
      return color(JSONNode(.string(isWritten ? text : "= " + text), at: node.origin))
    }
  }

  /// The value of a part of a colour's formula that is a number.
  private func constantNumber(_ part: ColorFormula.Part, _ node: JSONNode) -> Double? {
    // In the place that it has in the whole text, so that a mistake is found there.
    let text = "=" + String(repeating: " ", count: part.offset - 1) + String(Substring(part.text))
    guard let number = formula(text, NumberSchema(.none), node) else { return nil }
    if let constant = number.constant { return constant }
    report(
      "a colour's formula is read once, so it can not depend on t or T; keys animate a colour: {\"keys\": [[0, \"= tint\"], [2, \"= light\"]]}",
      at: node)
    return nil
  }
}
