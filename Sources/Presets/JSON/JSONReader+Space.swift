extension JSONReader {
  /// Skips white space and comments.
  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D:
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

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isWord(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  static func isNumberLike(_ byte: UInt8) -> Bool {
    isDigit(byte) || isWord(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
  }

  static func isStructural(_ byte: UInt8) -> Bool {
    [0x2C, 0x3A, 0x5D, 0x7D].contains(byte)
  }
}
