import Lanes
import Model

extension PresetDecoder {
  /// A number that is read once: a number, a percentage or a formula without a clock.
  func number(_ node: JSONNode, _ schema: NumberSchema) -> Double? {
    guard let value = scalar(node, schema) else { return nil }
    if let constant = value.constant { return constant }
    report("this value is read once, so it can not depend on t or T", at: node)
    return nil
  }

  /// A whole number that is read once.
  func wholeNumber(_ node: JSONNode, _ schema: NumberSchema) -> Int? {
    guard let value = number(node, schema) else { return nil }
    guard value == value.rounded() else {
      report("\(plain(value)) should be a whole number", at: node)
      return nil
    }
    return Int(value)
  }

  /// A number that may be animated: as `number`, a formula with a clock, or an animation.
  func animatedNumber(_ node: JSONNode, _ schema: NumberSchema) -> AnimatedNumber? {
    guard node.members != nil else { return scalar(node, schema) }
    guard let animation = animation(node, of: numberReader(schema)) else { return nil }
    return AnimatedNumber(animation.sources[0], in: schema.range)
  }

  private func numberReader(_ schema: NumberSchema) -> AnimatedValueReader {
    AnimatedValueReader(
      dimensions: 1, constant: { self.number($0, schema).map { [$0] } },
      term: { self.animatedNumber($0, schema.widenedForTerms).map { [$0.source] } },
      pathQuantity: schema.unit == .degrees ? .angles : nil)
  }

  /// A number that is no object: a literal, a percentage or a formula.
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
      guard JSONReader.isNumber(Array(digits.utf8)[...]), let share = Double(digits), share.isFinite else {
        report("\(quoted(text)) is no percentage", at: node)
        return nil
      }
      return checked(share * scope.length(of: basis) / 100, written: text, schema, node)
    case .string(let text):
      report("should be a number, not \(node.messageText)\(numberHint(text, schema))", at: node)
      return nil
    default:
      let advice = node.members == nil ? "" : ": this value is read once, so it cannot be animated"
      report("should be a number, not \(node.messageText)\(advice)", at: node)
      return nil
    }
  }

  /// What a text in place of a number was probably meant to be, as the end of a message; empty where nothing is known.
  private func numberHint(_ text: String, _ schema: NumberSchema) -> String {
    literalHint(text, schema.unit) ?? missingEqualsSignHint(text)
  }

  /// What a text that looks like a number was probably meant to be, as the end of a message; nil for other texts.
  func literalHint(_ text: String, _ unit: ValueUnit) -> String? {
    // Nobody writes a number of more than 40 characters: a longer text is not parsed as one.
    guard text.utf8.count <= 40 else { return nil }
    if Double(text) != nil { return "; numbers stand without quotes" }
    return WrittenUnit.hint(text, unit)
  }

  /// A constant that the schema allows; nil after reporting that it does not.
  ///
  /// - Parameter written: the text of a percentage, for the message.
  private func checked(_ value: Double, written: String?, _ schema: NumberSchema, _ node: JSONNode) -> AnimatedNumber? {
    guard schema.allows(value) else {
      let shown = written.map { "\(shortened($0)) = \(plain(value))" } ?? plain(value)
      report("\(shown) is out of range: \(schema.allowed) is allowed", at: node)
      return nil
    }
    return AnimatedNumber(.constant(value), in: schema.range)
  }
}

extension AnimatedNumber {
  /// A number that never changes.
  init(_ constant: Double, in range: ClosedRange<Double>) { self.init(.constant(constant), in: range) }
}
