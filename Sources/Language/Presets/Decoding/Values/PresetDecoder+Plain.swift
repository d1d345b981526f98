import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// The longest text that is meant for people, such as a name, in UTF-8.
  private static let maximumTextBytes = 2_000

  /// Reads true, false, or a formula that does not depend on time: false if its value is 0, otherwise true.
  func flag(_ unresolved: JSONNode) -> Bool? {
    // Replaces a reference to a knob with the knob's value. If that value is a number, true or false, the reference stays: it is read
    // below as a formula.
    guard let node = resolved(unresolved) else { return nil }
    if case .bool(let value) = node.value { return value }
    if let text = node.string, text.first == "=" { return number(node, NumberSchema(ValueUnit.none)).map { $0 != 0 } }
    let hint = node.string.map(missingEqualsSignHint) ?? ""
    report("should be true or false, not \(node.messageText)\(hint)", at: node)
    return nil
  }

  /// Reads text for people, such as a name, which is never a formula.
  func plainText(_ node: JSONNode) -> String? {
    if case .string(let value) = node.value {
      if value.utf8.count <= Self.maximumTextBytes { return value }
      report("text of \(grouped(value.utf8.count)) bytes; at most \(grouped(Self.maximumTextBytes)) fit", at: node)
      return nil
    }
    report("should be text, not \(node.messageText)\(textOptionHint(node))", at: node)
    return nil
  }

  /// The end of a message on a value that should be a text: how the command is given one, if `--set` has given the value.
  private func textOptionHint(_ node: JSONNode) -> String {
    switch node.value {
    case .number, .bool, .null:
      sources.all[Int(node.origin.source)].name.hasPrefix("--set ") ? "; --set-text takes any value as text" : ""
    default: ""
    }
  }

  /// Reads a case of an enumeration by its raw value.
  func choice<Choice: RawRepresentable & CaseIterable>(_ node: JSONNode) -> Choice? where Choice.RawValue == String {
    choice(node, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
  }

  /// Reads one of a list of names.
  func choice(_ unresolved: JSONNode, among names: [String]) -> String? {
    guard let node = resolved(unresolved) else { return nil }
    guard case .string(let text) = node.value else {
      report("should be \(listed(names)), not \(node.messageText)", at: node)
      return nil
    }
    if names.contains(text) { return text }
    let equalsSignHint = missingEqualsSignHint(text)
    report(
      "\(quoted(text)) is not one of \(listed(names))\(equalsSignHint.isEmpty ? choiceHint(text, names) : equalsSignHint)",
      at: node)
    return nil
  }

  /// The end of a message on a word that is none of `names`: the name that was probably meant, or otherwise where to read about
  /// them.
  private func choiceHint(_ text: String, _ names: [String]) -> String {
    let hint = FamiliarNames.hint(text, among: names)
    if hint.isEmpty, let topic = ReferenceTopic.topic(listing: names) {
      return "; motes help \(topic.name) describes each"
    }
    return "." + hint
  }

  /// The elements of a list, not yet read.
  ///
  /// - Parameters:
  ///   - what: what messages call the elements, in the plural.
  ///   - maximum: the most elements that are allowed.
  func elements(_ unresolved: JSONNode, of what: String, maximum: Int = Limits.listElements) -> [JSONNode]? {
    guard let node = resolved(unresolved) else { return nil }
    if case .array(let elements) = node.value {
      if elements.count <= maximum { return elements }
      report("a list of \(grouped(elements.count)) \(what); at most \(grouped(maximum)) fit", at: node)
      return nil
    }
    let hint = node.string.map(missingEqualsSignHint) ?? ""
    report("should be a list of \(what), not \(node.messageText)\(hint)", at: node)
    return nil
  }

  /// Reads all elements of a list; nil if one of them could not be read.
  ///
  /// - Parameters:
  ///   - what: what messages call the elements, in the plural.
  ///   - maximum: the most elements that are allowed.
  ///   - read: reads an element; returns nil after reporting an issue.
  func list<Value>(
    _ node: JSONNode, of what: String, maximum: Int = Limits.listElements, _ read: (JSONNode) -> Value?
  ) -> [Value]? {
    guard let list = elements(node, of: what, maximum: maximum) else { return nil }
    let values = list.enumerated().compactMap { index, element in inside(index: index) { read(element) } }
    return values.count == list.count ? values : nil
  }

  /// Reads a list of texts for people.
  func plainTexts(_ node: JSONNode) -> [String]? { list(node, of: "texts") { plainText($0) } }
}
