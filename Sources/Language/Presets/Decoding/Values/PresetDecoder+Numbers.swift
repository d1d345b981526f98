import JSON
import Lanes
import Model

extension PresetDecoder {
  /// Reads a number that is not animated: a literal, a percentage or a formula that does not depend on time.
  func number(_ node: JSONNode, _ schema: NumberSchema) -> Double? {
    guard let value = scalar(node, schema) else { return nil }
    if let constant = value.constant { return constant }
    report("this value is read once, so it cannot depend on t or T", at: node)
    return nil
  }

  /// Reads a whole number that is not animated.
  func wholeNumber(_ node: JSONNode, _ schema: NumberSchema) -> Int? {
    guard let value = number(node, schema) else { return nil }
    guard value == value.rounded() else {
      report("\(plain(value)) should be a whole number", at: node)
      return nil
    }
    return Int(value)
  }

  /// Reads a number that may be animated: a literal, a percentage, a formula or an animation.
  func animatedNumber(_ node: JSONNode, _ schema: NumberSchema) -> AnimatedNumber? {
    guard node.members != nil else { return scalar(node, schema) }
    guard let animation = animation(node, of: numberReader(schema)) else { return nil }
    return AnimatedNumber(animation.sources[0], in: schema.range)
  }

  /// The reader of values within an animation of a number.
  private func numberReader(_ schema: NumberSchema) -> AnimatedValueReader {
    AnimatedValueReader(
      componentCount: 1, readConstant: { self.number($0, schema).map { [$0] } },
      readTerm: { self.animatedNumber($0, schema.widenedForTerms).map { [$0.source] } },
      pathQuantity: schema.unit == .degrees ? .angles : nil)
  }

  /// Reads a number that is not an object: a literal, a percentage or a formula.
  private func scalar(_ unresolved: JSONNode, _ schema: NumberSchema) -> AnimatedNumber? {
    guard let node = resolved(unresolved) else { return nil }
    switch node.value {
    case .number(let value, _):
      return checked(value, written: nil, schema, node)
    case .string(let text) where text.utf8.first == UInt8(ascii: "="):
      return formula(text, schema, node)
    case .string(let text) where text.utf8.last == UInt8(ascii: "%"):
      guard let basis = schema.percentageBasis else {
        let share = Double(text.dropLast()).map { $0 / 100 }
        let advice = [.share, .factor].contains(schema.unit) ? share.map { "; write \(plain($0))" } : nil
        report("\(quoted(text)): only lengths can be percentages\(advice ?? "")", at: node)
        return nil
      }
      let digits = text.dropLast()
      guard JSONReader.isNumber(Array(digits.utf8)[...]), let percent = Double(digits), percent.isFinite else {
        report("\(quoted(text)) is not a percentage", at: node)
        return nil
      }
      return checked(percent * scope.length(of: basis) / 100, written: text, schema, node)
    case .string(let text):
      report("should be a number, not \(node.messageText)\(numberHint(text, schema))", at: node)
      return nil
    default:
      let advice = node.members == nil ? "" : ": this value is read once, so it cannot be animated"
      report("should be a number, not \(node.messageText)\(advice)", at: node)
      return nil
    }
  }

  /// The end of a message on a text in place of a number: what to write instead. Empty if nothing can be guessed.
  private func numberHint(_ text: String, _ schema: NumberSchema) -> String {
    literalHint(text, schema.unit) ?? missingEqualsSignHint(text)
  }

  /// The end of a message on a text that looks like a number, perhaps with a unit: what to write instead. Nil for other texts.
  func literalHint(_ text: String, _ unit: ValueUnit) -> String? {
    // No author writes a longer number.
    let maximumLiteralBytes = 40
    guard text.utf8.count <= maximumLiteralBytes else { return nil }
    if Double(text) != nil { return "; write numbers without quotes" }
    return WrittenUnit.hint(text, unit)
  }

  /// A constant, if the schema allows it; otherwise nil, after reporting that it is out of range.
  ///
  /// - Parameter written: the text of a percentage, for the message; nil for a literal.
  private func checked(_ value: Double, written: String?, _ schema: NumberSchema, _ node: JSONNode) -> AnimatedNumber? {
    guard schema.allows(value) else {
      let shown = written.map { "\(shortened($0)) = \(plain(value))" } ?? plain(value)
      report("\(shown) is out of range: \(schema.rangeText) is allowed", at: node)
      return nil
    }
    return AnimatedNumber(.constant(value), in: schema.range)
  }
}

extension AnimatedNumber {
  /// A number that never changes.
  init(_ constant: Double, in range: ClosedRange<Double>) { self.init(.constant(constant), in: range) }
}
