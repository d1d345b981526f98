/// Splits JavaScript, or TypeScript, into tokens, as ECMA-262 (clause 12) has them.
///
/// Whether a `/` begins a regular expression is decided by the token before it, and a quote whose line ends before the next quote is a sign by
/// itself, as an apostrophe in the text of a page is. Any bytes are read, in linear time: every step consumes a byte.
struct ScriptLexer {
  let bytes: [UInt8]
  var index = 0
  /// Where reading ends.
  private let end: Int
  private(set) var tokens: [ScriptToken] = []
  /// For each hole of a template that is being read: how many braces are open in it.
  private var openBraces: [Int] = []

  /// The most tokens of a script: more than minified text of the greatest size has.
  static let maximumTokens = 8_000_000

  init(_ bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    (index, end) = (range.lowerBound, range.upperBound)
  }

  /// All tokens, the last of them an `end`; nil if there are more than `maximumTokens`.
  static func tokens(of bytes: [UInt8], in range: Range<Int>) -> [ScriptToken]? {
    var lexer = ScriptLexer(bytes, range: range)
    lexer.tokens.reserveCapacity(min(range.count / 3, maximumTokens))
    while lexer.readToken() { if lexer.tokens.count > maximumTokens { return nil } }
    lexer.append(.end, from: lexer.end)
    return lexer.tokens
  }

  private func byte(_ offset: Int) -> UInt8 { offset < end ? bytes[offset] : 0 }

  private mutating func append(_ kind: ScriptToken.Kind, from start: Int, code: UInt32 = 0) {
    tokens.append(ScriptToken(kind: kind, code: code, start: Int32(start), end: Int32(index)))
  }

  /// Reads the next token; false at the end.
  private mutating func readToken() -> Bool {
    skipSpace()
    guard index < end else { return false }
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: ".") where Self.isDigit(byte(index + 1)): readNumber()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      if let closing = closingQuote() {
        index = closing + 1
        append(.text, from: start)
      } else {
        index += 1
        append(.sign, from: start, code: UInt32(bytes[start]))
      }
    case UInt8(ascii: "`"): readTemplate(isFirst: true)
    case UInt8(ascii: "}") where openBraces.last == 0:
      openBraces.removeLast()
      readTemplate(isFirst: false)
    case UInt8(ascii: "/") where beginsPattern && skipPattern(): append(.pattern, from: start)
    case let byte where Self.isWord(byte) || byte == UInt8(ascii: "#") && Self.isWord(self.byte(index + 1)):
      index += 1
      while index < end, Self.isWord(bytes[index]) || Self.isDigit(bytes[index]) { index += 1 }
      append(.word, from: start)
    default: readSign()
    }
    return true
  }

  // MARK: Space

  private mutating func skipSpace() {
    while index < end {
      let byte = bytes[index]
      if byte <= 0x20 {
        index += 1
      } else if byte == UInt8(ascii: "/"), self.byte(index + 1) == UInt8(ascii: "/") {
        while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      } else if byte == UInt8(ascii: "/"), self.byte(index + 1) == UInt8(ascii: "*") {
        index += 2
        while index < end, !(bytes[index] == UInt8(ascii: "*") && self.byte(index + 1) == UInt8(ascii: "/")) {
          index += 1
        }
        index = min(end, index + 2)
      } else if byte == 0xEF, self.byte(index + 1) == 0xBB, self.byte(index + 2) == 0xBF {
        index += 3  // a byte order mark
      } else if byte == 0xC2, self.byte(index + 1) == 0xA0 {
        index += 2  // a space that does not break
      } else {
        return
      }
    }
  }

  // MARK: Classes of bytes

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte may stand in a word, except digits: a letter, _, $, or a byte of a character beyond ASCII.
  static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  // MARK: Literals

  private mutating func readNumber() {
    let start = index
    while index < end {
      let byte = bytes[index]
      let followsExponent =
        [UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[max(start, index - 1)]) && !isHex(start)
      guard
        Self.isDigit(byte) || Self.isWord(byte) || byte == UInt8(ascii: ".")
          || followsExponent && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
      else { break }
      index += 1
    }
    append(.number, from: start)
  }

  private func isHex(_ start: Int) -> Bool {
    bytes[start] == UInt8(ascii: "0") && (byte(start + 1) | 0x20) == UInt8(ascii: "x")
  }

  /// The offset of the quote that closes the text that begins at `index`; nil if its line ends before.
  private func closingQuote() -> Int? {
    var offset = index + 1
    while offset < end {
      switch bytes[offset] {
      case bytes[index]: return offset
      case UInt8(ascii: "\\"):
        // A text goes on in the next line after a backslash.
        offset += byte(offset + 1) == 0x0D && byte(offset + 2) == 0x0A ? 3 : 2
      case 0x0A, 0x0D: return nil
      default: offset += 1
      }
    }
    return nil
  }

  /// Reads a template, or what follows a hole of it, up to the next hole or to its end.
  private mutating func readTemplate(isFirst: Bool) {
    let start = index
    index += 1
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index = min(end, index + 2)
      case UInt8(ascii: "`"):
        index += 1
        return append(isFirst ? .template : .templateTail, from: start)
      case UInt8(ascii: "$") where byte(index + 1) == UInt8(ascii: "{"):
        index += 2
        openBraces.append(0)
        return append(isFirst ? .templateHead : .templateMiddle, from: start)
      default: index += 1
      }
    }
    // It is never closed. What follows the backquote is read as if this were not there, so that the rest of the script is not lost.
    index = start + 1
    append(.sign, from: start, code: UInt32(bytes[start]))
  }

  // MARK: Regular expressions

  /// Words after which a value begins, so that a `/` is no division.
  private static let wordsBeforeValues: Set<String> = [
    "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "new", "instanceof", "yield", "await",
    "throw",
  ]

  private var beginsPattern: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .number, .text, .template, .templateTail, .pattern: return false
    case .word:
      let length = Int(last.end - last.start)
      guard length <= 10 else { return false }
      return Self.wordsBeforeValues.contains(String(decoding: bytes[Int(last.start)..<Int(last.end)], as: UTF8.self))
    case .sign: return ![0x29, 0x5D, 0x7D].contains(last.code) && byte(index + 1) != UInt8(ascii: ">")
    default: return true
    }
  }

  /// Skips a regular expression and its flags; false, with nothing skipped, if its line ends before it does.
  private mutating func skipPattern() -> Bool {
    var offset = index + 1
    var isInClass = false
    while offset < end {
      switch bytes[offset] {
      case 0x0A, 0x0D: return false
      case UInt8(ascii: "\\"): offset += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass:
        offset += 1
        while offset < end, Self.isWord(bytes[offset]) { offset += 1 }
        index = offset
        return true
      default: break
      }
      offset += 1
    }
    return false
  }

  // MARK: Signs

  /// The operators of several bytes, the longest first.
  private static let longSigns: [[UInt8]] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&",
    "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**",
  ].map { Array($0.utf8) }
  /// Whether a byte begins one of `longSigns`.
  private static let beginsLongSign: [Bool] = (0..<256).map { byte in longSigns.contains { $0[0] == UInt8(byte) } }

  private mutating func readSign() {
    let start = index
    if Self.beginsLongSign[Int(bytes[index])] {
      for sign in Self.longSigns where sign[0] == bytes[index] && index + sign.count <= end {
        guard bytes[index..<index + sign.count].elementsEqual(sign) else { continue }
        // `a?.5:b` is a choice, not a chain.
        if sign.count == 2, sign[1] == UInt8(ascii: "."), Self.isDigit(byte(index + 2)) { break }
        index += sign.count
        return append(.sign, from: start, code: sign.reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
    if !openBraces.isEmpty {
      if bytes[index] == UInt8(ascii: "{") { openBraces[openBraces.count - 1] += 1 }
      if bytes[index] == UInt8(ascii: "}") { openBraces[openBraces.count - 1] -= 1 }
    }
    index += 1
    append(.sign, from: start, code: UInt32(bytes[start]))
  }
}
