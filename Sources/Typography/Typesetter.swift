import Model

/// Sets words: finds their fonts, shapes them, breaks and aligns their lines.
package enum Typesetter {
  /// Words that have been set, and the font files that were read for them.
  package struct Result: Sendable {
    package var text: TypesetText
    /// The files' paths, each with the name that stands for it in hash files and job plans, which callers keep
    /// (`FontFinder.Found.name`).
    package var files: [(name: String, path: String)]
  }

  /// The most lines and curves of all glyphs of a text.
  fileprivate static let maximumElements = 400_000
  /// The most different pictures of a text.
  private static let maximumPictures = 128

  /// Sets a text.
  ///
  /// - Parameter knownFiles: font files by the names that `Result.files` of an earlier run gave them: they are preferred to those of this machine.
  package static func set(
    _ request: TypesettingRequest, knownFiles: [String: String] = [:]
  ) throws(TypographyError) -> Result {
    let fonts = try FontSet(request.font, FontFinder(knownFiles: knownFiles))
    var lines: [Line] = []
    var letterCount = 0
    var words = WordCounter()
    for text in printable(request.text).split(separator: "\n", omittingEmptySubsequences: false) {
      let paragraph = try Paragraph(text, fonts)
      var limits = [(drawn: 0..<paragraph.letters.count, end: paragraph.letters.count)]
      if request.wrapWidth != nil {
        let widths = Line(paragraph, 0..<paragraph.letters.count, fonts, request).advances
        limits = LineBreaking.lines(paragraph.letters, widths: widths, limit: request.wrapWidth)
      }
      var first = 0
      for limit in limits {
        var line = Line(paragraph, limit.drawn, fonts, request)
        line.setLetters(of: paragraph, first..<limit.end, firstLetter: letterCount + first, line: lines.count, &words)
        lines.append(line)
        first = limit.end
      }
      letterCount += paragraph.letters.count
      words.endWord()
    }
    var text = TypesetText()
    let width = request.wrapWidth ?? lines.map(\.width).max() ?? 0
    let lineHeight = request.size * request.lineHeight
    let face = fonts.faces[0]
    // What a line has more than its letters lies half above and half below them, as in CSS.
    let baseline = (lineHeight + (face.ascent - face.descent) * request.size) / 2
    text.setBox(
      width: width, lineHeight: lineHeight, baseline: baseline, lineCount: lines.count, wordCount: words.count)
    var glyphs = GlyphTable(fonts: fonts, size: request.size)
    for (index, line) in lines.enumerated() {
      let left = (width - line.width) * request.alignment.share
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
    return Result(text: text, files: fonts.found.map { (name: $0.name, path: $0.path) })
  }

  /// A text without what cannot be set: a tab becomes four spaces, line ends become line feeds, other control characters are left out.
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

/// Counts words: runs of letters that are no space.
struct WordCounter {
  private var isInWord = false
  private(set) var count = 0

  mutating func endWord() { isInWord = false }

  /// The index of the word that the next letter belongs to; a space belongs to the word before it.
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

/// Gives each glyph of a text its outlines or its picture once.
private struct GlyphTable {
  private struct Key: Hashable {
    var face: Int
    var glyph: UInt32
  }

  /// What a glyph is drawn of: an outline, or several with colours; or a picture or a painting.
  struct Part {
    var outline: Int?
    var picture: Int?
    var painting: Int?
    var color: TypesetText.GlyphColor?
  }

  private let fonts: FontSet
  private let size: Double
  private var known: [Key: [Part]] = [:]
  /// Lines and curves of all paintings.
  private var paintedElementCount = 0

  init(fonts: FontSet, size: Double) { (self.fonts, self.size) = (fonts, size) }

  mutating func parts(
    _ face: Int, _ glyph: UInt32, _ text: inout TypesetText
  ) throws(TypographyError) -> [Part] {
    let key = Key(face: face, glyph: glyph)
    if let parts = known[key] { return parts }
    let font = fonts.faces[face]
    var parts: [Part] = []
    let scale = Projection(size / font.unitsPerEm, 0, 0, 0, size / font.unitsPerEm, 0)
    func add(_ outline: VectorPath, _ color: TypesetText.GlyphColor?) {
      if outline.elements.isEmpty { return }
      parts.append(Part(outline: text.index(ofOutline: outline.mapped(by: scale)), color: color))
    }
    if font.hasPictures, let picture = try font.picture(glyph, size: size) {
      parts.append(Part(picture: text.index(ofPicture: picture)))
    } else if let painting = try font.painting(glyph, size: size) {
      paintedElementCount += painting.elementCount
      guard paintedElementCount <= Typesetter.maximumElements else {
        throw TypographyError("the glyphs that fonts paint have more than \(Typesetter.maximumElements) pieces")
      }
      if !painting.nodes.isEmpty { parts.append(Part(painting: text.index(ofPainting: painting))) }
    } else {
      let layers = try font.colorLayers(glyph)
      for layer in layers { add(try font.outline(layer.glyph), layer.color) }
      if layers.isEmpty { add(try font.outline(glyph), nil) }
    }
    known[key] = parts
    return parts
  }
}
