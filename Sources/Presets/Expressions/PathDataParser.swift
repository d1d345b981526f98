import Model

/// Reads SVG path data (SVG 2, chapter 9.3): all commands, absolute and relative, repeated without their letter, numbers
/// without space between them, flags without any.
package struct PathDataParser {
  package typealias Failure = SyntaxFailure

  let text: [UInt8]
  var index = 0
  var path: VectorPath
  var current = PlanePoint(0, 0)
  var start = PlanePoint(0, 0)
  /// The last control point of the command before, if that was a curve that the smooth commands continue.
  var lastCubic: PlanePoint?
  var lastQuadratic: PlanePoint?

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

  mutating func parse() throws(Failure) {
    skipSpace()
    guard let first = peek else { throw Failure(offset: 0, message: "path data needs a command") }
    guard first == UInt8(ascii: "M") || first == UInt8(ascii: "m") else {
      throw Failure(offset: index, message: "path data begins with M or m, not with \(show(first))")
    }
    while let letter = peek {
      let begin = index
      index += 1
      guard let command = Command(letter) else {
        let hint = Self.isNumber(letter) ? "; a number needs a command before it" : ""
        throw Failure(offset: begin, message: "\(show(letter)) is no command of path data\(hint)")
      }
      try read(command, Character(UnicodeScalar(letter)))
      skipSpace()
    }
  }

  enum Command: UInt8 {
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

    /// The command of a letter in either case.
    init?(_ letter: UInt8) {
      guard letter < 128 else { return nil }
      self.init(rawValue: letter | 0x20)
    }
  }

  /// One command with all the sets of numbers behind its letter.
  mutating func read(_ command: Command, _ letter: Character) throws(Failure) {
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

  mutating func straight(to point: PlanePoint) {
    path.line(to: point)
    current = point
    forget()
  }

  mutating func cubic(_ first: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let second = try point(origin, letter)
    let end = try point(origin, letter)
    path.curve(first, second, to: end)
    current = end
    forget()
    lastCubic = second
  }

  mutating func quadratic(_ control: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let end = try point(origin, letter)
    path.quadratic(from: current, control, to: end)
    current = end
    forget()
    lastQuadratic = control
  }

  mutating func arc(_ origin: PlanePoint, _ letter: Character) throws(Failure) {
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

  mutating func forget() { (lastCubic, lastQuadratic) = (nil, nil) }

  /// First control point of a curve that continues another smoothly; the current point if there is none before it.
  func mirrored(_ control: PlanePoint?) -> PlanePoint {
    guard let control else { return current }
    return PlanePoint(2 * current.x - control.x, 2 * current.y - control.y)
  }
}
