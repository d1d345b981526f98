import Model

/// A line of a text: the positions of its glyphs and letters in points. x is 0 at the line's left edge.
struct Line {
  struct Glyph {
    /// Index of the face in the `FontSet`.
    var face: Int
    /// Number of the glyph in its font.
    var index: UInt32
    /// Distance from the line's left edge.
    var x: Double
    /// Distance from the baseline, down.
    var y: Double
    /// Index of the letter in the paragraph; after `setLetters`, in the whole text.
    var letter: Int
  }

  private(set) var glyphs: [Glyph] = []
  /// Width from the first drawn letter to the last, without the tracking (extra space) after the last.
  private(set) var width = 0.0
  /// The letters, with indices of words and lines in the whole text; empty before `setLetters`.
  private(set) var letters: [TypesetText.Letter] = []
  /// Indices, in the paragraph, of the letters that are drawn: those of the line; in wrapped text, without spaces at the line's end.
  private let drawn: Range<Int>
  /// Left edges of the drawn letters.
  private var leftEdges: [Double]
  /// Widths of the drawn letters, each with the tracking after it.
  private(set) var advances: [Double]

  /// Shapes some letters of a paragraph as a line.
  ///
  /// - Parameter drawn: indices of these letters in the paragraph.
  init(_ paragraph: Paragraph, _ drawn: Range<Int>, _ fonts: FontSet, _ request: TypesettingRequest) {
    self.drawn = drawn
    leftEdges = [Double](repeating: 0, count: drawn.count)
    advances = leftEdges
    var pen = 0.0
    for run in paragraph.shaped(drawn, fonts, joinsLetters: request.tracking == 0) {
      var index = 0
      while index < run.glyphs.count {
        // All glyphs of a cluster, which is one letter or several that are joined, have the same `letter` and follow each other.
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
        distributeCluster(left: left, width: pen - left, from: letter, in: run)
      }
    }
    // There is no tracking after the last letter.
    width = drawn.isEmpty ? 0 : max(pen - request.tracking, 0)
  }

  /// Divides a cluster's width equally among its letters: the first one and those after it that have no glyph of their own.
  private mutating func distributeCluster(left: Double, width: Double, from letter: Int, in run: ShapedRun) {
    var end = letter + 1
    while end < run.letters.upperBound, !run.glyphs.contains(where: { $0.letter == end }) { end += 1 }
    let letterWidth = width / Double(end - letter)
    for index in letter..<end {
      // Odd levels run from right to left.
      let position = run.level % 2 == 1 ? end - 1 - index : index - letter
      leftEdges[index - drawn.lowerBound] = left + Double(position) * letterWidth
      advances[index - drawn.lowerBound] = letterWidth
    }
  }

  /// Fills `letters`. Those that are not drawn (spaces at the end of a line of wrapped text) are included, without width.
  ///
  /// - Parameters:
  ///   - paragraph: the paragraph that was shaped.
  ///   - range: indices, in the paragraph, of the letters that belong to the line.
  ///   - firstLetter: index of the first of these letters in the whole text.
  ///   - line: index of the line in the whole text.
  ///   - words: counts the words of the whole text.
  mutating func setLetters(
    of paragraph: Paragraph, _ range: Range<Int>, firstLetter: Int, line: Int, _ words: inout WordCounter
  ) {
    let offset = firstLetter - range.lowerBound
    for index in range {
      let letter = paragraph.letters[index]
      let isDrawn = drawn.contains(index)
      letters.append(
        TypesetText.Letter(
          x: isDrawn ? leftEdges[index - drawn.lowerBound] : width,
          width: isDrawn ? advances[index - drawn.lowerBound] : 0, word: words.word(of: letter), line: line,
          isSpace: letter.isWhitespace))
    }
    for index in glyphs.indices { glyphs[index].letter += offset }
  }
}
