import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// The value of a colour's formula; nil after reporting what is wrong with the formula.
  ///
  /// - Parameter node: the text of the whole formula, including its equals sign, even if `formula` is only a part of it.
  func calculatedColor(_ formula: ColorFormula, _ node: JSONNode) -> LinearColor? {
    switch formula {
    case .choice(let condition, let first, let second):
      // Both colours are read, so that issues of either are reported.
      let (firstColor, secondColor) = (calculatedColor(first, node), calculatedColor(second, node))
      guard let condition = constantNumber(condition, node), let firstColor, let secondColor else { return nil }
      return condition != 0 ? firstColor : secondColor
    case .mixture(let first, let second, let share):
      let (firstColor, secondColor) = (calculatedColor(first, node), calculatedColor(second, node))
      guard let share = constantNumber(share, node), let firstColor, let secondColor else { return nil }
      return ColorMix(firstColor, secondColor, in: scope.defaultInterpolation).color(at: min(max(share, 0), 1))
    case .color(let text):
      // A knob takes precedence over a CSS colour of the same name. A text that is neither is reported as an unknown knob.
      let isCSSColor =
        !scope.knobs.contains { $0.name == text } && text.utf8.count <= Self.maximumColorBytes
        && LinearColor(css: text) != nil
      return color(JSONNode(.string(isCSSColor ? text : "= " + text), at: node.origin))
    }
  }

  /// The value of a condition or a share in a colour's formula; nil after reporting an issue.
  private func constantNumber(_ part: ColorFormula.Part, _ node: JSONNode) -> Double? {
    // Spaces keep the part at its offset in the whole text, so that issues are reported at the right position.
    let text = "=" + String(repeating: " ", count: part.offset - 1) + String(Substring(part.text))
    guard let number = formula(text, NumberSchema(.none), node) else { return nil }
    if let constant = number.constant { return constant }
    report(
      "a colour's formula is read once, so it cannot depend on t or T; keys animate a colour: {\"keys\": [[0, \"= tint\"], [2, \"= light\"]]}",
      at: node)
    return nil
  }
}
