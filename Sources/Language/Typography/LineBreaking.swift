/// Breaks paragraphs into lines: between words, between Chinese and Japanese characters, and after hyphens.
enum LineBreaking {
  /// Whether a line may end between two letters. The rules are a part of the Unicode line breaking algorithm (UAX 14).
  private static func canBreak(after letter: Character, before next: Character) -> Bool {
    if letter.isWhitespace { return !isNoBreakSpace(letter) && !next.isWhitespace }
    if next.isWhitespace { return false }
    // A hyphen before a digit is a minus sign.
    if letter == "-" { return !next.isNumber }
    if letter == "\u{2010}" || letter == "\u{200B}" { return true }
    // Opening brackets stay with the letter after them, other punctuation with the letter before it.
    if isOpening(letter) { return false }
    if isOpening(next) { return breaksOnBothSides(letter) }
    if !next.isLetter && !next.isNumber && !next.isColorEmoji { return false }
    return breaksOnBothSides(letter) || breaksOnBothSides(next)
  }

  private static func isNoBreakSpace(_ letter: Character) -> Bool {
    letter == "\u{A0}" || letter == "\u{202F}" || letter == "\u{2007}"
  }

  /// Whether a letter is an opening bracket or quotation mark.
  private static func isOpening(_ letter: Character) -> Bool {
    switch letter.unicodeScalars.first?.properties.generalCategory {
    case .openPunctuation?, .initialPunctuation?: true
    default: false
    }
  }

  /// Whether a line may end both before and after a letter: true for ideographs, kana and emoji.
  private static func breaksOnBothSides(_ letter: Character) -> Bool {
    if letter.isColorEmoji { return true }
    switch letter.unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF: return true
    default: return false
    }
  }

  /// The lines of a paragraph.
  ///
  /// - Parameters:
  ///   - letters: the letters of the paragraph.
  ///   - widths: widths of the letters.
  ///   - limit: the largest width of a line, in the same unit; nil for no limit. A single word may be wider.
  /// - Returns: for each line the range of letters that are drawn, and the index at which the next line begins. The spaces
  ///   between the two are not drawn.
  static func lines(
    _ letters: [Character], widths: [Double], limit: Double?
  ) -> [(drawn: Range<Int>, end: Int)] {
    guard let limit, !letters.isEmpty else { return [(0..<letters.count, letters.count)] }
    var lines: [(drawn: Range<Int>, end: Int)] = []
    var start = 0
    /// The last index at which the line may be broken, so that the letter there begins the next line.
    var lastBreak: Int?
    /// Width of the line's letters up to `index`.
    var width = 0.0
    var index = 0
    /// The letters of the line up to `end`, without spaces at their end.
    func drawn(_ end: Int) -> Range<Int> {
      var last = end
      while last > start, letters[last - 1].isWhitespace { last -= 1 }
      return start..<last
    }
    while index < letters.count {
      width += widths[index]
      // The tolerance lets a line exceed the limit by rounding errors.
      if width > limit + 1e-9, !letters[index].isWhitespace, let end = lastBreak {
        lines.append((drawn(end), end))
        (start, index, width, lastBreak) = (end, end, 0, nil)
        continue
      }
      index += 1
      if index < letters.count, canBreak(after: letters[index - 1], before: letters[index]) { lastBreak = index }
    }
    lines.append((drawn(letters.count), letters.count))
    return lines
  }
}
