/// A text that is put together when a preset is read: `"= 'Dear ' + name + ', you are ' + rank"`.
///
/// Pieces in single or double quotes are taken as they are; a quote within them is written twice. The others are names of knobs or formulas of
/// numbers. Without a quoted piece a text is no join, so that sums of numbers stay formulas. Linear in the text's length.
struct TextJoin {
  enum Piece: Equatable {
    case quoted(String)
    /// A formula in the place that it has in the whole text, with spaces and an equals sign before it, so that columns of mistakes are right.
    case formula(String)
  }

  enum Outcome: Equatable {
    case pieces([Piece])
    /// A quoted piece has no end.
    case unclosed(quote: Character)
    /// It is another text.
    case other
  }

  private let bytes: [UInt8]
  private var index = 1

  /// Takes a text apart.
  static func parse(_ text: String) -> Outcome {
    guard text.utf8.first == UInt8(ascii: "="), text.utf8.contains(where: isQuote) else { return .other }
    var join = TextJoin(bytes: Array(text.utf8))
    return join.parse()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func parse() -> Outcome {
    var pieces: [Piece] = []
    while true {
      skipSpaces()
      guard index < bytes.count else { return .other }
      if Self.isQuote(bytes[index]) {
        let quote = Character(Unicode.Scalar(bytes[index]))
        guard let text = readQuoted() else { return .unclosed(quote: quote) }
        pieces.append(.quoted(text))
        skipSpaces()
      } else {
        guard let formula = readFormula() else { return .other }
        pieces.append(.formula(formula))
      }
      if index == bytes.count { break }
      guard bytes[index] == UInt8(ascii: "+") else { return .other }
      index += 1
    }
    let hasQuoted = pieces.contains { if case .quoted = $0 { true } else { false } }
    return hasQuoted ? .pieces(pieces) : .other
  }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
  }

  /// The text between quotes, with doubled quotes made single; nil if it has no end.
  private mutating func readQuoted() -> String? {
    let quote = bytes[index]
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      if bytes[index] != quote {
        text.append(bytes[index])
        index += 1
      } else if index + 1 < bytes.count, bytes[index + 1] == quote {
        text.append(quote)
        index += 2
      } else {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
    }
    return nil
  }

  /// The text up to the next + outside of brackets; nil if it has quotes of its own or is empty.
  private mutating func readFormula() -> String? {
    let start = index
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      if Self.isQuote(byte) { return nil }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: "+"), depth == 0 { break }
      index += 1
    }
    guard bytes[start..<index].contains(where: { $0 != UInt8(ascii: " ") }) else { return nil }
    return "=" + String(repeating: " ", count: start - 1) + String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }
}
