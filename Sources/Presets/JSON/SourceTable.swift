/// The texts that a preset was read from: files, and the values of `--set`.
package struct SourceTable {
  package init() {}

  private(set) var sources: [Source] = []

  struct Source {
    /// Name as printed before a message: a path, or `--set KEY`.
    var name: String
    var bytes: [UInt8]
    /// A file's issues carry line and column; those of an override only its name.
    var hasLines: Bool
  }

  package mutating func add(_ name: String, _ bytes: [UInt8], hasLines: Bool = true) -> Int {
    sources.append(Source(name: name, bytes: bytes, hasLines: hasLines))
    return sources.count - 1
  }

  /// Line and column, from 1; a column is a character (a Unicode code point) of the line.
  package func position(of origin: JSONNode.Origin) -> (line: Int, column: Int) {
    let source = sources[Int(origin.source)]
    return source.bytes.withUnsafeBufferPointer { bytes in
      let end = min(Int(origin.offset), bytes.count)
      var line = 1
      var column = 1
      for index in 0..<end {
        let byte = bytes[index]
        let isReturn = byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
        if byte == 0x0A || isReturn {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80, byte != 0x0D {
          column += 1
        }
      }
      // A byte-order mark is no character of the text.
      if line == 1, end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { column -= 1 }
      return (line, column)
    }
  }

  /// The position of a character inside the string literal that begins at `origin`, found by reading its escapes again.
  func origin(ofByte target: Int, inStringAt origin: JSONNode.Origin) -> JSONNode.Origin {
    let source = sources[Int(origin.source)]
    let bytes = source.bytes
    var index = Int(origin.offset)
    guard index < bytes.count, bytes[index] == 0x22 else {
      // Raw text of an override has no quotes.
      return JSONNode.Origin(source: Int(origin.source), offset: min(index + target, bytes.count))
    }
    index += 1
    var decoded = 0
    while index < bytes.count, bytes[index] != 0x22, decoded < target {
      if bytes[index] == 0x5C, index + 1 < bytes.count {
        if bytes[index + 1] == 0x75 {
          // Close enough for text beyond ASCII: an escape counts as one byte or three.
          let isASCII = index + 3 < bytes.count && bytes[index + 2] == 0x30 && bytes[index + 3] == 0x30
          index += 6
          decoded += isASCII ? 1 : 3
        } else {
          index += 2
          decoded += 1
        }
      } else {
        index += 1
        decoded += 1
      }
    }
    return JSONNode.Origin(source: Int(origin.source), offset: min(index, bytes.count))
  }
}
