import Model

/// Reads JSON with comments and trailing commas into nodes that know where they stand.
///
/// Foundation's reader loses positions, and those of other packages stop at the first error. This one goes on after an
/// error where a person would: a missing comma, quote or colon, an unknown word, a number in a foreign spelling. It reads
/// any bytes in linear time: nesting is bounded, every step consumes a byte, and the count of values is limited.
package struct JSONReader {
  /// What was found wrong, in the order of the file.
  package private(set) var problems: [(origin: JSONNode.Origin, message: String)] = []
  /// False when the structure could not be followed to its end; what was read of it then says little.
  private(set) var isSound = true

  private let bytes: [UInt8]
  private let source: Int
  private var index = 0
  private var valueCount = 0
  /// Set by an error after which reading on makes no sense.
  private var hasStopped = false

  private static let mostProblems = 60

  package init(_ bytes: [UInt8], source: Int) {
    self.bytes = bytes
    self.source = source
  }

  /// The value that the whole text is; nil if there is none.
  package mutating func read() -> JSONNode? {
    if let offset = UTF8Check.firstInvalid(in: bytes) {
      stop("this byte is no UTF-8 text", at: offset)
      return nil
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    skipSpace()
    guard index < bytes.count else {
      stop("the file holds no preset: { was expected", at: index)
      return nil
    }
    let node = readValue(depth: 1)
    skipSpace()
    if !hasStopped, index < bytes.count { stop("there is more text after the end of the preset", at: index) }
    return node
  }

  // MARK: Values

  private mutating func readValue(depth: Int) -> JSONNode {
    let start = index
    valueCount += 1
    if valueCount > Limits.jsonValues {
      stop("the file holds more than \(grouped(Limits.jsonValues)) values", at: start)
      return node(.invalid, start)
    }
    guard index < bytes.count, !hasStopped else {
      stop("the file ends where a value was expected", at: index)
      return node(.invalid, start)
    }
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth > Limits.jsonDepth {
        stop("nested deeper than \(Limits.jsonDepth) levels", at: start)
        return node(.invalid, start)
      }
      return bytes[index] == UInt8(ascii: "{") ? readObject(depth: depth) : readArray(depth: depth)
    case UInt8(ascii: "\""):
      guard let text = readString() else { return node(.invalid, start) }
      return node(.string(text), start)
    case UInt8(ascii: "'"):
      report("text stands between double quotes, not single ones", at: start)
      skipSingleQuoted()
      return node(.invalid, start)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return readNumber()
    case let byte where JSONReader.isWord(byte):
      return readWord()
    default:
      report("a value was expected, not \(character(at: index))", at: index)
      // A bracket or comma belongs to whatever is around.
      if !JSONReader.isStructural(bytes[index]) { skipCharacter() }
      return node(.invalid, start)
    }
  }

  private mutating func readObject(depth: Int) -> JSONNode {
    let start = index
    index += 1
    var members: [JSONNode.Member] = []
    while !hasStopped {
      skipSpace()
      guard index < bytes.count else {
        stop("the { here is never closed", at: start)
        break
      }
      let byte = bytes[index]
      if byte == UInt8(ascii: "}") {
        index += 1
        break
      }
      if byte == UInt8(ascii: "]") {
        report("] closes nothing here; } was expected", at: index)
        index += 1
        break
      }
      guard let key = readKey() else { continue }
      skipSpace()
      let member: JSONNode
      if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
        index += 1
        skipSpace()
        member = readValue(depth: depth + 1)
      } else {
        if !hasStopped { report(": was expected after the key \(quoted(key.text))", at: index) }
        let isAtEnd = index >= bytes.count || [UInt8(ascii: ","), UInt8(ascii: "}")].contains(bytes[index])
        member = isAtEnd ? node(.invalid, min(index, bytes.count)) : readValue(depth: depth + 1)
      }
      members.append(JSONNode.Member(key: key.text, keyOrigin: origin(key.offset), node: member))
      readSeparator(closing: UInt8(ascii: "}"))
    }
    return node(.object(members), start)
  }

  private mutating func readArray(depth: Int) -> JSONNode {
    let start = index
    index += 1
    var elements: [JSONNode] = []
    while !hasStopped {
      skipSpace()
      guard index < bytes.count else {
        stop("the [ here is never closed", at: start)
        break
      }
      let byte = bytes[index]
      if byte == UInt8(ascii: "]") {
        index += 1
        break
      }
      if byte == UInt8(ascii: "}") {
        report("} closes nothing here; ] was expected", at: index)
        index += 1
        break
      }
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") {
        report("a value was expected, not \(character(at: index))", at: index)
        index += 1
        continue
      }
      elements.append(readValue(depth: depth + 1))
      readSeparator(closing: UInt8(ascii: "]"))
    }
    return node(.array(elements), start)
  }

  /// Reads the comma after a value; where it is missing but another value follows, says so and goes on.
  private mutating func readSeparator(closing: UInt8) {
    guard !hasStopped else { return }
    skipSpace()
    guard index < bytes.count, !hasStopped else { return }
    if bytes[index] == UInt8(ascii: ",") {
      index += 1
    } else if ![UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[index]) {
      report(", or \(Character(Unicode.Scalar(closing))) was expected, not \(character(at: index))", at: index)
      if bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: ";") { index += 1 }
    }
  }

  /// A key, or nil after reporting what stands in its place; always consumes something.
  private mutating func readKey() -> (text: String, offset: Int)? {
    let start = index
    if bytes[index] == UInt8(ascii: "\"") {
      guard let text = readString() else { return nil }
      return (text, start)
    }
    if JSONReader.isWord(bytes[index]) {
      let word = takeWord()
      report("the key \(shortened(word)) needs double quotes", at: start)
      return (word, start)
    }
    report("a key in double quotes was expected, not \(character(at: index))", at: start)
    skipCharacter()
    return nil
  }

  // MARK: Scalars

  private mutating func readWord() -> JSONNode {
    let start = index
    switch takeWord() {
    case "true": return node(.bool(true), start)
    case "false": return node(.bool(false), start)
    case "null": return node(.null, start)
    case let word:
      let lower = word.utf8.count <= 8 ? word.lowercased() : ""
      if lower == "nan" || lower == "infinity" || lower == "inf" {
        report("\(word) is no number that a preset can hold", at: start)
      } else {
        report("\(shortened(word)) is no value; text stands between double quotes", at: start)
      }
      return node(.invalid, start)
    }
  }

  private mutating func takeWord() -> String {
    let start = index
    while index < bytes.count, JSONReader.isWord(bytes[index]) || JSONReader.isDigit(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func readNumber() -> JSONNode {
    let start = index
    while index < bytes.count, JSONReader.isNumberLike(bytes[index]) { index += 1 }
    guard index - start <= 400 else {
      report("a number of \(grouped(index - start)) characters", at: start)
      return node(.invalid, start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard JSONReader.isNumber(bytes[start..<index]), let value = Double(text) else {
      report("\(shortened(text)) is no number in JSON's spelling", at: start)
      return node(.invalid, start)
    }
    guard value.isFinite else {
      report("\(shortened(text)) is too large to be read", at: start)
      return node(.invalid, start)
    }
    return node(.number(value, text: text), start)
  }

  /// RFC 8259: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits(_ rest: inout ArraySlice<UInt8>) -> Int {
      let count = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
    } else if digits(&rest) == 0 {
      return false
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if digits(&rest) == 0 { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
      if digits(&rest) == 0 { return false }
    }
    return rest.isEmpty
  }

  /// The text of a literal, or nil after reporting that it is not closed.
  private mutating func readString() -> String? {
    let start = index
    index += 1
    let first = index
    // Most texts have no escapes: take them in one piece.
    while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C, bytes[index] >= 0x20 { index += 1 }
    if index < bytes.count, bytes[index] == 0x22 {
      index += 1
      return String(decoding: bytes[first..<index - 1], as: UTF8.self)
    }
    var text = Array(bytes[first..<index])
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x22 {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == 0x5C {
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

  private mutating func readEscape(into text: inout [UInt8]) {
    let start = index
    index += 1
    guard index < bytes.count else { return }
    let plain: [UInt8: UInt8] = [
      0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
    ]
    if let byte = plain[bytes[index]] {
      text.append(byte)
      index += 1
      return
    }
    guard bytes[index] == UInt8(ascii: "u") else {
      report("\\\(character(at: index)) is no escape of JSON", at: start)
      return
    }
    index += 1
    guard var code = readHex() else {
      report("\\u needs four hexadecimal digits", at: start)
      return
    }
    if (0xD800..<0xDC00).contains(code), index + 1 < bytes.count, bytes[index] == 0x5C, bytes[index + 1] == 0x75 {
      let mark = index
      index += 2
      if let low = readHex(), (0xDC00..<0xE000).contains(low) {
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      } else {
        index = mark
      }
    }
    guard let scalar = Unicode.Scalar(code) else {
      report("half of a surrogate pair is no character", at: start)
      return
    }
    text.append(contentsOf: Array(String(Character(scalar)).utf8))
  }

  private mutating func readHex() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var code: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      code = code << 4 | UInt32(digit)
    }
    index += 4
    return code
  }

  private mutating func skipSingleQuoted() {
    index += 1
    while index < bytes.count, bytes[index] != 0x0A {
      index += 1
      if bytes[index - 1] == UInt8(ascii: "'") { return }
    }
  }

  // MARK: Space and comments

  private mutating func skipSpace() {
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

  // MARK: Reports

  private func node(_ value: JSONNode.Value, _ offset: Int) -> JSONNode { JSONNode(value, at: origin(offset)) }

  private func origin(_ offset: Int) -> JSONNode.Origin { JSONNode.Origin(source: source, offset: offset) }

  private mutating func report(_ message: String, at offset: Int) {
    guard !hasStopped else { return }
    problems.append((origin(offset), message))
    if problems.count >= JSONReader.mostProblems {
      isSound = false
      hasStopped = true
    }
  }

  private mutating func stop(_ message: String, at offset: Int) {
    report(message, at: offset)
    isSound = false
    hasStopped = true
  }

  /// The character at an offset as a message shows it.
  private func character(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    return shortened(scalar.map { String($0) } ?? "")
  }

  private mutating func skipCharacter() {
    index += 1
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  private static func isNumberLike(_ byte: UInt8) -> Bool {
    isDigit(byte) || isWord(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
  }

  private static func isStructural(_ byte: UInt8) -> Bool {
    [0x2C, 0x3A, 0x5D, 0x7D].contains(byte)
  }
}
