/// A number whose text changes with its value.
public struct TextCounter: Sendable, Equatable {
  /// The number.
  public var value: AnimatedNumber
  /// How the number is written.
  public var format: Format
  /// Digits after the decimal point.
  public var decimals: Int
  /// The separator between groups of three digits; empty for none.
  public var grouping: String
  /// The decimal point.
  public var decimalPoint: String
  /// Whether all digits are as wide as the widest, so that the text does not jump.
  public var isTabular: Bool
  /// Texts before and after the number.
  package var prefix, suffix: TypesetText?
  /// The characters that the number may need, each typeset by itself.
  package var characters: [Character: TypesetText]

  /// Ways to write a number.
  public enum Format: String, Sendable, CaseIterable {
    /// Digits, grouped by thousands.
    case number
    /// Seconds as minutes and seconds, `m:ss`, from an hour on `h:mm:ss`.
    case clock
  }

  /// The greatest magnitude that is written; greater numbers are clamped to it.
  package static let limit = 1e15

  package init(
    value: AnimatedNumber, format: Format, decimals: Int, grouping: String, decimalPoint: String, isTabular: Bool,
    prefix: TypesetText?, suffix: TypesetText?, characters: [Character: TypesetText]
  ) {
    (self.value, self.format, self.decimals) = (value, format, decimals)
    (self.grouping, self.decimalPoint, self.isTabular) = (grouping, decimalPoint, isTabular)
    (self.prefix, self.suffix, self.characters) = (prefix, suffix, characters)
  }

  /// The characters that a number may need, each once.
  package static func characters(grouping: String, decimalPoint: String) -> [Character] {
    var characters = Array("0123456789-:")
    for character in grouping + decimalPoint where !characters.contains(character) { characters.append(character) }
    return characters
  }

  /// The number as text: rounded to its decimals, halves away from 0.
  package func text(of number: Double) -> String {
    let magnitude = min(number.magnitude, Self.limit)
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    // In units of the last decimal. A clock is rounded down: it shows the second that has begun.
    let units = format == .clock ? (magnitude * scale).rounded(.down) : (magnitude * scale).rounded()
    let whole = Int64(min((units / scale).rounded(.down), Self.limit))
    let decimalUnits = Int64(units - Double(whole) * scale)
    var text = number < 0 && units > 0 ? "-" : ""
    switch format {
    case .number: text += grouped(String(whole))
    case .clock:
      let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
      text += hours > 0 ? "\(hours):\(padded(minutes, 2)):" : "\(minutes):"
      text += padded(seconds, 2)
    }
    if decimals > 0 { text += decimalPoint + padded(decimalUnits, decimals) }
    return text
  }

  private func grouped(_ digits: String) -> String {
    guard !grouping.isEmpty else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += grouping }
      text.append(digit)
    }
    return text
  }

  /// A number with zeros before it, so that it has at least `count` digits.
  private func padded(_ number: Int64, _ count: Int) -> String {
    let digits = String(max(number, 0))
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  /// Typesets a number's text from `characters`, between prefix and suffix.
  package func composed(_ text: String) -> TypesetText {
    let digitWidth = "0123456789".reduce(0.0) { max($0, characters[$1]?.width ?? 0) }
    var result = TypesetText()
    var x = 0.0
    /// Appends a part in the middle of a space of `fixedWidth`, or of the part's own width.
    func add(_ part: TypesetText?, fixedWidth: Double? = nil) {
      guard let part else { return }
      let width = fixedWidth ?? part.width
      result.append(part, at: x + (width - part.width) / 2)
      x += width
    }
    add(prefix)
    for character in text {
      add(characters[character], fixedWidth: isTabular && character.isNumber ? digitWidth : nil)
    }
    add(suffix)
    let zero = characters["0"] ?? TypesetText()
    result.setBox(width: x, lineHeight: zero.lineHeight, baseline: zero.baseline, lineCount: 1, wordCount: 1)
    return result
  }
}

extension TypesetText {
  /// Appends another text of one line with its left end at `x`; its letters become letters of the first word.
  package mutating func append(_ other: TypesetText, at x: Double) {
    let (firstOutline, firstPicture, firstLetter) = (outlines.count, pictures.count, letters.count)
    let firstPainting = paintings.count
    outlines += other.outlines
    pictures += other.pictures
    paintings += other.paintings
    for var letter in other.letters {
      letter.x += x
      (letter.word, letter.line) = (0, 0)
      append(letter)
    }
    for var glyph in other.glyphs {
      glyph.outline = glyph.outline.map { $0 + firstOutline }
      glyph.picture = glyph.picture.map { $0 + firstPicture }
      glyph.painting = glyph.painting.map { $0 + firstPainting }
      glyph.letter += firstLetter
      glyph.origin.x += x
      append(glyph)
    }
  }

  /// The text with other glyphs in place of some letters. They are centred in the letter's width and stand on its baseline.
  ///
  /// - Parameter replacement: gives the text in place of a letter, by the letter's index; nil for the letter itself.
  package func replacing(_ replacement: (Int) -> TypesetText?) -> TypesetText {
    var result = self
    var replaced = [Bool](repeating: false, count: letters.count)
    for (index, letter) in letters.enumerated() where !letter.isSpace {
      guard let other = replacement(index) else { continue }
      replaced[index] = true
      let firstOutline = result.outlines.count
      result.outlines += other.outlines
      let left = letter.x + (letter.width - other.width) / 2
      for glyph in other.glyphs {
        result.append(
          Glyph(
            outline: glyph.outline.map { $0 + firstOutline }, picture: nil,
            origin: PlanePoint(left + glyph.origin.x, baseline(ofLine: letter.line)), letter: index, color: glyph.color)
        )
      }
    }
    // The first `glyphs.count` glyphs of the result are the letters' own; the replacements follow.
    let keptGlyphs = glyphs.filter { !replaced[$0.letter] }
    result.glyphs = keptGlyphs + result.glyphs.dropFirst(glyphs.count)
    return result
  }
}
