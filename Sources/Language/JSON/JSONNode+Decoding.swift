// Values from nodes. Foundation's decoder would do, but its errors say neither what was expected nor where, in words for users.

/// A value in JSON that is not what was expected, in a part of a sentence: "canvas.width should be a whole number".
package struct JSONMismatch: Error, Equatable {
  package let sentence: String
}

extension JSONNode {
  /// Decodes a value. Keys that its type does not know are ignored; of a key that is written twice, the last counts.
  package func decoded<T: Decodable>(as type: T.Type = T.self) throws(JSONMismatch) -> T {
    do {
      return try NodeReader(node: self, codingPath: []).read(type)
    } catch let error as JSONMismatch {
      throw error
    } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context) {
      throw JSONMismatch(sentence: "\(keyPath(context.codingPath)): \(context.debugDescription)")
    } catch {
      throw JSONMismatch(sentence: "\(error)")
    }
  }
}

/// Keys and indices as messages show them: "movie.codec", "frames[1]".
private func keyPath(_ path: [any CodingKey]) -> String {
  path.reduce(into: "") { text, key in
    if let index = key.intValue { text += "[\(index)]" } else { text += (text.isEmpty ? "" : ".") + key.stringValue }
  }
}

private struct Index: CodingKey {
  let intValue: Int?
  var stringValue: String { "\(intValue ?? 0)" }
  init(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}

private struct NodeReader: Decoder {
  let node: JSONNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var isNull: Bool {
    if case .null = node.value { return true }
    return false
  }

  /// The reader of the value of a key; null for a key that is missing.
  func member(_ key: any CodingKey) -> NodeReader {
    NodeReader(node: node[key.stringValue] ?? JSONNode(.null, at: node.origin), codingPath: codingPath + [key])
  }

  func mismatch(_ expected: String) -> JSONMismatch {
    JSONMismatch(sentence: "\(codingPath.isEmpty ? "the file" : keyPath(codingPath)) should be \(expected)")
  }

  func read<T: Decodable>(_ type: T.Type) throws -> T {
    /// The value, which has the type that a branch below has compared with `T`.
    func value(_ found: Any?, _ expected: String) throws -> T {
      guard let found = found as? T else { throw mismatch(expected) }
      return found
    }
    switch type {
    case is Bool.Type:
      if case .bool(let flag) = node.value { return try value(flag, "") }
      throw mismatch("true or false")
    case is String.Type: return try value(node.string, "a text")
    case is Double.Type:
      if case .number(let number, _) = node.value { return try value(number, "") }
      throw mismatch("a number")
    case let whole as any FixedWidthInteger.Type:
      if case .number(_, let text) = node.value { return try value(whole.init(text), "a whole number") }
      throw mismatch("a whole number")
    case is ClosedRange<Int>.Type:
      let ends = try? [Int](from: self)
      guard let ends, ends.count == 2, ends[0] <= ends[1] else {
        throw mismatch("a list of two whole numbers, the smaller one first")
      }
      return try value(ends[0]...ends[1], "")
    case let choices as any CaseIterable.Type where !Self.rawTexts(choices).isEmpty:
      let texts = Self.rawTexts(choices)
      guard let text = node.string, texts.contains(text) else {
        throw mismatch("one of \(texts.joined(separator: ", "))")
      }
      return try T(from: self)
    default: return try T(from: self)
    }
  }

  /// The texts that stand for an enumeration's cases; empty for one without texts.
  private static func rawTexts<Choices: CaseIterable>(_ type: Choices.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard node.members != nil else { throw mismatch("an object") }
    return KeyedDecodingContainer(Members<Key>(reader: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = node.elements else { throw mismatch("a list") }
    return Elements(reader: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(reader: self) }
}

// One generic method stands for the method of each type that the protocols ask for.

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: NodeReader
  var codingPath: [any CodingKey] { reader.codingPath }
  var allKeys: [Key] { (reader.node.members ?? []).compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { reader.node[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { reader.member(key).isNull }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try reader.member(key).read(type) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    try reader.member(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try reader.member(key).unkeyedContainer()
  }
  func superDecoder() -> any Decoder { reader }
  func superDecoder(forKey key: Key) -> any Decoder { reader.member(key) }
}

private struct Elements: UnkeyedDecodingContainer {
  let reader: NodeReader
  let elements: [JSONNode]
  var currentIndex = 0

  init(reader: NodeReader, elements: [JSONNode]) { (self.reader, self.elements) = (reader, elements) }

  var codingPath: [any CodingKey] { reader.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private mutating func next() throws -> NodeReader {
    guard !isAtEnd else { throw reader.mismatch("a longer list") }
    defer { currentIndex += 1 }
    return NodeReader(node: elements[currentIndex], codingPath: codingPath + [Index(intValue: currentIndex)])
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, case .null = elements[currentIndex].value else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().read(type) }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct Single: SingleValueDecodingContainer {
  let reader: NodeReader
  var codingPath: [any CodingKey] { reader.codingPath }

  func decodeNil() -> Bool { reader.isNull }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try reader.read(type) }
}
