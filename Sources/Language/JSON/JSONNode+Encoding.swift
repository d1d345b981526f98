// Nodes from values that can be encoded. Foundation's encoder keeps no order of keys but its own; here they stand in the order in which a
// type declares them, so that people find the important ones first.

extension JSONNode {
  /// Encodes a value. Keys stand in the order in which the value encodes them; those of a dictionary are sorted.
  ///
  /// - Parameter writesNull: whether an absent value is written as null; otherwise its key is left out.
  package init(encoding value: some Encodable, writesNull: Bool = false) {
    let slot = Slot(writesNull: writesNull)
    do { try slot.write(value) } catch { preconditionFailure("A value could not be written as JSON: \(error)") }
    self = slot.node
  }
}

extension JSONWriter {
  /// A value as JSON on one line.
  package static func line(_ value: some Encodable, writesNull: Bool = false) -> String {
    String(decoding: inOrder(JSONNode(encoding: value, writesNull: writesNull)), as: UTF8.self)
  }

  /// A value as JSON text for people: each key of an object, and each object in a list, has a line of its own.
  package static func page(_ value: some Encodable, writesNull: Bool = false) -> String {
    laidOut(JSONNode(encoding: value, writesNull: writesNull), indent: "")
  }

  private static func laidOut(_ node: JSONNode, indent: String) -> String {
    let inner = indent + "  "
    func block(_ opening: String, _ lines: [String], _ closing: String) -> String {
      opening + "\n" + lines.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + closing
    }
    if let members = node.members, !members.isEmpty {
      return block("{", members.map { quoted($0.key) + ": " + laidOut($0.node, indent: inner) }, "}")
    }
    if let elements = node.elements, elements.contains(where: { $0.members != nil }) {
      return block("[", elements.map { String(decoding: inOrder($0), as: UTF8.self) }, "]")
    }
    return String(decoding: inOrder(node), as: UTF8.self)
  }
}

/// A dictionary, whose own order differs from run to run.
private protocol KeysWithoutOrder {}
extension Dictionary: KeysWithoutOrder where Key == String {}

/// A value that is being encoded.
private final class Slot: Encoder {
  private enum Content {
    case scalar(JSONNode.Value)
    case object([(key: String, slot: Slot)])
    case list([Slot])
  }

  private var content = Content.scalar(.null)
  let writesNull: Bool
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(writesNull: Bool) { self.writesNull = writesNull }

  var node: JSONNode {
    // The node stands in no file.
    let nowhere = JSONNode.Position(source: 0, offset: 0)
    let value: JSONNode.Value =
      switch content {
      case .scalar(let value): value
      case .object(let members): .object(members.map { .init(key: $0.key, keyOrigin: nowhere, node: $0.slot.node) })
      case .list(let elements): .array(elements.map(\.node))
      }
    return JSONNode(value, at: nowhere)
  }

  func write(_ value: some Encodable) throws {
    switch value {
    case let flag as Bool: content = .scalar(.bool(flag))
    case let text as String: content = .scalar(.string(text))
    case let whole as any BinaryInteger: content = .scalar(.number(Double(whole), text: "\(whole)"))
    case let number as Double: content = .scalar(number.isFinite ? .number(number, text: "\(number)") : .null)
    case let number as Float: try write(Double(number))
    default: try value.encode(to: self)
    }
    if value is any KeysWithoutOrder, case .object(let members) = content {
      content = .object(members.sorted { $0.key < $1.key })
    }
  }

  /// A slot for the value of a key.
  func member(_ key: any CodingKey) -> Slot {
    let slot = Slot(writesNull: writesNull)
    var members: [(key: String, slot: Slot)] = []
    if case .object(let known) = content { members = known }
    content = .scalar(.null)  // so that the list has one owner, and is not copied
    members.append((key.stringValue, slot))
    content = .object(members)
    return slot
  }

  /// A slot for one more element.
  func element() -> Slot {
    let slot = Slot(writesNull: writesNull)
    var elements: [Slot] = []
    if case .list(let known) = content { elements = known }
    content = .scalar(.null)
    elements.append(slot)
    content = .list(elements)
    return slot
  }

  var count: Int {
    if case .list(let elements) = content { return elements.count }
    return 0
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .scalar = content { content = .object([]) }
    return KeyedEncodingContainer(Members<Key>(slot: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .scalar = content { content = .list([]) }
    return Elements(slot: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(slot: self) }
}

// One generic method stands for the method of each type that the protocols ask for.

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: Slot
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { _ = slot.member(key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try slot.member(key).write(value) }

  // Without the four methods of plain types, the protocol's own would leave out absent values.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws { try encodeOptional(value, key) }

  private func encodeOptional<T: Encodable>(_ value: T?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else if slot.writesNull { encodeNil(forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested>
  {
    slot.member(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { slot.member(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { slot }
  func superEncoder(forKey key: Key) -> any Encoder { slot.member(key) }
}

private struct Elements: UnkeyedEncodingContainer {
  let slot: Slot
  var codingPath: [any CodingKey] { [] }
  var count: Int { slot.count }

  func encodeNil() { _ = slot.element() }
  func encode<T: Encodable>(_ value: T) throws { try slot.element().write(value) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    slot.element().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { slot.element().unkeyedContainer() }
  func superEncoder() -> any Encoder { slot.element() }
}

private struct Single: SingleValueEncodingContainer {
  let slot: Slot
  var codingPath: [any CodingKey] { [] }

  // A slot is null until a value is written.
  func encodeNil() {}
  func encode<T: Encodable>(_ value: T) throws { try slot.write(value) }
}
