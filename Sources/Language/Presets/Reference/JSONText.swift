import JSON

/// A value to be written as JSON for people: indented, with keys in the given order.
indirect enum JSONText: Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([JSONText])
  case object([(String, JSONText)])

  /// A value that was read from JSON; nil if any part of it is unreadable or null.
  init?(_ node: JSONNode) {
    switch node.value {
    case .null, .invalid: return nil
    case .bool(let flag): self = .flag(flag)
    case .number(let number, _): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let elements):
      let inner = elements.compactMap { JSONText($0) }
      guard inner.count == elements.count else { return nil }
      self = .list(inner)
    case .object(let members):
      let inner = members.compactMap { member in JSONText(member.node).map { (member.key, $0) } }
      guard inner.count == members.count else { return nil }
      self = .object(inner)
    }
  }

  /// The value as text, indented by two spaces for each level. A list that takes less than 80 bytes, not counting its
  /// indentation, is written on one line.
  ///
  /// - Parameter indent: the spaces at the beginning of the line on which the value begins.
  func written(indent: String = "") -> String {
    switch self {
    case .text(let text): return JSONWriter.quoted(text)
    case .number(let number): return plain(number)
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let elements):
      if elements.isEmpty { return "[]" }
      let innerIndent = indent + "  "
      let lines = elements.map { innerIndent + $0.written(indent: innerIndent) }
      let oneLine = "[" + elements.map { $0.written() }.joined(separator: ", ") + "]"
      if oneLine.utf8.count < 80, !oneLine.contains("\n") { return oneLine }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let innerIndent = indent + "  "
      let lines = members.map {
        "\(innerIndent)\(JSONWriter.quoted($0.0)): \($0.1.written(indent: innerIndent))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}
