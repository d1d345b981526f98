import Model

/// Reads JSON with comments and trailing commas into nodes that know their position.
///
/// A recursive descent parser with one method for each kind of value. Each method begins at `index` and leaves `index` after the
/// last byte that it has read. An error, such as a missing comma or an unknown word, is reported, and reading goes on at the most
/// plausible place. Any input is read in linear time and bounded memory: `Limits` bounds the nesting and the count of values, and
/// every step consumes a byte.
package struct JSONReader {
  /// Mistakes, in the order of the file.
  package internal(set) var problems: [(origin: JSONNode.Position, message: String)] = []

  let bytes: [UInt8]
  /// Index of the text in `SourceTable.all`.
  let source: Int
  /// What the text is, in messages: a preset.
  let subject: String
  /// The most values that are read.
  let maximumValues: Int
  /// Offset of the next byte to be read.
  var index = 0
  /// Values that have been read so far, limited by `maximumValues`.
  var valueCount = 0
  /// Whether an error has ended the reading before the end of the text, so that nothing more is read or reported.
  package internal(set) var hasStopped = false

  /// The number of problems at which reading stops; more than the `PresetError.maximumListedIssues` that are shown.
  static let maximumProblems = 60
  /// The byte-order mark, U+FEFF in UTF-8, which some editors put before the text.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init(
    _ bytes: [UInt8], source: Int, subject: String = "preset", maximumValues: Int = Limits.jsonValues
  ) {
    self.bytes = bytes
    self.source = source
    self.subject = subject
    self.maximumValues = maximumValues
  }

  /// Reads the whole text as one value. Nil, after reporting a problem, if the text is empty or not UTF-8, or leaves a bracket open.
  package mutating func read() -> JSONNode? {
    if let offset = UTF8Check.firstInvalid(in: bytes) {
      stop("this byte is not UTF-8 text", at: offset)
      return nil
    }
    if bytes.starts(with: Self.byteOrderMark) { index = Self.byteOrderMark.count }
    skipSpace()
    guard index < bytes.count else {
      stop("the file holds no \(subject): { was expected", at: index)
      return nil
    }
    if let bracket = BracketCheck.firstUnclosed(in: bytes, maximumDepth: Limits.jsonDepth) {
      stop(bracket.message, at: bracket.offset)
      return nil
    }
    let node = readValue(depth: 1)
    skipSpace()
    if !hasStopped, index < bytes.count { stop("there is more text after the end of the \(subject)", at: index) }
    return node
  }

  // MARK: Values

  /// Reads a value of any kind, which begins at `index`.
  ///
  /// - Parameter depth: nesting of the value, 1 for the outermost.
  mutating func readValue(depth: Int) -> JSONNode {
    let start = index
    valueCount += 1
    if valueCount > maximumValues {
      stop("the file holds more than \(grouped(maximumValues)) values", at: start)
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
      report("write text in double quotes, not in single ones", at: start)
      skipSingleQuoted()
      return node(.invalid, start)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return readNumber()
    case let byte where JSONReader.startsWord(byte):
      return readWord()
    default:
      report("a value was expected, not \(shownCharacter(at: index))", at: index)
      // A closing bracket, comma or colon is left for the enclosing object or list.
      if !JSONReader.isStructural(bytes[index]) { skipCharacter() }
      return node(.invalid, start)
    }
  }

  // MARK: Reports

  /// The node of a value whose first byte is at an offset.
  func node(_ value: JSONNode.Value, _ offset: Int) -> JSONNode { JSONNode(value, at: origin(offset)) }

  /// The position of the byte at an offset of this text.
  func origin(_ offset: Int) -> JSONNode.Position { JSONNode.Position(source: source, offset: offset) }

  /// Adds a problem, and stops the reading if there are `maximumProblems` of them.
  mutating func report(_ message: String, at offset: Int) {
    guard !hasStopped else { return }
    problems.append((origin(offset), message))
    if problems.count >= JSONReader.maximumProblems { hasStopped = true }
  }

  /// Adds a problem and stops the reading.
  mutating func stop(_ message: String, at offset: Int) {
    report(message, at: offset)
    hasStopped = true
  }

  /// What stands at an offset, as a message shows it: a character or the end of the file.
  func shownCharacter(at offset: Int) -> String {
    offset < bytes.count ? characterText(of: bytes, at: offset) : "the end of the file"
  }

  /// Skips a whole character: a byte and the UTF-8 continuation bytes (10xxxxxx) after it.
  mutating func skipCharacter() {
    index += 1
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
  }
}
