extension JSONReader {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  /// The bytes that escapes of two characters stand for, by the character after the backslash.
  private static let shortEscapes: [UInt8: UInt8] = [
    quote: quote, backslash: backslash, UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  /// Reads the text between two quotes, the first of which is at `index`. Returns nil after reporting that the text is not
  /// closed, or that it holds too many combining marks in a row (`CombiningMarks`).
  mutating func readString() -> String? {
    let start = index
    guard let text = readUTF8() else { return nil }
    if CombiningMarks.exceedLimit(in: text) {
      report(CombiningMarks.message, at: start)
      return nil
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the UTF-8 of the text between two quotes, with escapes decoded; nil after reporting that the text is not closed.
  private mutating func readUTF8() -> ArraySlice<UInt8>? {
    let start = index
    index += 1
    let textStart = index
    // Most texts have no escapes and are taken in one piece.
    while index < bytes.count, bytes[index] != Self.quote, bytes[index] != Self.backslash, bytes[index] >= 0x20 {
      index += 1
    }
    if index < bytes.count, bytes[index] == Self.quote {
      index += 1
      return bytes[textStart..<index - 1]
    }
    var text = Array(bytes[textStart..<index])
    while index < bytes.count {
      let byte = bytes[index]
      if byte == Self.quote {
        index += 1
        return text[...]
      }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == Self.backslash {
        readEscape(into: &text)
        continue
      }
      if byte < 0x20 { report("a control character must be escaped inside text", at: index) }
      text.append(byte)
      index += 1
    }
    report("the text that begins here is not closed on its line", at: start)
    return nil
  }

  /// Appends the character that an escape stands for; `index` is at its backslash. Reports an unknown escape and appends
  /// nothing.
  mutating func readEscape(into text: inout [UInt8]) {
    let start = index
    index += 1
    guard index < bytes.count else { return }
    if let byte = Self.shortEscapes[bytes[index]] {
      text.append(byte)
      index += 1
      return
    }
    guard bytes[index] == UInt8(ascii: "u") else {
      report("\\\(shownCharacter(at: index)) is not an escape of JSON", at: start)
      return
    }
    index += 1
    guard var code = readHex() else {
      report("\\u needs four hexadecimal digits", at: start)
      return
    }
    // A character above U+FFFF is written as two escapes, a high and a low surrogate of ten bits each. (RFC 8259, section 7)
    if (0xD800..<0xDC00).contains(code), index + 1 < bytes.count, bytes[index] == Self.backslash,
      bytes[index + 1] == UInt8(ascii: "u")
    {
      let afterHighSurrogate = index
      index += 2
      if let low = readHex(), (0xDC00..<0xE000).contains(low) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      } else {
        index = afterHighSurrogate
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      report("half of a surrogate pair is not a character", at: start)
      return
    }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
  }

  /// Reads the next four bytes as a hexadecimal number. Returns nil and consumes nothing if one of them is no hexadecimal digit.
  mutating func readHex() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var code: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      code = code << 4 | UInt32(digit)
    }
    index += 4
    return code
  }

  /// Skips text in single quotes, from the quote at `index` through the next one, or to the end of the line if there is none.
  mutating func skipSingleQuoted() {
    index += 1
    while index < bytes.count, bytes[index] != 0x0A {
      index += 1
      if bytes[index - 1] == UInt8(ascii: "'") { return }
    }
  }
}
