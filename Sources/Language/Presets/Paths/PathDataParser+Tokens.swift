import JSON
import Model

extension PathDataParser {
  /// Reads the next point: two numbers, added to `origin`.
  ///
  /// - Parameter letter: the command, for messages on what is missing.
  mutating func readPoint(_ origin: PlanePoint, _ letter: Character) throws(Failure) -> PlanePoint {
    let x = try readNumber(letter)
    return PlanePoint(origin.x + x, origin.y + (try readNumber(letter)))
  }

  /// Reads the next number: an optional sign, digits with at most one point, and an optional exponent.
  ///
  /// - Parameter letter: the command, for messages on what is missing.
  mutating func readNumber(_ letter: Character) throws(Failure) -> Double {
    skipSpaceAndComma()
    let start = index
    if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { index += 1 }
    var digitCount = skipDigits()
    if peek == UInt8(ascii: ".") {
      index += 1
      digitCount += skipDigits()
    }
    guard digitCount > 0 else {
      index = start
      let found = peek.map { "not \(shown($0))" } ?? "and the text ends"
      throw Failure(offset: start, message: "\(letter) needs \(Self.argumentNames(of: letter)) here, \(found)")
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      let exponentStart = index
      index += 1
      if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { index += 1 }
      // Without digits, the e does not belong to the number.
      if skipDigits() == 0 { index = exponentStart }
    }
    let literal = String(decoding: text[start..<index], as: UTF8.self)
    let withoutPlus = literal.hasPrefix("+") ? String(literal.dropFirst()) : literal
    guard let value = Double(withoutPlus), Limits.numbers.contains(value) else {
      throw Failure(
        offset: start,
        message: "\(shortened(literal)) is out of range: \(plain(Limits.numbers.lowerBound)) to "
          + "\(plain(Limits.numbers.upperBound)) is allowed")
    }
    return value
  }

  /// Reads the next flag of an arc, 0 or 1, which needs no space after it.
  mutating func readFlag() throws(Failure) -> Bool {
    skipSpaceAndComma()
    guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      let found = peek.map { "not \(shown($0))" } ?? "and the text ends"
      throw Failure(offset: index, message: "an arc needs a flag, 0 or 1, here, \(found)")
    }
    index += 1
    return byte == UInt8(ascii: "1")
  }

  /// Names of the numbers in one argument set of a command, as in SVG's specification.
  static func argumentNames(of letter: Character) -> String {
    switch letter {
    case "H", "h", "V", "v": "a number"
    case "A", "a": "rx ry angle flag flag x y"
    case "C", "c": "x1 y1 x2 y2 x y"
    case "S", "s": "x2 y2 x y"
    case "Q", "q": "x1 y1 x y"
    default: "x y"
    }
  }

  /// Skips digits and returns how many there were.
  mutating func skipDigits() -> Int {
    let start = index
    while let byte = peek, JSONReader.isDigit(byte) { index += 1 }
    return index - start
  }

  mutating func skipSpace() {
    // Tab, line feed, vertical tab, form feed and carriage return are 0x09 to 0x0D.
    while let byte = peek, byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { index += 1 }
  }

  /// Skips white space and at most one comma. Returns whether there was a comma.
  @discardableResult
  mutating func skipSpaceAndComma() -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: ",") else { return false }
    index += 1
    skipSpace()
    return true
  }

  /// The next byte, which is not taken; nil at the end.
  var peek: UInt8? { index < text.count ? text[index] : nil }

  /// Whether a byte may begin a number.
  static func startsNumber(_ byte: UInt8) -> Bool {
    JSONReader.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  /// A byte as a message shows it.
  func shown(_ byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "this character"
  }
}
