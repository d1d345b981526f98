import Model

/// Reads SVG path data (SVG 2, section 9.3): all commands, absolute and relative. As in SVG, a command may be repeated without its
/// letter, and numbers and flags need no space between them if they can be told apart.
package struct PathDataParser {
  package typealias Failure = SyntaxFailure

  let text: [UInt8]
  /// Offset of the next byte to be read.
  var index = 0
  var path: VectorPath
  /// The point at which the last command ended; the next one starts there.
  var current = PlanePoint(0, 0)
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
      throw Failure(offset: index, message: "path data begins with M or m, not with \(show(first))")
    }
    while let letter = peek {
      let letterOffset = index
      index += 1
      guard let command = Command(letter) else {
        let hint = Self.startsNumber(letter) ? "; a number needs a command before it" : ""
        throw Failure(offset: letterOffset, message: "\(show(letter)) is no command of path data\(hint)")
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

  /// Reads a command with all argument sets after its letter. Coordinates are absolute after an uppercase letter, and relative to the
  /// current point after a lowercase one.
  mutating func read(_ command: Command, _ letter: Character) throws(Failure) {
    if command == .close {
      path.close()
      current = subpathStart
      forgetControls()
      return
    }
    let isRelative = letter.isLowercase
    var isFirst = true
    repeat {
      let origin = isRelative ? current : PlanePoint(0, 0)
      switch command {
      case .move:
        current = try point(origin, letter)
        // Further argument sets of a move are lines.
        if isFirst {
          subpathStart = current
          path.move(to: current)
        } else {
          path.line(to: current)
        }
        forgetControls()
      case .line: try straight(to: point(origin, letter))
      case .horizontal: try straight(to: PlanePoint(origin.x + number(letter), current.y))
      case .vertical: try straight(to: PlanePoint(current.x, origin.y + number(letter)))
      case .cubic: try cubic(point(origin, letter), origin, letter)
      case .smoothCubic: try cubic(mirrored(lastCubicControl), origin, letter)
      case .quadratic: try quadratic(point(origin, letter), origin, letter)
      case .smoothQuadratic: try quadratic(mirrored(lastQuadraticControl), origin, letter)
      case .arc: try arc(origin, letter)
      case .close: break  // Handled above.
      }
      guard path.elements.count <= Limits.pathElements else {
        throw Failure(offset: index, message: "path data of more than \(grouped(Limits.pathElements)) pieces")
      }
      isFirst = false
      let hasComma = skipSpaceAndComma()
      if peek.map(Self.startsNumber) == true { continue }
      if hasComma { throw Failure(offset: index, message: "a number should follow the comma") }
      return
    } while true
  }

  /// Appends a line to a point.
  mutating func straight(to point: PlanePoint) {
    path.line(to: point)
    current = point
    forgetControls()
  }

  /// Reads the rest of a cubic curve whose first control point is known: the second control point and the end, relative to `origin`.
  mutating func cubic(_ first: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let second = try point(origin, letter)
    let end = try point(origin, letter)
    path.curve(first, second, to: end)
    current = end
    forgetControls()
    lastCubicControl = second
  }

  /// Reads the rest of a quadratic curve whose control point is known: the end, relative to `origin`.
  mutating func quadratic(_ control: PlanePoint, _ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let end = try point(origin, letter)
    path.quadratic(from: current, control, to: end)
    current = end
    forgetControls()
    lastQuadraticControl = control
  }

  /// Reads an elliptical arc: two radii, the degrees from the x axis to the ellipse's first axis, two flags, and the end relative to
  /// `origin`.
  mutating func arc(_ origin: PlanePoint, _ letter: Character) throws(Failure) {
    let radiusX = try number(letter)
    let radiusY = try number(letter)
    let axisDegrees = try number(letter)
    let isLarge = try flag()
    let isClockwise = try flag()
    let end = try point(origin, letter)
    path.arc(
      from: current, radiusX: radiusX, radiusY: radiusY, axisDegrees: axisDegrees, isLarge: isLarge,
      isClockwise: isClockwise,
      to: end)
    current = end
    forgetControls()
  }

  mutating func forgetControls() { (lastCubicControl, lastQuadraticControl) = (nil, nil) }

  /// The first control point of a curve that smoothly continues the previous one: `control`, the previous curve's last control point,
  /// mirrored at the current point. The current point itself if `control` is nil.
  func mirrored(_ control: PlanePoint?) -> PlanePoint {
    guard let control else { return current }
    return PlanePoint(2 * current.x - control.x, 2 * current.y - control.y)
  }
}
