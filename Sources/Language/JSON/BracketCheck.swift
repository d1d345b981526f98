/// Finds a bracket that is not closed, before the text is read. One message on that bracket replaces the many that reading with
/// the wrong nesting would give.
enum BracketCheck {
  /// An opening bracket that is not closed where it should be.
  struct Unclosed {
    /// Offset of the opening bracket in bytes.
    var offset: Int
    var message: String
  }

  /// The innermost bracket that is open where a closing bracket of the other kind stands, or where the text ends; nil if there is
  /// none. Also nil if the search meets another mistake first, such as a string or comment that is not closed, because the
  /// reader's message on that mistake is better.
  ///
  /// - Parameter maximumDepth: deeper nesting is left to the reader, which refuses it.
  static func firstUnclosed(in bytes: [UInt8], maximumDepth: Int) -> Unclosed? {
    var openBrackets: [(bracket: UInt8, offset: Int)] = []
    var (index, line) = (0, 1)
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x0A: line += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard openBrackets.count < maximumDepth else { return nil }
        openBrackets.append((byte, index))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The reader reports a closing bracket without an opening one.
        guard let innermost = openBrackets.popLast() else { return nil }
        // In ASCII, the codes of ] and } are those of [ and { plus 2.
        guard innermost.bracket + 2 == byte else {
          let (opening, closing) = (Character(Unicode.Scalar(innermost.bracket)), Character(Unicode.Scalar(byte)))
          return Unclosed(
            offset: innermost.offset, message: "the \(opening) here is not closed before the \(closing) of line \(line)"
          )
        }
      case JSONReader.quote:
        guard let end = endOfString(in: bytes, from: index) else { return nil }
        index = end
      // Brackets in single quotes must not be counted; the reader refuses such strings anyway.
      case UInt8(ascii: "'"): return nil
      case UInt8(ascii: "/"):
        guard let end = endOfComment(in: bytes, from: index) else { return nil }
        line += bytes[index..<end].count { $0 == 0x0A }
        index = end
        continue
      default: break
      }
      index += 1
    }
    return openBrackets.last.map {
      Unclosed(offset: $0.offset, message: "the \(Character(Unicode.Scalar($0.bracket))) here is never closed")
    }
  }

  /// Offset of the quote that closes the string beginning at `start`; nil if there is none on its line.
  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
      if bytes[index] == JSONReader.quote { return index }
      index += bytes[index] == JSONReader.backslash ? 2 : 1
    }
    return nil
  }

  /// Offset after the comment that begins at `start`; nil if none begins there, or if it is not closed.
  private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    if bytes[start + 1] == UInt8(ascii: "/") {
      return bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }
    guard bytes[start + 1] == UInt8(ascii: "*") else { return nil }
    var index = start + 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return nil
  }
}
