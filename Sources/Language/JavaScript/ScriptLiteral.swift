/// Values of literals (ECMA-262, clauses 12.9.3 and 12.9.4).
enum ScriptLiteral {
  /// The number that a literal writes: decimal, hexadecimal, binary or octal, with underscores, or a whole number that ends in n.
  static func number(_ text: String) -> Double? {
    var text = text.filter { $0 != "_" }
    guard text.utf8.count <= 400 else { return nil }
    if text.hasSuffix("n"), !text.hasPrefix("0x") { text.removeLast() }
    let lower = text.lowercased()
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where lower.hasPrefix(prefix) {
      return UInt64(lower.dropFirst(2), radix: radix).map { Double($0) }
    }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasSuffix(".") { text += "0" }
    text = text.replacing(".e", with: ".0e").replacing(".E", with: ".0e")
    guard text.utf8.allSatisfy({ ScriptLexer.isDigit($0) || [0x2E, 0x65, 0x45, 0x2B, 0x2D].contains($0) }) else {
      return nil
    }
    return Double(text)
  }

  /// The text of a token in quotes or backquotes, its escapes replaced.
  static func text(_ script: Script, _ index: Int) -> String {
    let token = script.token(index)
    return unescaped(script.bytes[Int(token.start) + 1..<max(Int(token.start) + 1, Int(token.end) - 1)])
  }

  /// The text of a part of a template: without its backquote or brace at the start, and `${` or backquote at the end.
  static func part(_ script: Script, _ index: Int) -> String {
    let token = script.token(index)
    let tail = token.kind == .templateTail ? 1 : 2
    return unescaped(script.bytes[Int(token.start) + 1..<max(Int(token.start) + 1, Int(token.end) - tail)])
  }

  private static let shortEscapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "0"): 0,
  ]

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var index = bytes.startIndex
    var plain = index
    /// Reads `count` hexadecimal digits at `index`.
    func hex(_ count: Int) -> UInt32? {
      guard index + count <= bytes.endIndex else { return nil }
      let value = UInt32(String(decoding: bytes[index..<index + count], as: UTF8.self), radix: 16)
      if value != nil { index += count }
      return value
    }
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        index += 1
        continue
      }
      text += String(decoding: bytes[plain..<index], as: UTF8.self)
      let letter = bytes[index + 1]
      index += 2
      plain = index
      var code: UInt32?
      if let short = shortEscapes[letter] {
        code = UInt32(short)
      } else if letter == UInt8(ascii: "x") {
        code = hex(2)
      } else if letter == UInt8(ascii: "u"), index < bytes.endIndex, bytes[index] == UInt8(ascii: "{") {
        let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) ?? index
        code =
          close - index <= 8
          ? UInt32(String(decoding: bytes[(index + 1)..<max(index + 1, close)], as: UTF8.self), radix: 16) : nil
        index = close + 1
      } else if letter == UInt8(ascii: "u") {
        code = hex(4)
        if let high = code, (0xD800..<0xDC00).contains(high), index + 1 < bytes.endIndex,
          bytes[index] == UInt8(ascii: "\\"),
          bytes[index + 1] == UInt8(ascii: "u")
        {
          index += 2
          code = hex(4).map { 0x10000 &+ ((high - 0xD800) << 10) &+ ($0 &- 0xDC00) }
        }
      } else if letter == 0x0D || letter == 0x0A {
        // A text that goes on in the next line has no line break there.
        if letter == 0x0D, index < bytes.endIndex, bytes[index] == 0x0A { index += 1 }
      } else {
        plain = index - 1
        continue
      }
      if let scalar = code.flatMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
      plain = index
    }
    return text + String(decoding: bytes[min(plain, bytes.endIndex)...], as: UTF8.self)
  }
}
