import JSON
import Presets

// Building values of JSON in code, and writing them so that people can read them.

extension JSONNode {
  /// The position of a node that stands in no file.
  private static let nowhere = Position(source: 0, offset: 0)

  static var null: JSONNode { JSONNode(.null, at: nowhere) }

  /// A text.
  static func text(_ text: String) -> JSONNode { JSONNode(.string(text), at: nowhere) }

  /// A text, or null for nil.
  static func text(_ text: String?) -> JSONNode { text.map { .text($0) } ?? .null }

  /// A whole number.
  static func wholeNumber(_ value: Int) -> JSONNode { JSONNode(.number(Double(value), text: "\(value)"), at: nowhere) }

  /// A number.
  static func number(_ value: Double) -> JSONNode { JSONNode(.number(value, text: "\(value)"), at: nowhere) }

  /// True or false.
  static func flag(_ value: Bool) -> JSONNode { JSONNode(.bool(value), at: nowhere) }

  /// A list.
  static func list(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements), at: nowhere) }

  /// An object with the keys in this order.
  static func object(_ members: KeyValuePairs<String, JSONNode>) -> JSONNode {
    .object(members.map { Member(key: $0.key, keyOrigin: nowhere, node: $0.value) })
  }

  /// An object of members.
  static func object(_ members: [Member]) -> JSONNode { JSONNode(.object(members), at: nowhere) }

  /// An object of texts with its keys sorted.
  static func texts(_ texts: [String: String]) -> JSONNode {
    .object(
      texts.sorted { $0.key < $1.key }.map { Member(key: $0.key, keyOrigin: nowhere, node: .text($0.value)) })
  }

  /// The value as JSON text, in which each key of an object is on a line of its own.
  func laidOut(indent: String = "") -> String {
    guard let members, !members.isEmpty else { return String(decoding: JSONWriter.inOrder(self), as: UTF8.self) }
    let inner = indent + "  "
    let lines = members.map { member in
      inner + JSONWriter.quoted(member.key) + ": " + member.node.laidOut(indent: inner)
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
  }
}
