import Model

/// A line of a text, whose left edge is 0: its glyphs and where its letters lie, in points.
struct Line {
  struct Glyph {
    var face: Int
    var index: UInt32
    /// Position relative to the line's left edge and its baseline.
    var x: Double
    var y: Double
    /// Index of the letter in the paragraph; in the whole text after `setLetters`.
    var letter: Int
  }

  private(set) var glyphs: [Glyph] = []
  private(set) var width = 0.0
  /// The letters, with indices of the whole text's words and lines; empty before `setLetters`.
  private(set) var letters: [TypesetText.Letter] = []
  private let drawn: Range<Int>
  /// Left edges and widths of the drawn letters.
  private var lefts: [Double]
  private(set) var advances: [Double]

  /// Shapes letters of a paragraph.
  init(_ paragraph: Paragraph, _ drawn: Range<Int>, _ fonts: FontSet, _ request: TypesettingRequest) {
    self.drawn = drawn
    lefts = [Double](repeating: 0, count: drawn.count)
    advances = lefts
    var pen = 0.0
    for run in paragraph.shaped(drawn, fonts, joinsLetters: request.tracking == 0) {
      var index = 0
      while index < run.glyphs.count {
        // The glyphs of a cluster follow each other.
        let letter = run.glyphs[index].letter
        let left = pen
        while index < run.glyphs.count, run.glyphs[index].letter == letter {
          let glyph = run.glyphs[index]
          glyphs.append(
            Glyph(
              face: run.face, index: glyph.index, x: pen + glyph.offsetX * request.size,
              y: glyph.offsetY * request.size, letter: letter))
          pen += glyph.advance * request.size
          index += 1
        }
        pen += request.tracking
        share(left, pen - left, from: letter, in: run)
      }
    }
    // After the last letter nothing follows that it would be spaced from.
    width = drawn.isEmpty ? 0 : max(pen - request.tracking, 0)
  }

  /// Gives a cluster's width to the letters that it is made of, in equal shares.
  private mutating func share(_ left: Double, _ width: Double, from letter: Int, in run: ShapedRun) {
    var end = letter + 1
    while end < run.letters.upperBound, !run.glyphs.contains(where: { $0.letter == end }) { end += 1 }
    let share = width / Double(end - letter)
    for index in letter..<end {
      let position = run.level % 2 == 1 ? end - 1 - index : index - letter
      lefts[index - drawn.lowerBound] = left + Double(position) * share
      advances[index - drawn.lowerBound] = share
    }
  }

  /// Makes the letters, those of spaces at its end included, which have no width.
  ///
  /// - Parameters:
  ///   - range: the letters of the paragraph that belong to the line.
  ///   - firstLetter: index of the first of them in the whole text.
  mutating func setLetters(
    of paragraph: Paragraph, _ range: Range<Int>, firstLetter: Int, line: Int, _ words: inout WordCounter
  ) {
    let offset = firstLetter - range.lowerBound
    for index in range {
      let letter = paragraph.letters[index]
      let isDrawn = drawn.contains(index)
      letters.append(
        TypesetText.Letter(
          x: isDrawn ? lefts[index - drawn.lowerBound] : width,
          width: isDrawn ? advances[index - drawn.lowerBound] : 0, word: words.word(of: letter), line: line,
          isSpace: letter.isWhitespace))
    }
    for index in glyphs.indices { glyphs[index].letter += offset }
  }
}
