/// A value of a preset's JSON, with the position of its first byte in the text that it was read from.
package struct JSONNode: Sendable {
  package var value: Value
  package var origin: Position

  package enum Value: Sendable {
    case null
    case bool(Bool)
    /// The nearest Double, and the decimal text as written, from which exact durations and rates are read.
    case number(Double, text: String)
    case string(String)
    case array([JSONNode])
    case object([Member])
    /// Unreadable text. An issue has been reported already; code that meets this value reports nothing more.
    case invalid
  }

  /// One key of an object and its value. An object keeps its members in the order of the file, repeated keys included.
  package struct Member: Sendable {
    package var key: String
    package var keyOrigin: Position
    package var node: JSONNode

    package init(key: String, keyOrigin: Position, node: JSONNode) {
      (self.key, self.keyOrigin, self.node) = (key, keyOrigin, node)
    }
  }

  /// Position of a byte: one of the texts that make up a preset (files and values of `--set`), and an offset in that text.
  package struct Position: Sendable, Hashable {
    /// Index into `SourceTable.all`.
    package var source: Int32
    /// Bytes from the start of the text, from 0.
    package var offset: Int32

    package init(source: Int, offset: Int) {
      self.source = Int32(source)
      self.offset = Int32(offset)
    }
  }

  package init(_ value: Value, at origin: Position) {
    self.value = value
    self.origin = origin
  }
}

extension JSONNode {
  /// Members of an object; nil for other values.
  package var members: [Member]? {
    if case .object(let members) = value { return members }
    return nil
  }

  /// Elements of a list; nil for other values.
  package var elements: [JSONNode]? {
    if case .array(let elements) = value { return elements }
    return nil
  }

  /// Text; nil for other values.
  package var string: String? {
    if case .string(let text) = value { return text }
    return nil
  }

  /// The value of a key of an object, the last one where the key is written twice; nil for a missing key and for other values.
  package subscript(key: String) -> JSONNode? { members?.last { $0.key == key }?.node }

  /// A description of the value for messages such as "should be a number, not …". Flags, short numbers and the beginning of texts
  /// are shown as they are.
  package var messageText: String {
    let maximumNumberBytes = 24
    return switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(_, let text): text.utf8.count <= maximumNumberBytes ? "the number \(text)" : "a number"
    case .string(let text): "the text \(quoted(text))"
    case .array: "a list"
    case .object: "an object"
    case .invalid: "something unreadable"
    }
  }
}
