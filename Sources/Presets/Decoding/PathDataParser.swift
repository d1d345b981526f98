import Model

/// Reads SVG path data (SVG 2, chapter 9.3): all commands, absolute and relative, repeated without their letter, numbers
/// without space between them, flags without any.
package struct PathDataParser {
  package typealias Failure = SyntaxFailure

  private let text: [UInt8]
  private var index = 0
  private var path: VectorPath
  private var current = PlanePoint(0, 0)
  private var start = PlanePoint(0, 0)
  /// The last control point of the command before, where that was a curve of the kind that goes on smoothly.
  private var lastCubic: PlanePoint?
  private var lastQuadratic: PlanePoint?

  private init(_ text: String, _ fillRule: VectorPath.FillRule) {
    self.text = Array(text.utf8)
    path = VectorPath(fillRule: fillRule)
  }

  package static func path(
    _ text: String, fillRule: VectorPath.FillRule = .nonzero
  ) throws(Failure) -> VectorPath {
    var parser = PathDataParser(text, fillRule)
    try parser.parse()
    return parser.path
  }

  // MARK: Grammar

  private mutating func parse() throws(Failure) {
    skipSpace()
    guard let first = peek else { throw Failure(offset: 0, message: "path data needs a command") }
    guard first == UInt8(ascii: "M") || first == UInt8(ascii: "m") else {
      throw Failure(offset: index, message: "path data begins with M or m, not with \(show(first))")
    }
    while let letter = peek {
      let place = index
      index += 1
      guard let command = Command(letter) else {
        let hint = Self.isNumber(letter) ? "; a number needs a command before it" : ""
        throw Failure(offset: place, message: "\(show(letter)) is no command of path data\(hint)")
      }
      try run(command, Character(UnicodeScalar(letter)))
      skipSpace()
    }
  }

  private enum Command: UInt8 {
    case move = 109
    case line = 108
    case horizontal = 104
    case vertical = 118
    case cubic = 99
    case smoothCubic = 115
    case quadratic = 113
    case smoothQuadratic = 116
    case arc = 97
    case close = 122

    /// By either case of its letter.
    init?(_ letter: UInt8) {
      guard letter < 128 else { return nil }
      self.init(rawValue: letter | 0x20)
    }
  }

  /// One letter and all the sets of numbers behind it.
  private mutating func run(_ command: Command, _ letter: Character) throws(Failure) {
    if command == .close {
      path.close()
      current = start
      forget()
      return
    }
    let isRelative = letter.isLowercase
    var isFirst = true
    repeat {
      let origin = isRelative ? current : PlanePoint(0, 0)
      switch command {
      case .move:
        current = try point(origin, letter)
        // Further points are lines.
        if isFirst {
          start = current
          path.move(to: current)
        } else {
          path.line(to: current)
        }
        forget()
      case .line: try straight(to: point(origin, letter))
      case .horizontal: try straight(to: PlanePoint(origin.x + number(letter), current.y))
      case .vertical: try straight(to: PlanePoint(current.x, origin.y + number(letter)))
      case .cubic: try cubic(point(origin, letter), origin, letter)
      case .smoothCubic: try cubic(mirrored(lastCubic), origin, letter)
      case .quadratic: try quadratic(point(origin, letter), origin, letter)
      case .smoothQuadratic: try quadratic(mirrored(lastQuadratic), origin, letter)
      case .arc: try arc(origin, letter)
      case .close: break
      }
      guard path.elements.count <= Limits.pathElements else {
        throw Failure(offset: index, message: "path data of more than \(grouped(Limits.pathElements)) pieces")
      }
      isFirst = false
      let hasComma = skipSpaceAndComma()
      if peek.map(Self.isNumber) == true { continue }
      if hasComma { throw Failure(offset: index, message: "a number should follow the comma") }
      return
    } while true
  }

  private mutating func straight(to point: PlanePoint) {
    path.line(to: point)
    current = point
    forget()
  }

  private mutating func cubic(_ first: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let second = try point(origin, letter)
    let end = try point(origin, letter)
    path.curve(first, second, to: end)
    current = end
    forget()
    lastCubic = second
  }

  private mutating func quadratic(_ control: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let end = try point(origin, letter)
    path.quadratic(from: current, control, to: end)
    current = end
    forget()
    lastQuadratic = control
  }

  private mutating func arc(_ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let radiusX = try number(letter)
    let radiusY = try number(letter)
    let axis = try number(letter)
    let isLarge = try flag()
    let isClockwise = try flag()
    let end = try point(origin, letter)
    path.arc(
      from: current, radiusX: radiusX, radiusY: radiusY, axisDegrees: axis, isLarge: isLarge, isClockwise: isClockwise,
      to: end)
    current = end
    forget()
  }

  private mutating func forget() { (lastCubic, lastQuadratic) = (nil, nil) }

  /// The control point of a curve that goes on smoothly; without a curve before it, where the pen is.
  private func mirrored(_ control: PlanePoint?) -> PlanePoint {
    guard let control else { return current }
    return PlanePoint(2 * current.x - control.x, 2 * current.y - control.y)
  }

  // MARK: Tokens

  private mutating func point(_ origin: PlanePoint, _ letter: Character) throws(Failure) -> PlanePoint {
    let x = try number(letter)
    return PlanePoint(origin.x + x, origin.y + (try number(letter)))
  }

  /// Where x, y, … of a command stand: a sign, digits, a point, an exponent.
  private mutating func number(_ letter: Character) throws(Failure) -> Double {
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
      throw Failure(offset: begin, message: "\(letter) needs \(Self.needs(letter)) here, \(found)")
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

  /// 0 or 1, which need no space behind them.
  private mutating func flag() throws(Failure) -> Bool {
    skipSpaceAndComma()
    guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      let found = peek.map { "not \(show($0))" } ?? "and the text ends"
      throw Failure(offset: index, message: "an arc needs a flag, 0 or 1, here, \(found)")
    }
    index += 1
    return byte == UInt8(ascii: "1")
  }

  private static func needs(_ letter: Character) -> String {
    switch letter {
    case "H", "h", "V", "v": "a number"
    case "A", "a": "rx ry angle flag flag x y"
    case "C", "c": "x1 y1 x2 y2 x y"
    case "S", "s": "x2 y2 x y"
    case "Q", "q": "x1 y1 x y"
    default: "x y"
    }
  }

  private mutating func skipDigits() -> Int {
    let begin = index
    while let byte = peek, byte >= 0x30, byte <= 0x39 { index += 1 }
    return index - begin
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { index += 1 }
  }

  /// True if there was a comma.
  @discardableResult
  private mutating func skipSpaceAndComma() -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: ",") else { return false }
    index += 1
    skipSpace()
    return true
  }

  private var peek: UInt8? { index < text.count ? text[index] : nil }

  private static func isNumber(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  private func show(_ byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "this character"
  }
}
