/// Where lines end: between words, between Chinese and Japanese characters, and after a hyphen.
enum LineBreaking {
  /// Whether a line may end after a letter that another follows.
  private static func canBreak(after letter: Character, before next: Character) -> Bool {
    if letter.isWhitespace { return !next.isWhitespace }
    if next.isWhitespace { return false }
    if letter == "-" || letter == "\u{2010}" || letter == "\u{200B}" { return true }
    // Marks that end a phrase stay with what they end.
    if !next.isLetter && !next.isColorEmoji { return false }
    return isIdeograph(letter) || isIdeograph(next)
  }

  private static func isIdeograph(_ letter: Character) -> Bool {
    if letter.isColorEmoji { return true }
    switch letter.unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF: return true
    default: return false
    }
  }

  /// The lines of a paragraph.
  ///
  /// - Parameters:
  ///   - widths: widths of the letters.
  ///   - limit: what a line may be wide at the most; a single word may be wider.
  /// - Returns: of each line the letters that are drawn, and the end of the spaces after them.
  static func lines(
    _ letters: [Character], widths: [Double], limit: Double?
  ) -> [(drawn: Range<Int>, end: Int)] {
    guard let limit, !letters.isEmpty else { return [(0..<letters.count, letters.count)] }
    var lines: [(drawn: Range<Int>, end: Int)] = []
    var start = 0
    /// The end of the last word that fits, and the beginning of the next.
    var lastBreak: Int?
    /// Width up to the letter, and that without spaces at the end.
    var width = 0.0
    var index = 0
    func drawn(_ end: Int) -> Range<Int> {
      var last = end
      while last > start, letters[last - 1].isWhitespace { last -= 1 }
      return start..<last
    }
    while index < letters.count {
      width += widths[index]
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
