/// A value of a preset file and its position there.
package struct JSONNode: Sendable {
  package var value: Value
  package var origin: Origin

  package enum Value: Sendable {
    case null
    case bool(Bool)
    /// The nearest Double and the decimal text as written, from which durations and rates are read exactly.
    case number(Double, text: String)
    case string(String)
    case array([JSONNode])
    case object([Member])
    /// Unreadable text, of which an issue has been reported: no other one should be.
    case invalid
  }

  package struct Member: Sendable {
    package var key: String
    package var keyOrigin: Origin
    package var node: JSONNode
  }

  /// A byte of one of the sources that make up a preset.
  package struct Origin: Sendable, Hashable {
    /// Index into the `SourceTable`.
    package var source: Int32
    package var offset: Int32

    package init(source: Int, offset: Int) {
      self.source = Int32(source)
      self.offset = Int32(offset)
    }
  }

  package init(_ value: Value, at origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

extension JSONNode {
  package var members: [Member]? {
    if case .object(let members) = value { return members }
    return nil
  }

  package var elements: [JSONNode]? {
    if case .array(let elements) = value { return elements }
    return nil
  }

  package var string: String? {
    if case .string(let text) = value { return text }
    return nil
  }

  /// The value of a key of an object; the last one where it is written twice.
  package subscript(key: String) -> JSONNode? { members?.last { $0.key == key }?.node }

  /// The value as a message names it.
  var kind: String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(_, let text): text.utf8.count <= 24 ? "the number \(text)" : "a number"
    case .string(let text): "the text \(quoted(text))"
    case .array: "a list"
    case .object: "an object"
    case .invalid: "something unreadable"
    }
  }
}
