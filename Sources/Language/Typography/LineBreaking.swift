import CUnibreak

/// Breaks paragraphs into lines, where Unicode's line breaking algorithm (UAX #14) allows it.
package enum LineBreaking {
  /// For each scalar of a paragraph, whether a line may end after it; false for the last. libunibreak computes it.
  ///
  /// Without a language, quotation marks and hyphens count alike in all languages and on all machines. The suffix "-strict" asks for the
  /// annex's own rules: without it, a line may begin with a small kana.
  package static func opportunities(_ scalars: [UInt32]) -> [Bool] {
    var breaks = [CChar](repeating: 0, count: scalars.count)
    set_linebreaks_utf32(scalars, scalars.count, "-strict", &breaks)
    return breaks.map { $0 == LINEBREAK_ALLOWBREAK || $0 == LINEBREAK_MUSTBREAK }
  }

  /// The lines of a paragraph.
  ///
  /// - Parameters:
  ///   - letters: the letters of the paragraph.
  ///   - mayEnd: for each letter, whether a line may end after it.
  ///   - widths: widths of the letters.
  ///   - limit: the largest width of a line, in the same unit. A single word may be wider.
  /// - Returns: for each line the range of letters that are drawn, and the index at which the next line begins. The spaces
  ///   between the two are not drawn.
  static func lines(
    _ letters: [Character], mayEnd: [Bool], widths: [Double], limit: Double
  ) -> [(drawn: Range<Int>, end: Int)] {
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
      if index < letters.count, mayEnd[index - 1] { lastBreak = index }
    }
    lines.append((drawn(letters.count), letters.count))
    return lines
  }
}
