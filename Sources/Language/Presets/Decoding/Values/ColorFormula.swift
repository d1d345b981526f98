import JSON

/// A formula whose value is a colour: a tree of mixtures and choices of two colours, whose leaves are knobs and CSS colours.
///
/// Grammar, with literals in quotes:
/// - choice = number "?" choice ":" choice, or a mixture;
/// - mixture = "mix(" choice "," choice "," number ")", or "(" choice ")", or a knob, or an element of a knob's list, or a colour.
///
/// The numbers (the condition of a choice, and the share of a mixture) are formulas of their own, whose text is kept.
indirect enum ColorFormula {
  /// A part of a formula: its text, and the offset of its first byte in the whole text.
  typealias Part = (text: Substring.UTF8View, offset: Int)

  /// The first colour if the condition is not 0, otherwise the second.
  case choice(condition: Part, ColorFormula, ColorFormula)
  /// A share of 0 gives the first colour, a share of 1 the second.
  case mixture(ColorFormula, ColorFormula, share: Part)
  /// A knob, an element of a knob's list, or a CSS colour, as written.
  case color(String)

  /// The deepest nesting that is read.
  private static let maximumNesting = 16
  /// The longest text that is read, in UTF-8.
  private static let maximumTextBytes = 2_000

  /// Parses a formula. Nil if the text does not begin with an equals sign, is neither a mixture nor a choice, or exceeds a limit
  /// of length or nesting.
  init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "="), text.utf8.count <= Self.maximumTextBytes else { return nil }
    let body = Substring(text).utf8.dropFirst()
    guard let formula = Self.parse((text: body, offset: 1), nesting: 0) else { return nil }
    if case .color = formula { return nil }
    self = formula
  }

  private static func parse(_ part: Part, nesting: Int) -> ColorFormula? {
    let part = trimmed(part)
    guard nesting <= maximumNesting, !part.text.isEmpty else { return nil }
    func parseInner(_ part: Part) -> ColorFormula? { parse(part, nesting: nesting + 1) }
    if let questionMark = offsets(of: "?", in: part.text).first {
      guard let colon = colon(after: questionMark, in: part.text),
        let first = parseInner(slice(part, questionMark + 1, colon)),
        let second = parseInner(slice(part, colon + 1, part.text.count))
      else { return nil }
      return .choice(condition: slice(part, 0, questionMark), first, second)
    }
    if part.text.first == UInt8(ascii: "("), closingBracket(of: part.text, from: 0) == part.text.count - 1 {
      return parseInner(slice(part, 1, part.text.count - 1))
    }
    let functionName = part.text.prefix { $0 != UInt8(ascii: "(") }
    let openingBracket = functionName.count
    let isMix = trimmed((functionName, 0)).text.elementsEqual("mix".utf8)
    if isMix, closingBracket(of: part.text, from: openingBracket) == part.text.count - 1 {
      let arguments = slice(part, openingBracket + 1, part.text.count - 1)
      let commas = offsets(of: ",", in: arguments.text)
      guard commas.count == 2, let first = parseInner(slice(arguments, 0, commas[0])),
        let second = parseInner(slice(arguments, commas[0] + 1, commas[1]))
      else { return nil }
      return .mixture(first, second, share: slice(arguments, commas[1] + 1, arguments.text.count))
    }
    return .color(String(Substring(part.text)))
  }

  // MARK: Text

  /// The bytes `start..<end` of a part.
  private static func slice(_ part: Part, _ start: Int, _ end: Int) -> Part {
    (part.text.dropFirst(start).prefix(end - start), part.offset + start)
  }

  /// The part without the white space at its start and end.
  private static func trimmed(_ part: Part) -> Part {
    let leadingCount = part.text.prefix(while: JSONReader.isWhiteSpace).count
    let trailingCount = part.text.reversed().prefix(while: JSONReader.isWhiteSpace).count
    return slice(part, leadingCount, max(leadingCount, part.text.count - trailingCount))
  }

  /// The offsets of a character, except where it lies inside brackets.
  private static func offsets(of character: Unicode.Scalar, in text: Substring.UTF8View) -> [Int] {
    var depth = 0
    return text.enumerated().compactMap { offset, byte in
      depth += depthChange(at: byte)
      return depth == 0 && byte == UInt8(ascii: character) ? offset : nil
    }
  }

  /// The offset of the colon that belongs to the question mark at an offset; nil if there is none.
  private static func colon(after questionMark: Int, in text: Substring.UTF8View) -> Int? {
    let colons = Set(offsets(of: ":", in: text))
    let questionMarks = Set(offsets(of: "?", in: text))
    // Question marks after this one whose colon has not come yet.
    var pendingCount = 0
    for offset in (questionMark + 1)..<text.count {
      if questionMarks.contains(offset) { pendingCount += 1 }
      guard colons.contains(offset) else { continue }
      if pendingCount == 0 { return offset }
      pendingCount -= 1
    }
    return nil
  }

  /// The offset of the bracket that closes the bracket at `start`; nil if it is not closed.
  private static func closingBracket(of text: Substring.UTF8View, from start: Int) -> Int? {
    var depth = 0
    for (offset, byte) in text.enumerated().dropFirst(start) {
      depth += depthChange(at: byte)
      if depth == 0 { return offset }
    }
    return nil
  }

  /// By how much a byte changes the nesting of brackets: 1 for an opening, −1 for a closing bracket, otherwise 0.
  private static func depthChange(at byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): -1
    default: 0
    }
  }
}
