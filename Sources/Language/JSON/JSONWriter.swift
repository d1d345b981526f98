/// Writes nodes as JSON without spaces.
package enum JSONWriter {
  /// Writes a node in one canonical form: keys sorted by their bytes, and numbers as they were written. Two presets with equal
  /// canonical bytes have equal scenes, if names that formulas define stand in one order; the reverse need not hold, since 1 and 1.0 are
  /// different bytes.
  package static func canonical(_ node: JSONNode) -> [UInt8] {
    var bytes: [UInt8] = []
    write(node, sortsKeys: true, into: &bytes)
    return bytes
  }

  /// Writes a node with its keys in the order in which they were read.
  package static func inOrder(_ node: JSONNode) -> [UInt8] {
    var bytes: [UInt8] = []
    write(node, sortsKeys: false, into: &bytes)
    return bytes
  }

  private static func write(_ node: JSONNode, sortsKeys: Bool, into bytes: inout [UInt8]) {
    switch node.value {
    case .null, .invalid: bytes += Array("null".utf8)
    case .bool(let flag): bytes += Array((flag ? "true" : "false").utf8)
    case .number(_, let text): bytes += Array(text.utf8)
    case .string(let text): write(text, into: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element, sortsKeys: sortsKeys, into: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let ordered =
        sortsKeys ? members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : members
      for (index, member) in ordered.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key, into: &bytes)
        bytes.append(UInt8(ascii: ":"))
        write(member.node, sortsKeys: sortsKeys, into: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// A text as a JSON string, with its quotation marks.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    write(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text in quotes, with escapes for quotes, backslashes and control characters.
  private static func write(_ text: String, into bytes: inout [UInt8]) {
    let (quote, backslash) = (JSONReader.quote, JSONReader.backslash)
    bytes.append(quote)
    for byte in text.utf8 {
      switch byte {
      case quote, backslash: bytes += [backslash, byte]
      case 0x0A: bytes += [backslash, UInt8(ascii: "n")]
      case 0..<0x20, 0x7F:
        let digits = Array("0123456789abcdef".utf8)
        bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(quote)
  }
}
