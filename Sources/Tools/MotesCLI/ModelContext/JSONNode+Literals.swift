import JSON

// JSON values from literals, whose keys keep the order in which they stand: ["type": "object", "required": ["name"]].

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A value that stands in no text.
  init(_ value: Value) { self.init(value, at: Position(source: 0, offset: 0)) }

  init(_ text: String) { self.init(.string(text)) }
  init(_ number: Int) { self.init(.number(Double(number), text: "\(number)")) }

  package init(stringLiteral text: String) { self.init(text) }
  package init(integerLiteral number: Int) { self.init(number) }
  package init(booleanLiteral flag: Bool) { self.init(.bool(flag)) }
  package init(arrayLiteral elements: JSONNode...) { self.init(.array(elements)) }
  package init(dictionaryLiteral members: (String, JSONNode)...) { self.init(members: members) }

  static let null = JSONNode(.null)

  /// An object with keys in this order.
  init(members: [(String, JSONNode)]) {
    let nowhere = Position(source: 0, offset: 0)
    self.init(.object(members.map { Member(key: $0.0, keyOrigin: nowhere, node: $0.1) }))
  }

  /// The value on one line, with its keys in order.
  var line: String { String(decoding: JSONWriter.inOrder(self), as: UTF8.self) }
}
