/// A formula whose value is a colour: a mixture or a choice of two others, down to the names of knobs and colours as they are written.
///
/// Grammar: choice = mixture [? choice : choice]; mixture = mix(choice, choice, number) | (choice) | a name or a colour. What stands before
/// a question mark, and the share of a mixture, are formulas of numbers.
indirect enum ColorFormula {
  /// A part of a formula that is no colour's: its text, and the offset of its first byte in the whole text.
  typealias Part = (text: Substring.UTF8View, offset: Int)

  case choice(condition: Part, ColorFormula, ColorFormula)
  case mixture(ColorFormula, ColorFormula, share: Part)
  /// A knob, an element of a knob's list, or a colour of CSS.
  case color(String)

  /// The deepest nesting, and the longest text in UTF-8, that are read.
  private static let maximumNesting = 16
  private static let maximumTextBytes = 2_000

  /// Reads a text from its equals sign on; nil for what is neither a mixture nor a choice.
  init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "="), text.utf8.count <= Self.maximumTextBytes else { return nil }
    let body = Substring(text).utf8.dropFirst()
    guard let formula = Self.parse((body, 1), nesting: 0) else { return nil }
    if case .color = formula { return nil }
    self = formula
  }

  private static func parse(_ part: Part, nesting: Int) -> ColorFormula? {
    let part = trimmed(part)
    guard nesting <= maximumNesting, !part.text.isEmpty else { return nil }
    func inner(_ part: Part) -> ColorFormula? { parse(part, nesting: nesting + 1) }
    if let question = positions(of: "?", in: part.text).first {
      guard let colon = colon(after: question, in: part.text),
        let first = inner(slice(part, question + 1, colon)),
        let second = inner(slice(part, colon + 1, part.text.count))
      else { return nil }
      return .choice(condition: slice(part, 0, question), first, second)
    }
    if part.text.first == UInt8(ascii: "("), closingBracket(of: part.text, from: 0) == part.text.count - 1 {
      return inner(slice(part, 1, part.text.count - 1))
    }
    let word = part.text.prefix { $0 != UInt8(ascii: "(") }
    let open = word.count
    if String(Substring(word)).split(separator: " ") == ["mix"],
      closingBracket(of: part.text, from: open) == part.text.count - 1
    {
      let arguments = slice(part, open + 1, part.text.count - 1)
      let commas = positions(of: ",", in: arguments.text)
      guard commas.count == 2, let first = inner(slice(arguments, 0, commas[0])),
        let second = inner(slice(arguments, commas[0] + 1, commas[1]))
      else { return nil }
      return .mixture(first, second, share: slice(arguments, commas[1] + 1, arguments.text.count))
    }
    return .color(String(Substring(part.text)))
  }

  // MARK: Text

  private static func slice(_ part: Part, _ start: Int, _ end: Int) -> Part {
    (part.text.dropFirst(start).prefix(end - start), part.offset + start)
  }

  private static func trimmed(_ part: Part) -> Part {
    let space = UInt8(ascii: " ")
    let start = part.text.prefix { $0 == space }.count
    let end = part.text.reversed().prefix { $0 == space }.count
    return slice(part, start, max(start, part.text.count - end))
  }

  /// Offsets of a character outside of all brackets.
  private static func positions(of character: Unicode.Scalar, in text: Substring.UTF8View) -> [Int] {
    var depth = 0
    return text.enumerated().compactMap { offset, byte in
      depth += step(byte)
      return depth == 0 && byte == UInt8(ascii: character) ? offset : nil
    }
  }

  /// The offset of the colon that belongs to a question mark.
  private static func colon(after question: Int, in text: Substring.UTF8View) -> Int? {
    let colons = Set(positions(of: ":", in: text))
    let questions = Set(positions(of: "?", in: text))
    var open = 0
    for offset in (question + 1)..<max(text.count, question + 1) {
      if questions.contains(offset) { open += 1 }
      guard colons.contains(offset) else { continue }
      if open == 0 { return offset }
      open -= 1
    }
    return nil
  }

  /// The offset of the bracket that closes the one at an offset.
  private static func closingBracket(of text: Substring.UTF8View, from start: Int) -> Int? {
    var depth = 0
    for (offset, byte) in text.enumerated().dropFirst(start) {
      depth += step(byte)
      if depth == 0 { return offset }
    }
    return nil
  }

  private static func step(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["): 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): -1
    default: 0
    }
  }
}
