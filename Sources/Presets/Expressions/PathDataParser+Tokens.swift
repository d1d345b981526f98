import Model

extension PathDataParser {
  /// The next point: two numbers, added to `origin`.
  ///
  /// - Parameter letter: the command, which names what is missing in an error.
  mutating func point(_ origin: PlanePoint, _ letter: Character) throws(Failure) -> PlanePoint {
    let x = try number(letter)
    return PlanePoint(origin.x + x, origin.y + (try number(letter)))
  }

  /// The next number, such as a coordinate or radius: perhaps a sign, digits with at most one point, perhaps an exponent.
  ///
  /// - Parameter letter: the command, which names what is missing in an error.
  mutating func number(_ letter: Character) throws(Failure) -> Double {
    skipSpaceAndComma()
    let begin = index
    if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { index += 1 }
    var digits = skipDigits()
    if peek == UInt8(ascii: ".") {
      index += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      index = begin
      let found = peek.map { "not \(show($0))" } ?? "and the text ends"
      throw Failure(offset: begin, message: "\(letter) needs \(Self.argumentNames(of: letter)) here, \(found)")
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      let before = index
      index += 1
      if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { index += 1 }
      if skipDigits() == 0 { index = before }
    }
    let word = String(decoding: text[begin..<index], as: UTF8.self)
    let unsigned = word.hasPrefix("+") ? String(word.dropFirst()) : word
    guard let value = Double(unsigned), Limits.numbers.contains(value) else {
      throw Failure(
        offset: begin,
        message: "\(shortened(word)) is out of range: \(plain(Limits.numbers.lowerBound)) to "
          + "\(plain(Limits.numbers.upperBound)) is allowed")
    }
    return value
  }

  /// The next flag, 0 or 1, which needs no space after it.
  mutating func flag() throws(Failure) -> Bool {
    skipSpaceAndComma()
    guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      let found = peek.map { "not \(show($0))" } ?? "and the text ends"
      throw Failure(offset: index, message: "an arc needs a flag, 0 or 1, here, \(found)")
    }
    index += 1
    return byte == UInt8(ascii: "1")
  }

  /// Names of the numbers in one set of a command, as in SVG's specification.
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
    let begin = index
    while let byte = peek, JSONReader.isDigit(byte) { index += 1 }
    return index - begin
  }

  mutating func skipSpace() {
    // Tab, line feed, vertical tab, form feed and carriage return are 0x09 to 0x0D.
    while let byte = peek, byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte) { index += 1 }
  }

  /// Skips white space and one comma; true if there was a comma.
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
  static func isNumber(_ byte: UInt8) -> Bool {
    JSONReader.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  /// A byte as a message shows it.
  func show(_ byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "this character"
  }
}
