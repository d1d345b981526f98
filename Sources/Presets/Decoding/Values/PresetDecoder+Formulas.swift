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
      guard isReachable(expression, text, schema, node) else { return nil }
      guard let constant = expression.constant else {
        return AnimatedNumber(.expression(expression), in: schema.range)
      }
      // A result that something else may bring back into the key's range is clamped to it.
      return AnimatedNumber(min(max(constant, schema.range.lowerBound), schema.range.upperBound), in: schema.range)
    } catch {
      // The positions of the characters at fault; the formula begins one byte into the text, after the equals sign.
      for failure in error.list {
        report(failure.message, at: sources.origin(ofByte: failure.offset + 1, inStringAt: node.origin))
      }
      return nil
    }
  }

  /// Names of what may differ from one drawing to the next though the formula stays: by settings, seed and copy.
  private static let changeableNames: Set<String> = ["duration", "width", "height", "i", "n", "random", "noise"]
  /// Times that contain all of any layer.
  private static let allTimes = -1e6...1e6

  /// Whether a formula has a value in its key's range at some time; reports if it has none. A formula that names knobs or anything else
  /// that may change is left alone: a knob may push a value out of the range, and another may bring it back.
  private func isReachable(_ expression: Expression, _ text: String, _ schema: NumberSchema, _ node: JSONNode) -> Bool {
    if let constant = expression.constant, schema.range.contains(constant) { return true }
    func isChangeable(_ word: String) -> Bool {
      Self.changeableNames.contains(word) || scope.knobs.contains { $0.name == word }
    }
    guard !Scope.words(of: text).contains(where: isChangeable) else {
      warnOfUselessKnob(text, schema)
      return true
    }
    let values = expression.valueRange(local: Self.allTimes, canvas: Self.allTimes)
    if values.overlaps(schema.range) { return true }
    let isOne = values.lowerBound == values.upperBound
    let shown = isOne ? plain(values.lowerBound) : "\(plain(values.lowerBound)) to \(plain(values.upperBound))"
    report("\(quoted(text)) is \(shown), out of range: \(schema.allowed) is allowed", at: node)
    return false
  }

  /// Warns of a knob, if a text is nothing but its name, none of whose values is in a key's range: whatever it is, the nearest end of the
  /// range is taken.
  private func warnOfUselessKnob(_ text: String, _ schema: NumberSchema) {
    guard let reference = KnobReference(text), reference.indices.isEmpty,
      let knob = scope.knobs.first(where: { $0.name == reference.name }), let range = knob.range,
      !range.overlaps(schema.range)
    else { return }
    let values = "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
    warn(ofKnob: knob, "all its values, \(values), are out of range where it is read", "\(schema.allowed) is allowed")
  }

  /// The end of a message on a text that would mean something with an equals sign before it: a formula, or the name of a knob. Empty
  /// for other texts.
  func missingEqualsSignHint(_ text: String) -> String {
    let isKnob = KnobReference("= " + text)?.value(in: scope) != nil
    let hasOperator = text.utf8.contains { "+-*/^()?<>".utf8.contains($0) }
    let isFormula =
      (hasOperator || scope.names.contains(text)) && (try? ExpressionParser.compile(text, in: scope)) != nil
    guard isKnob || isFormula else { return "" }
    return "; put = before an expression: \"= \(shortened(text))\""
  }
}
