import JSON
import Model

extension PresetDecoder {
  /// Compiles a formula of numbers, which becomes a constant if it does not depend on time; nil after reporting an issue.
  ///
  /// - Parameters:
  ///   - text: the formula with its equals sign.
  ///   - node: the node that has the text.
  func formula(_ text: String, _ schema: NumberSchema, _ node: JSONNode) -> AnimatedNumber? {
    // After the limit has been exceeded, and reported, no further formula is compiled.
    guard instructionCount <= Limits.expressionInstructions else { return nil }
    do throws(FormulaParser.Failures) {
      let expression = try FormulaParser.expression(String(text.dropFirst()), in: scope)
      instructionCount += expression.instructionCount
      guard instructionCount <= Limits.expressionInstructions else {
        report(
          "the preset's expressions are too long in total; a signal counts wherever it is read, with the signals that it reads",
          at: node)
        return nil
      }
      guard canBeInRange(expression, text, schema, node) else { return nil }
      guard let constant = expression.constant else {
        return AnimatedNumber(.expression(expression), in: schema.range)
      }
      // The constant is out of range only if it depends on knobs or other changeable names: `canBeInRange` refuses all others.
      return AnimatedNumber(min(max(constant, schema.range.lowerBound), schema.range.upperBound), in: schema.range)
    } catch {
      // A failure's offset counts from the byte after the equals sign; 1 is added for an offset in the whole text.
      for failure in error.list {
        report(failure.message, at: sources.origin(ofByte: failure.offset + 1, inStringAt: node.origin))
      }
      return nil
    }
  }

  /// A range, in seconds, that contains every time at which a value is read.
  private static let allTimes = -1e6...1e6

  /// Words of the language whose values other settings change: random numbers, measures of texts, and what is read of a sound.
  private static let changeableWords = Set(
    ["random", "noise"] + FormulaFunction.textLengths.map(\.name) + SoundWord.allNames)

  /// Whether a formula has a value in its key's range at some time; if not, that is reported. True for every formula that names
  /// knobs or other changeable values, because other settings may bring its value into range.
  private func canBeInRange(
    _ expression: Expression, _ text: String, _ schema: NumberSchema, _ node: JSONNode
  ) -> Bool {
    if let constant = expression.constant, schema.range.contains(constant) { return true }
    func isChangeable(_ word: String) -> Bool {
      scope.knob(named: word) != nil || scope.signal(named: word) != nil || scope.dependsOnCanvasOrCopy(word)
        || Self.changeableWords.contains(word)
    }
    guard !Scope.words(of: text).contains(where: isChangeable) else {
      warnOfUselessKnob(text, schema)
      return true
    }
    let values = expression.valueRange(local: Self.allTimes, canvas: Self.allTimes)
    if values.overlaps(schema.range) { return true }
    let isConstant = values.lowerBound == values.upperBound
    let shownValues =
      isConstant ? plain(values.lowerBound) : "\(plain(values.lowerBound)) to \(plain(values.upperBound))"
    report("\(quoted(text)) is \(shownValues), out of range: \(schema.rangeText) is allowed", at: node)
    return false
  }

  /// Warns if a formula is only the name of a knob, and all values that the knob may have lie out of the key's range: they are
  /// all clamped to the same end of the range, so the knob has no effect.
  private func warnOfUselessKnob(_ text: String, _ schema: NumberSchema) {
    guard let reference = KnobReference(text), reference.indices.isEmpty,
      let knob = scope.knobs.first(where: { $0.name == reference.name }), let range = knob.range,
      !range.overlaps(schema.range)
    else { return }
    let values = "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
    warn(ofKnob: knob, "all its values, \(values), are out of range where it is read", "\(schema.rangeText) is allowed")
  }

  /// The end of a message on a text that lacks only the equals sign before a formula or the name of a knob; empty for other
  /// texts.
  func missingEqualsSignHint(_ text: String) -> String {
    guard text.utf8.count <= Limits.expressionBytes else { return "" }
    let isKnob = KnobReference("= " + text)?.value(in: scope) != nil
    let hasOperator = text.utf8.contains { "+-*/^()?<>".utf8.contains($0) }
    let isName = FormulaScope(ofNumber: scope).names.contains(text)
    let isFormula = (hasOperator || isName) && (try? FormulaParser.expression(text, in: scope)) != nil
    guard isKnob || isFormula else { return "" }
    return "; put = before an expression: \"= \(shortened(text))\""
  }
}
