/// The texts that a preset was read from: files, and the values of `--set`.
package struct SourceTable {
  package init() {}

  /// The texts in the order in which they were read; `JSONNode.Position.source` is an index into it.
  private(set) var sources: [Source] = []

  struct Source {
    /// Name as printed before a message: a path, or `--set KEY`.
    var name: String
    var bytes: [UInt8]
    /// Whether issues state line and column: true of files, false of overrides.
    var hasLines: Bool
  }

  /// Adds a text and returns its index.
  package mutating func add(_ name: String, _ bytes: [UInt8], hasLines: Bool = true) -> Int {
    sources.append(Source(name: name, bytes: bytes, hasLines: hasLines))
    return sources.count - 1
  }

  /// Line and column, from 1; a column is a character (a Unicode code point) of the line.
  package func position(of origin: JSONNode.Position) -> (line: Int, column: Int) {
    let source = sources[Int(origin.source)]
    return source.bytes.withUnsafeBufferPointer { bytes in
      let end = min(Int(origin.offset), bytes.count)
      var line = 1
      var column = 1
      for index in 0..<end {
        let byte = bytes[index]
        // A carriage return ends a line, unless a line feed follows, which ends it.
        let isReturn = byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
        if byte == 0x0A || isReturn {
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

  /// Offsets from the first byte of a value to its last text, number or word, or to the end of that text.
  func extent(of node: JSONNode) -> ClosedRange<Int32> {
    node.origin.offset...max(node.origin.offset, lastOffset(of: node))
  }

  private func lastOffset(of node: JSONNode) -> Int32 {
    switch node.value {
    case .string(let text): origin(ofByte: text.utf8.count, inStringAt: node.origin).offset
    case .array(let elements): elements.last.map(lastOffset) ?? node.origin.offset
    case .object(let members): members.last.map { lastOffset(of: $0.node) } ?? node.origin.offset
    default: node.origin.offset
    }
  }

  /// The position of a byte of a text value in its string literal, found by reading the literal's escapes again.
  ///
  /// - Parameters:
  ///   - target: index of the byte in the text without quotes and escapes, from 0.
  ///   - origin: position of the literal's first quote.
  func origin(ofByte target: Int, inStringAt origin: JSONNode.Position) -> JSONNode.Position {
    let source = sources[Int(origin.source)]
    let bytes = source.bytes
    var index = Int(origin.offset)
    guard index < bytes.count, bytes[index] == JSONReader.quote else {
      // The text of an override is not in quotes: its bytes are those of the source.
      return JSONNode.Position(source: Int(origin.source), offset: min(index + target, bytes.count))
    }
    index += 1
    // Bytes of the text that the literal stands for up to `index`.
    var decoded = 0
    while index < bytes.count, bytes[index] != JSONReader.quote, decoded < target {
      if bytes[index] == JSONReader.backslash, index + 1 < bytes.count {
        if bytes[index + 1] == UInt8(ascii: "u") {
          let digits = String(decoding: bytes[min(index + 2, bytes.count)..<min(index + 6, bytes.count)], as: UTF8.self)
          index += 6
          // Bytes of UTF-8; each half of a surrogate pair stands for two of its four.
          switch UInt32(digits, radix: 16) ?? 0 {
          case ..<0x80: decoded += 1
          case ..<0x800, 0xD800..<0xE000: decoded += 2
          default: decoded += 3
          }
        } else {
          index += 2
          decoded += 1
        }
      } else {
        index += 1
        decoded += 1
      }
    }
    return JSONNode.Position(source: Int(origin.source), offset: min(index, bytes.count))
  }
}
