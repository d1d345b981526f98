/// The texts that a preset was read from: files, and the values of `--set`.
package struct SourceTable {
  package init() {}

  /// The texts in the order in which they were read; `JSONNode.Position.source` is an index into this list.
  package private(set) var all: [Source] = []

  /// One text.
  package struct Source {
    /// Name as printed before a message: a path, or `--set KEY`.
    package var name: String
    package var bytes: [UInt8]
    /// Whether issues state line and column: true for files, false for values that `--set` gives directly and for unreadable
    /// files.
    package var hasLines: Bool
  }

  /// Adds a text and returns its index.
  package mutating func add(_ name: String, _ bytes: [UInt8], hasLines: Bool = true) -> Int {
    all.append(Source(name: name, bytes: bytes, hasLines: hasLines))
    return all.count - 1
  }

  /// Line and column of a position, both from 1. Columns count characters (Unicode scalars).
  package func lineAndColumn(of origin: JSONNode.Position) -> (line: Int, column: Int) {
    let source = all[Int(origin.source)]
    return source.bytes.withUnsafeBufferPointer { bytes in
      let end = min(Int(origin.offset), bytes.count)
      var line = 1
      var column = 1
      for index in 0..<end {
        let byte = bytes[index]
        // A carriage return ends a line unless a line feed follows; then the line feed does.
        let isLoneReturn = byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
        if byte == 0x0A || isLoneReturn {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80, byte != 0x0D {
          // A character is counted at its first byte: continuation bytes of UTF-8 are 10xxxxxx.
          column += 1
        }
      }
      // A byte-order mark is no character of the text.
      if line == 1, end >= 3, bytes.starts(with: JSONReader.byteOrderMark) { column -= 1 }
      return (line, column)
    }
  }

  /// The offsets from a value's first byte to the last value in it that is neither a list nor an object: to the closing quote of
  /// a text, but only to the first byte of a number, true, false or null. Closing brackets are not included.
  package func extent(of node: JSONNode) -> ClosedRange<Int32> {
    node.origin.offset...max(node.origin.offset, lastOffset(of: node))
  }

  /// The upper end of `extent(of:)`.
  private func lastOffset(of node: JSONNode) -> Int32 {
    switch node.value {
    case .string(let text): origin(ofByte: text.utf8.count, inStringAt: node.origin).offset
    case .array(let elements): elements.last.map(lastOffset) ?? node.origin.offset
    case .object(let members): members.last.map { lastOffset(of: $0.node) } ?? node.origin.offset
    default: node.origin.offset
    }
  }

  /// The position, in the source, of a byte of a text value. To find it, the escapes of the value's string literal are read
  /// again.
  ///
  /// - Parameters:
  ///   - target: index of the byte in the decoded text (without quotes, escapes replaced), from 0.
  ///   - origin: position of the literal's first quote.
  package func origin(ofByte target: Int, inStringAt origin: JSONNode.Position) -> JSONNode.Position {
    let source = all[Int(origin.source)]
    let bytes = source.bytes
    var index = Int(origin.offset)
    guard index < bytes.count, bytes[index] == JSONReader.quote else {
      // The text of a `--set` value may have no quotes. Without quotes there are no escapes, so the text's bytes are those of the
      // source.
      return JSONNode.Position(source: Int(origin.source), offset: min(index + target, bytes.count))
    }
    index += 1
    // Bytes of the decoded text before `index`.
    var decodedCount = 0
    while index < bytes.count, bytes[index] != JSONReader.quote, decodedCount < target {
      if bytes[index] == JSONReader.backslash, index + 1 < bytes.count {
        if bytes[index + 1] == UInt8(ascii: "u") {
          let digits = String(decoding: bytes[min(index + 2, bytes.count)..<min(index + 6, bytes.count)], as: UTF8.self)
          index += 6
          // Bytes of the character in UTF-8. A surrogate pair is a character of four bytes: two for each half.
          switch UInt32(digits, radix: 16) ?? 0 {
          case ..<0x80: decodedCount += 1
          case ..<0x800, 0xD800..<0xE000: decodedCount += 2
          default: decodedCount += 3
          }
        } else {
          index += 2
          decodedCount += 1
        }
      } else {
        index += 1
        decodedCount += 1
      }
    }
    return JSONNode.Position(source: Int(origin.source), offset: min(index, bytes.count))
  }
}
