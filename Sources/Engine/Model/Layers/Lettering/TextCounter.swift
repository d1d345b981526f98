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
  /// The characters that may occur in the number's text, each typeset by itself.
  package var characters: [Character: TypesetText]

  /// Ways to write a number.
  public enum Format: String, DescribedChoice {
    /// Digits, grouped by thousands.
    case number
    /// Seconds as minutes and seconds, `m:ss`, from an hour on `h:mm:ss`.
    case clock

    package var sentence: String {
      switch self {
      case .number: "Digits."
      case .clock: "Seconds as 4:05, from an hour on 1:04:05."
      }
    }
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

  /// The characters that may occur in a number's text, each once.
  package static func characters(grouping: String, decimalPoint: String) -> [Character] {
    var characters = Array("0123456789-:")
    for character in grouping + decimalPoint where !characters.contains(character) { characters.append(character) }
    return characters
  }

  /// A number as text, with `decimals` digits after the decimal point. A number is rounded to the nearest, halves away from 0; a
  /// clock is rounded towards 0, so that it shows the second that has begun.
  package func text(of number: Double) -> String {
    let magnitude = min(number.magnitude, Self.limit)
    // The number is counted in units of its last decimal.
    var unitsPerWhole = 1.0
    for _ in 0..<decimals { unitsPerWhole *= 10 }
    let units =
      format == .clock ? (magnitude * unitsPerWhole).rounded(.down) : (magnitude * unitsPerWhole).rounded()
    let whole = Int64(min((units / unitsPerWhole).rounded(.down), Self.limit))
    let decimalUnits = Int64(units - Double(whole) * unitsPerWhole)
    var text = number < 0 && units > 0 ? "-" : ""
    switch format {
    case .number: text += grouped(String(whole))
    case .clock:
      let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
      text += hours > 0 ? "\(hours):\(padded(minutes, digitCount: 2)):" : "\(minutes):"
      text += padded(seconds, digitCount: 2)
    }
    if decimals > 0 { text += decimalPoint + padded(decimalUnits, digitCount: decimals) }
    return text
  }

  /// Digits with `grouping` between groups of three, counted from the right.
  private func grouped(_ digits: String) -> String {
    guard !grouping.isEmpty else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += grouping }
      text.append(digit)
    }
    return text
  }

  /// The digits of a number after as many zeros as make them at least `digitCount` digits.
  private func padded(_ number: Int64, digitCount: Int) -> String {
    let digits = String(max(number, 0))
    return String(repeating: "0", count: max(digitCount - digits.count, 0)) + digits
  }

  /// Typesets a number's text from `characters`, between prefix and suffix.
  package func typesetText(_ text: String) -> TypesetText {
    let digitWidth = "0123456789".reduce(0.0) { max($0, characters[$1]?.width ?? 0) }
    var result = TypesetText()
    var x = 0.0
    /// Appends a part, centred in a space that is `fixedWidth` wide or, if that is nil, as wide as the part.
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
  package mutating func append(_ part: TypesetText, at x: Double) {
    // The indices at which the part's outlines, pictures, letters and paintings begin in this text.
    let (firstOutline, firstPicture, firstLetter) = (outlines.count, pictures.count, letters.count)
    let firstPainting = paintings.count
    outlines += part.outlines
    pictures += part.pictures
    paintings += part.paintings
    for var letter in part.letters {
      letter.x += x
      (letter.word, letter.line) = (0, 0)
      append(letter)
    }
    for var glyph in part.glyphs {
      glyph.outline = glyph.outline.map { $0 + firstOutline }
      glyph.picture = glyph.picture.map { $0 + firstPicture }
      glyph.painting = glyph.painting.map { $0 + firstPainting }
      glyph.letter += firstLetter
      glyph.origin.x += x
      append(glyph)
    }
  }

  /// The text with other glyphs in place of some letters. The outlines of each replacement are centred in its letter's width and
  /// stand on the letter's baseline; pictures and paintings in a replacement are left out.
  ///
  /// - Parameter replacement: gives the text in place of a letter, by the letter's index; nil for the letter itself.
  package func replacing(_ replacement: (Int) -> TypesetText?) -> TypesetText {
    var result = self
    var isReplaced = [Bool](repeating: false, count: letters.count)
    for (index, letter) in letters.enumerated() where !letter.isSpace {
      guard let substitute = replacement(index) else { continue }
      isReplaced[index] = true
      let firstOutline = result.outlines.count
      result.outlines += substitute.outlines
      let left = letter.x + (letter.width - substitute.width) / 2
      for glyph in substitute.glyphs {
        result.append(
          Glyph(
            outline: glyph.outline.map { $0 + firstOutline }, picture: nil,
            origin: PlanePoint(left + glyph.origin.x, baseline(ofLine: letter.line)), letter: index, color: glyph.color)
        )
      }
    }
    // The first `glyphs.count` glyphs of the result are the letters' own; the replacements follow.
    let keptGlyphs = glyphs.filter { !isReplaced[$0.letter] }
    result.glyphs = keptGlyphs + result.glyphs.dropFirst(glyphs.count)
    return result
  }
}
