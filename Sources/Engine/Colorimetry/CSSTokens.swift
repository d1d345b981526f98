/// A token of a CSS colour. There are no tokens for comments and white space; identifiers and units are in lower case.
enum CSSToken: Equatable {
  /// The name after "#": hexadecimal digits, if the text is a valid colour.
  case hash(String)
  case identifier(String)
  /// An identifier directly followed by "(".
  case function(String)
  case number(Double)
  case percentage(Double)
  case dimension(Double, unit: String)
  case comma
  case slash
  /// A closing parenthesis.
  case close
  /// A character that begins no other token.
  case other(Character)
}

/// Splits text into CSS tokens. Any bytes are accepted; nothing traps.
struct CSSTokenizer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  static func tokens(_ text: String) -> [CSSToken] {
    var tokenizer = CSSTokenizer(text)
    var tokens: [CSSToken] = []
    while let token = tokenizer.next() { tokens.append(token) }
    return tokens
  }

  /// The byte that lies `offset` bytes after the current one; nil beyond the end.
  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  /// The next token; nil at the end of the text.
  private mutating func next() -> CSSToken? {
    skipSpace()
    guard let byte = peek() else { return nil }
    switch byte {
    case UInt8(ascii: ","):
      position += 1
      return .comma
    case UInt8(ascii: "/"):
      position += 1
      return .slash
    case UInt8(ascii: ")"):
      position += 1
      return .close
    case UInt8(ascii: "#"):
      position += 1
      return .hash(takeName())
    default:
      break
    }
    if startsNumber() { return takeNumber() }
    if CSSTokenizer.isNameByte(byte) {
      let name = takeName()
      if peek() == UInt8(ascii: "(") {
        position += 1
        return .function(name)
      }
      return .identifier(name)
    }
    return .other(takeCharacter())
  }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    while let byte = peek() {
      // 0x09 to 0x0D are the tab, the line feed, the vertical tab, the form feed and the carriage return.
      if byte == UInt8(ascii: " ") || (byte >= 0x09 && byte <= 0x0D) {
        position += 1
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        position += 2
        while position < bytes.count, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
          position += 1
        }
        position = Swift.min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    let isLowerCase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    return isDigit(byte) || isUpperCase || isLowerCase || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Whether a number begins here: an optional sign, then a digit, or a point and a digit.
  private func startsNumber() -> Bool {
    let isSigned = peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-")
    let first = isSigned ? peek(1) : peek()
    let second = isSigned ? peek(2) : peek(1)
    return CSSTokenizer.isDigit(first) || (first == UInt8(ascii: ".") && CSSTokenizer.isDigit(second))
  }

  /// Reads a number and its percent sign or unit, if it has one. "1e5" is a number, "1em" has the unit "em".
  private mutating func takeNumber() -> CSSToken {
    let start = position
    if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
    skipDigits()
    if peek() == UInt8(ascii: "."), CSSTokenizer.isDigit(peek(1)) {
      position += 1
      skipDigits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      let isSigned = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-")
      if CSSTokenizer.isDigit(peek(isSigned ? 2 : 1)) {
        position += isSigned ? 2 : 1
        skipDigits()
      }
    }
    let parsed = Double(String(decoding: bytes[start..<position], as: UTF8.self)) ?? 0
    // Numbers are clamped, as CSS allows; no colour needs a component beyond a million.
    let value = Swift.min(Swift.max(parsed, -1e6), 1e6)
    if peek() == UInt8(ascii: "%") {
      position += 1
      return .percentage(value)
    }
    // As in CSS, "1-2" is two numbers, and "1-a" has the unit "-a".
    if let byte = peek(), CSSTokenizer.isNameByte(byte), !startsNumber() {
      return .dimension(value, unit: takeName())
    }
    return .number(value)
  }

  private mutating func skipDigits() {
    while CSSTokenizer.isDigit(peek()) { position += 1 }
  }

  private mutating func takeName() -> String {
    let start = position
    while let byte = peek(), CSSTokenizer.isNameByte(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
  }

  private mutating func takeCharacter() -> Character {
    let start = position
    position += 1
    // The continuation bytes of UTF-8, 0x80 to 0xBF, belong to the same character.
    while let byte = peek(), byte & 0xC0 == 0x80 { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self).first ?? "?"
  }
}
