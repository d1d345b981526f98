import JSON

/// A JSON value that is written as a literal, whose keys keep the order in which they stand: ["type": "object", "required": ["name"]].
///
/// JSONNode cannot be one: its type `Value` is not what a literal of a dictionary needs by this name.
struct JSONValue: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  let node: JSONNode

  init(_ node: JSONNode) { self.node = node }
  init(_ text: String) { self.init(.string(text)) }
  init(_ number: Int) { self.init(.number(Double(number), text: "\(number)")) }
  init(_ flag: Bool) { self.init(.bool(flag)) }
  init(_ elements: [JSONValue]) { self.init(.array(elements.map(\.node))) }

  /// An object with keys in this order.
  init(members: [(String, JSONValue)]) {
    let nowhere = JSONNode.Position(source: 0, offset: 0)
    self.init(.object(members.map { JSONNode.Member(key: $0.0, keyOrigin: nowhere, node: $0.1.node) }))
  }

  init(stringLiteral text: String) { self.init(text) }
  init(integerLiteral number: Int) { self.init(number) }
  init(booleanLiteral flag: Bool) { self.init(flag) }
  init(arrayLiteral elements: JSONValue...) { self.init(elements) }
  init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members: members) }

  static let null = JSONValue(.null)

  /// A value that stands in no text.
  private init(_ value: JSONNode.Value) { node = JSONNode(value, at: JSONNode.Position(source: 0, offset: 0)) }
}

extension JSONNode {
  /// The value on one line, with its keys in order.
  var line: String { String(decoding: JSONWriter.inOrder(self), as: UTF8.self) }
}
