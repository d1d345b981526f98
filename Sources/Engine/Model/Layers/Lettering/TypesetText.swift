import Colorimetry

/// Words that have been typeset in a font: the outlines and pictures of their glyphs, each at its place.
///
/// Lengths are points. The origin is the upper left corner of the box of all lines; y grows down. Values depend on the text, its
/// font files and its settings alone, never on hinting or on the pixels of a canvas.
public struct TypesetText: Sendable, Equatable {
  /// The glyphs in the order in which they are drawn: line by line, from left to right.
  public internal(set) var glyphs: [Glyph] = []
  /// The letters in the order in which they are read; spaces count, ends of lines do not.
  public internal(set) var letters: [Letter] = []
  /// Outlines that glyphs refer to, each relative to the glyph's own origin on its baseline.
  package internal(set) var outlines: [VectorPath] = []
  /// Pictures that glyphs refer to: colour emoji.
  package internal(set) var pictures: [GlyphPicture] = []
  /// Paintings that glyphs refer to: glyphs that their fonts paint with colours and gradients.
  package internal(set) var paintings: [GlyphPainting] = []
  /// Width of the box: that of the longest line, or the width at which lines are broken.
  public internal(set) var width = 0.0
  /// Height of the box: that of all lines.
  public internal(set) var height = 0.0
  /// Height of one line.
  package internal(set) var lineHeight = 0.0
  /// Distance from the upper edge of a line to its baseline.
  package internal(set) var baseline = 0.0
  /// Number of words.
  package internal(set) var wordCount = 0
  /// Number of lines.
  package internal(set) var lineCount = 0

  /// One glyph at its place.
  public struct Glyph: Sendable, Equatable {
    /// Index of the glyph's outline; nil for a glyph without one.
    package var outline: Int?
    /// Index of the glyph's picture; nil for a glyph without one.
    package var picture: Int?
    /// Index of the glyph's painting; nil for a glyph without one.
    package var painting: Int?
    /// The glyph's origin, on the baseline.
    package var origin: PlanePoint
    /// Index of the letter that the glyph belongs to; for a ligature, of its first letter.
    package var letter: Int
    /// Colour of an outline that is a part of a colour glyph; nil for a letter in the paint of the words.
    package var color: GlyphColor?

    package init(
      outline: Int?, picture: Int?, painting: Int? = nil, origin: PlanePoint, letter: Int, color: GlyphColor? = nil
    ) {
      (self.outline, self.picture, self.painting) = (outline, picture, painting)
      (self.origin, self.letter, self.color) = (origin, letter, color)
    }

    /// Whether the font gives the glyph all or some of its colours.
    package var isColored: Bool { picture != nil || painting != nil || color != nil }
  }

  /// The colour of a part of a colour glyph.
  package enum GlyphColor: Sendable, Equatable {
    /// A colour that the font states.
    case ofFont(LinearColor)
    /// The fill of the words.
    case ofText
  }

  /// What a reader counts as one character, with all its marks.
  public struct Letter: Sendable, Equatable {
    /// Left edge.
    package var x: Double
    /// Distance from the left edge to the next letter.
    package var width: Double
    /// Index of the letter's word.
    package var word: Int
    /// Index of the letter's line.
    package var line: Int
    /// Whether the letter is a space.
    package var isSpace: Bool

    package init(x: Double, width: Double, word: Int, line: Int, isSpace: Bool) {
      (self.x, self.width, self.word, self.line, self.isSpace) = (x, width, word, line, isSpace)
    }
  }

  /// A text without any glyph.
  package init() {}

  /// Distance from the upper edge of the box to the baseline of a line.
  package func baseline(ofLine line: Int) -> Double { Double(line) * lineHeight + baseline }

  /// The outlines of some letters as one path: of the letters for whose index `isIncluded` returns true.
  package func outline(ofLetters isIncluded: (Int) -> Bool = { _ in true }) -> VectorPath {
    var path = VectorPath()
    for glyph in glyphs where isIncluded(glyph.letter) {
      if let outline = glyph.outline { path.append(outlines[outline], movedBy: glyph.origin) }
    }
    return path
  }

  /// Whether a font gives any of the glyphs its colours, as it does for emoji.
  package var hasColors: Bool { glyphs.contains(where: \.isColored) }

  /// Number of lines and curves of all glyphs.
  package var elementCount: Int {
    glyphs.reduce(0) { sum, glyph in
      sum + (glyph.outline.map { outlines[$0].elements.count } ?? 0)
        + (glyph.painting.map { paintings[$0].elementCount } ?? 0)
    }
  }

  /// Each line as a text by itself. Its box begins at x = 0 and ends at the right end of its last letter.
  package func separateLines() -> [TypesetText] {
    (0..<lineCount).map { line in
      var part = TypesetText()
      // Maps the index of each of the line's letters in this text to its index in `part`.
      var indicesInPart: [Int: Int] = [:]
      var width = 0.0
      for (index, letter) in letters.enumerated() where letter.line == line {
        indicesInPart[index] = part.letters.count
        part.letters.append(Letter(x: letter.x, width: letter.width, word: 0, line: 0, isSpace: letter.isSpace))
        width = Swift.max(width, letter.x + letter.width)
      }
      for glyph in glyphs {
        guard let letter = indicesInPart[glyph.letter] else { continue }
        let origin = PlanePoint(glyph.origin.x, glyph.origin.y - Double(line) * lineHeight)
        part.glyphs.append(
          Glyph(
            outline: glyph.outline.map { part.appendOutline(outlines[$0]) },
            picture: glyph.picture.map { part.appendPicture(pictures[$0]) },
            painting: glyph.painting.map { part.appendPainting(paintings[$0]) }, origin: origin, letter: letter,
            color: glyph.color))
      }
      part.setBox(width: width, lineHeight: lineHeight, baseline: baseline, lineCount: 1, wordCount: 1)
      return part
    }
  }

  /// Appends an outline and returns its index.
  package mutating func appendOutline(_ outline: VectorPath) -> Int {
    outlines.append(outline)
    return outlines.count - 1
  }

  /// Appends a picture and returns its index.
  package mutating func appendPicture(_ picture: GlyphPicture) -> Int {
    pictures.append(picture)
    return pictures.count - 1
  }

  /// Appends a painting and returns its index.
  package mutating func appendPainting(_ painting: GlyphPainting) -> Int {
    paintings.append(painting)
    return paintings.count - 1
  }

  package mutating func append(_ glyph: Glyph) { glyphs.append(glyph) }
  package mutating func append(_ letter: Letter) { letters.append(letter) }

  /// Sets the box, the measures of its lines, and the numbers of lines and words.
  package mutating func setBox(
    width: Double, lineHeight: Double, baseline: Double, lineCount: Int, wordCount: Int
  ) {
    (self.width, height) = (width, lineHeight * Double(lineCount))
    (self.lineHeight, self.baseline) = (lineHeight, baseline)
    (self.lineCount, self.wordCount) = (lineCount, wordCount)
  }
}

/// The picture of a glyph: a colour emoji that a font stores as a bitmap.
package final class GlyphPicture: Sendable, Equatable {
  /// Width in pixels.
  package let width: Int
  /// Height in pixels.
  package let height: Int
  /// Red, green, blue and alpha of each pixel, row by row: encoded as sRGB and premultiplied by alpha, as in fonts' bitmaps.
  package let pixels: [UInt8]
  /// The picture's box relative to the glyph's origin, in points.
  package let box: PlaneRect

  package init(width: Int, height: Int, pixels: [UInt8], box: PlaneRect) {
    precondition(pixels.count == width * height * 4, "A picture has four bytes for each pixel.")
    (self.width, self.height, self.pixels, self.box) = (width, height, pixels, box)
  }

  public static func == (a: GlyphPicture, b: GlyphPicture) -> Bool {
    a === b || a.width == b.width && a.height == b.height && a.box == b.box && a.pixels == b.pixels
  }
}
