extension JSONReader {
  /// Skips spaces, tabs, line breaks and comments. A comment runs from `//` to the end of the line, or from `/*` to `*/`.
  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case let byte where Self.isWhiteSpace(byte):
        index += 1
      case UInt8(ascii: "/"):
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        if next == UInt8(ascii: "/") {
          while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        } else if next == UInt8(ascii: "*") {
          let start = index
          index += 2
          while index + 1 < bytes.count, !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")) {
            index += 1
          }
          guard index + 1 < bytes.count else { return stop("the comment that begins here is never closed", at: start) }
          index += 2
        } else {
          return
        }
      default:
        return
      }
    }
  }

  // MARK: Classes of bytes

  /// Whether a byte is JSON's white space: a space, a tab, a line feed or a carriage return. Formulas and `--set`'s lists of
  /// colours have the same.
  package static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte may begin an unquoted word: a letter, _, $, or a byte of a character beyond ASCII.
  static func startsWord(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  /// Whether a byte may belong to a number, or to what an author may write as one: `1_000`, `12px`, `0x1F`.
  static func isNumberLike(_ byte: UInt8) -> Bool {
    isDigit(byte) || startsWord(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Whether a byte separates values or closes a bracket: a comma, a colon, ] or }.
  static func isStructural(_ byte: UInt8) -> Bool {
    [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte)
  }
}
