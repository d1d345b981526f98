import Model

/// Typesets a text: finds fonts, shapes glyphs, breaks and aligns lines.
package enum Typesetter {
  /// A text that has been typeset, and the font files that were read for it.
  package struct Result: Sendable {
    package var text: TypesetText
    /// The font files, each with the name under which callers store it in hash files and job plans (`FontFinder.FoundFace.name`).
    package var files: [(name: String, path: String)]
  }

  /// The most path elements (lines and curves) of all glyphs of a text together.
  fileprivate static let maximumElements = 400_000
  /// The most different pictures of a text.
  private static let maximumPictures = 128

  /// Typesets a text.
  ///
  /// - Parameters:
  ///   - request: the text, its font and its layout.
  ///   - knownFiles: paths of font files, by their names in `Result.files` of an earlier run. These fonts are preferred to this
  ///     machine's.
  package static func typeset(
    _ request: TypesettingRequest, knownFiles: [String: String] = [:]
  ) throws(TypographyError) -> Result {
    let fonts = try FontSet(request.font, FontFinder(knownFiles: knownFiles))
    var lines: [Line] = []
    var letterCount = 0
    var words = WordCounter()
    for text in printable(request.text).split(separator: "\n", omittingEmptySubsequences: false) {
      let paragraph = try Paragraph(text, fonts)
      var lineRanges = [(drawn: 0..<paragraph.letters.count, end: paragraph.letters.count)]
      if let limit = request.wrapWidth {
        let widths = Line(paragraph, 0..<paragraph.letters.count, fonts, request).advances
        lineRanges = LineBreaking.lines(
          paragraph.letters, mayEnd: paragraph.lineEnds, widths: widths, limit: limit)
      }
      var first = 0
      for range in lineRanges {
        var line = Line(paragraph, range.drawn, fonts, request)
        line.setLetters(of: paragraph, first..<range.end, firstLetter: letterCount + first, line: lines.count, &words)
        lines.append(line)
        first = range.end
      }
      letterCount += paragraph.letters.count
      words.endWord()
    }
    var text = TypesetText()
    let width = request.wrapWidth ?? lines.map(\.width).max() ?? 0
    let lineHeight = request.size * request.lineHeight
    let face = fonts.faces[0]
    // A line's height beyond ascent and descent is divided equally above and below the letters, as in CSS.
    let baseline = (lineHeight + (face.ascent - face.descent) * request.size) / 2
    text.setBox(
      width: width, lineHeight: lineHeight, baseline: baseline, lineCount: lines.count, wordCount: words.count)
    var glyphs = GlyphTable(fonts: fonts, size: request.size)
    for (index, line) in lines.enumerated() {
      let left = (width - line.width) * request.alignment.leftShare
      for var letter in line.letters {
        letter.x += left
        text.append(letter)
      }
      for glyph in line.glyphs {
        let origin = PlanePoint(left + glyph.x, text.baseline(ofLine: index) + glyph.y)
        for part in try glyphs.parts(glyph.face, glyph.index, &text) {
          text.append(
            TypesetText.Glyph(
              outline: part.outline, picture: part.picture, painting: part.painting, origin: origin,
              letter: glyph.letter, color: part.color))
        }
      }
    }
    guard text.elementCount <= maximumElements else {
      throw TypographyError(
        "the outlines of this text have \(text.elementCount) pieces; at most \(maximumElements) fit")
    }
    guard text.pictures.count <= maximumPictures else {
      throw TypographyError("the text has \(text.pictures.count) different emoji; at most \(maximumPictures) fit")
    }
    return Result(text: text, files: fonts.foundFaces.map { (name: $0.name, path: $0.path) })
  }

  /// The text with four spaces for a tab, a line feed for any line break, and without other control characters.
  private static func printable(_ text: String) -> String {
    var result = ""
    for letter in text {
      if letter.isNewline {
        result.append("\n")
      } else if letter == "\t" {
        result += "    "
      } else if letter.unicodeScalars.first?.properties.generalCategory != .control {
        result.append(letter)
      }
    }
    return result
  }
}

/// Counts words: sequences of letters without a space.
struct WordCounter {
  private var isInWord = false
  private(set) var count = 0

  mutating func endWord() { isInWord = false }

  /// The index of the word to which the next letter belongs. A space belongs to the word before it.
  mutating func word(of letter: Character) -> Int {
    if letter.isWhitespace {
      isInWord = false
    } else if !isInWord {
      isInWord = true
      count += 1
    }
    return max(count - 1, 0)
  }
}

/// Adds the parts of glyphs to a text. A glyph that appears several times is added once.
private struct GlyphTable {
  private struct Key: Hashable {
    var face: Int
    var glyph: UInt32
  }

  /// A part of a glyph: an outline, a picture or a painting. A glyph consists of one outline, of several coloured outlines, of
  /// one picture or of one painting.
  struct Part {
    /// Index of the outline in the text.
    var outline: Int?
    /// Index of the picture in the text.
    var picture: Int?
    /// Index of the painting in the text.
    var painting: Int?
    /// Colour of an outline that is a part of a colour glyph; nil for any other part, which has the words' fill or its own colours.
    var color: TypesetText.GlyphColor?
  }

  private let fonts: FontSet
  private let size: Double
  private var partsByGlyph: [Key: [Part]] = [:]
  /// The sum of the `elementCount`s of all paintings.
  private var paintedElementCount = 0

  init(fonts: FontSet, size: Double) { (self.fonts, self.size) = (fonts, size) }

  /// The parts of a glyph. When a glyph is asked for the first time, its parts are added to the text.
  mutating func parts(
    _ face: Int, _ glyph: UInt32, _ text: inout TypesetText
  ) throws(TypographyError) -> [Part] {
    let key = Key(face: face, glyph: glyph)
    if let parts = partsByGlyph[key] { return parts }
    let font = fonts.faces[face]
    var parts: [Part] = []
    let scale = Projection(size / font.unitsPerEm, 0, 0, 0, size / font.unitsPerEm, 0)
    func add(_ outline: VectorPath, _ color: TypesetText.GlyphColor?) {
      if outline.elements.isEmpty { return }
      parts.append(Part(outline: text.appendOutline(outline.mapped(by: scale)), color: color))
    }
    if font.hasPictures, let picture = try font.picture(glyph, size: size) {
      parts.append(Part(picture: text.appendPicture(picture)))
    } else if let painting = try font.painting(glyph, size: size) {
      paintedElementCount += painting.elementCount
      guard paintedElementCount <= Typesetter.maximumElements else {
        throw TypographyError("the glyphs that fonts paint have more than \(Typesetter.maximumElements) pieces")
      }
      if !painting.nodes.isEmpty { parts.append(Part(painting: text.appendPainting(painting))) }
    } else {
      let layers = try font.colorLayers(glyph)
      for layer in layers { add(try font.outline(layer.glyph), layer.color) }
      if layers.isEmpty { add(try font.outline(glyph), nil) }
    }
    partsByGlyph[key] = parts
    return parts
  }
}
