import Model

extension PresetDecoder {
  /// A compiled formula, or its value if it names no clock.
  func formula(_ text: String, _ schema: NumberSchema, _ node: JSONNode) -> AnimatedNumber? {
    // Once the limit is exceeded, which has been reported, no further formula is compiled.
    guard instructionCount <= Limits.expressionInstructions else { return nil }
    do throws(ExpressionParser.Failures) {
      let expression = try ExpressionParser.compile(String(text.dropFirst()), in: scope)
      instructionCount += expression.program.count
      guard instructionCount <= Limits.expressionInstructions else {
        report("the preset's expressions are too long in all", at: node)
        return nil
      }
      guard let constant = expression.constant else {
        return AnimatedNumber(.expression(expression), in: schema.range)
      }
      // The result of a formula is clamped to the key's range and not reported: a knob may push it out of the range.
      return AnimatedNumber(min(max(constant, schema.range.lowerBound), schema.range.upperBound), in: schema.range)
    } catch {
      // The positions of the characters at fault; the formula begins one byte into the text, after the equals sign.
      for failure in error.list {
        report(failure.message, at: sources.origin(ofByte: failure.offset + 1, inStringAt: node.origin))
      }
      return nil
    }
  }

  /// The end of a message on a text that would mean something with an equals sign before it: a formula, or the name of a knob. Empty
  /// for other texts.
  func equalsHint(_ text: String) -> String {
    let isKnob = scope.knobs.contains { $0.name == text }
    let hasOperator = text.utf8.contains { "+-*/^()?<>".utf8.contains($0) }
    let isFormula =
      (hasOperator || scope.names.contains(text)) && (try? ExpressionParser.compile(text, in: scope)) != nil
    guard isKnob || isFormula else { return "" }
    return "; put = before an expression: \"= \(shortened(text))\""
  }
}
