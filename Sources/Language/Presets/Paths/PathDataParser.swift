import JSON
import Model

/// Reads SVG path data (SVG 2, section 9.3): all commands, absolute and relative. As in SVG, a command may be repeated without
/// its letter, and numbers and flags need no space between them if they can be told apart.
package struct PathDataParser {
  package typealias Failure = SyntaxFailure

  let text: [UInt8]
  /// Offset of the next byte to be read.
  var index = 0
  var path: VectorPath
  /// The point at which the last command ended; the next one starts there.
  var currentPoint = PlanePoint(0, 0)
  /// The first point of the current subpath, to which a close command returns.
  var subpathStart = PlanePoint(0, 0)
  /// Second control point of the last command if it was C, c, S or s; otherwise nil. S and s mirror this point.
  var lastCubicControl: PlanePoint?
  /// Control point of the last command if it was Q, q, T or t; otherwise nil. T and t mirror this point.
  var lastQuadraticControl: PlanePoint?

  private init(_ text: String, _ fillRule: VectorPath.FillRule) {
    self.text = Array(text.utf8)
    path = VectorPath(fillRule: fillRule)
  }

  /// Reads a whole text as one path.
  package static func path(
    _ text: String, fillRule: VectorPath.FillRule = .nonzero
  ) throws(Failure) -> VectorPath {
    var parser = PathDataParser(text, fillRule)
    try parser.parse()
    return parser.path
  }

  // MARK: Grammar

  /// Reads all commands to the end of the text into `path`.
  mutating func parse() throws(Failure) {
    skipSpace()
    guard let first = peek else { throw Failure(offset: 0, message: "path data needs a command") }
    guard first == UInt8(ascii: "M") || first == UInt8(ascii: "m") else {
      throw Failure(offset: index, message: "path data begins with M or m, not with \(shown(first))")
    }
    while let letter = peek {
      let letterOffset = index
      index += 1
      guard let command = Command(letter) else {
        let hint = Self.startsNumber(letter) ? "; a number needs a command before it" : ""
        throw Failure(offset: letterOffset, message: "\(shown(letter)) is not a command of path data\(hint)")
      }
      try read(command, Character(UnicodeScalar(letter)))
      skipSpace()
    }
  }

  /// Commands; a raw value is the ASCII code of the lowercase letter.
  enum Command: UInt8 {
    case move = 109  // m
    case line = 108  // l
    case horizontal = 104  // h
    case vertical = 118  // v
    case cubic = 99  // c
    case smoothCubic = 115  // s
    case quadratic = 113  // q
    case smoothQuadratic = 116  // t
    case arc = 97  // a
    case close = 122  // z

    /// The command of a letter in either case.
    init?(_ letter: UInt8) {
      // Setting the bit 0x20 makes an ASCII letter lowercase.
      self.init(rawValue: letter | 0x20)
    }
  }

  /// Reads a command with all argument sets after its letter. Coordinates are absolute after an uppercase letter, and relative to
  /// the current point after a lowercase one.
  mutating func read(_ command: Command, _ letter: Character) throws(Failure) {
    if command == .close {
      path.close()
      currentPoint = subpathStart
      forgetControls()
      return
    }
    let isRelative = letter.isLowercase
    var isFirstSet = true
    repeat {
      let origin = isRelative ? currentPoint : PlanePoint(0, 0)
      switch command {
      case .move:
        currentPoint = try readPoint(origin, letter)
        // Further argument sets of a move are lines.
        if isFirstSet {
          subpathStart = currentPoint
          path.move(to: currentPoint)
        } else {
          path.line(to: currentPoint)
        }
        forgetControls()
      case .line: try appendLine(to: readPoint(origin, letter))
      case .horizontal: try appendLine(to: PlanePoint(origin.x + readNumber(letter), currentPoint.y))
      case .vertical: try appendLine(to: PlanePoint(currentPoint.x, origin.y + readNumber(letter)))
      case .cubic: try readCubic(readPoint(origin, letter), origin, letter)
      case .smoothCubic: try readCubic(mirrored(lastCubicControl), origin, letter)
      case .quadratic: try readQuadratic(readPoint(origin, letter), origin, letter)
      case .smoothQuadratic: try readQuadratic(mirrored(lastQuadraticControl), origin, letter)
      case .arc: try readArc(origin, letter)
      case .close: break  // Handled above.
      }
      guard path.elements.count <= Limits.pathElements else {
        throw Failure(offset: index, message: "path data of more than \(grouped(Limits.pathElements)) pieces")
      }
      isFirstSet = false
      let hasComma = skipSpaceAndComma()
      if peek.map(Self.startsNumber) == true { continue }
      if hasComma { throw Failure(offset: index, message: "a number should follow the comma") }
      return
    } while true
  }

  /// Appends a line to a point.
  mutating func appendLine(to point: PlanePoint) {
    path.line(to: point)
    currentPoint = point
    forgetControls()
  }

  /// Reads the second control point and the end of a cubic curve, relative to `origin`, and appends the curve. Its first control
  /// point is given.
  mutating func readCubic(_ first: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let second = try readPoint(origin, letter)
    let end = try readPoint(origin, letter)
    path.curve(first, second, to: end)
    currentPoint = end
    forgetControls()
    lastCubicControl = second
  }

  /// Reads the end of a quadratic curve, relative to `origin`, and appends the curve. Its control point is given.
  mutating func readQuadratic(_ control: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let end = try readPoint(origin, letter)
    path.quadratic(from: currentPoint, control, to: end)
    currentPoint = end
    forgetControls()
    lastQuadraticControl = control
  }

  /// Reads and appends an elliptical arc: two radii, the degrees from the x axis to the ellipse's first axis, two flags, and the
  /// end relative to `origin`.
  mutating func readArc(_ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let radiusX = try readNumber(letter)
    let radiusY = try readNumber(letter)
    let axisDegrees = try readNumber(letter)
    let isLarge = try readFlag()
    let isClockwise = try readFlag()
    let end = try readPoint(origin, letter)
    path.arc(
      from: currentPoint, radiusX: radiusX, radiusY: radiusY, axisDegrees: axisDegrees, isLarge: isLarge,
      isClockwise: isClockwise,
      to: end)
    currentPoint = end
    forgetControls()
  }

  mutating func forgetControls() { (lastCubicControl, lastQuadraticControl) = (nil, nil) }

  /// The first control point of a curve that smoothly continues the previous one: `control`, the previous curve's last control
  /// point, mirrored at the current point. The current point itself if `control` is nil.
  func mirrored(_ control: PlanePoint?) -> PlanePoint {
    guard let control else { return currentPoint }
    return PlanePoint(2 * currentPoint.x - control.x, 2 * currentPoint.y - control.y)
  }
}
