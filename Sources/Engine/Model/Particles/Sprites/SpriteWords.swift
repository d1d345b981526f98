/// Words that particles show as a picture, because there are emoji among them. Letters are white in the picture, so that they
/// take the particle's colour; emoji have their own colours, which are multiplied by the particle's.
public struct SpriteWords: Sendable, Equatable {
  /// The words.
  public let text: TypesetText
  /// The rectangle of the text's plane that the picture shows, in points.
  package let box: PlaneRect
  /// Number of the picture's pixels along a point of the text's plane.
  package let pixelsPerPoint: Double
  /// Width of the picture in pixels.
  package let width: Int
  /// Height of the picture in pixels.
  package let height: Int

  /// The most pixels along a side of the picture.
  private static let maximumSidePixels = 1_024.0
  /// If there are outlines among the words, the picture has this many times the pixels per point of the emoji's own pictures, so
  /// that the outlines' edges are sharp.
  private static let outlineSharpening = 2.0
  /// The fewest pixels for each em if there are outlines.
  private static let leastPixelsPerEm = 256.0

  /// Words at the resolution that their emoji have in the font; nil if there is nothing to see.
  ///
  /// - Parameter keepsMiddle: whether the middle of the picture is that of the text's box, instead of that of the visible glyphs.
  package init?(_ text: TypesetText, keepsMiddle: Bool = false) {
    guard var box = text.glyphBox, box.width > 0, box.height > 0 else { return nil }
    if keepsMiddle {
      let middle = SIMD2(text.width / 2, text.height / 2)
      let halfWidth = max((box.x - middle.x).magnitude, (box.x + box.width - middle.x).magnitude)
      let halfHeight = max((box.y - middle.y).magnitude, (box.y + box.height - middle.y).magnitude)
      box = PlaneRect(
        x: middle.x - halfWidth, y: middle.y - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight)
    }
    let emojiPixelsPerPoint = text.pictures.reduce(0) { max($0, Double($1.width) / max($1.box.width, 1e-9)) }
    // These words are set with the default line height, 1.2 em: so lineHeight ÷ 1.2 is one em.
    let leastOutlinePixelsPerPoint = Self.leastPixelsPerEm * 1.2 / max(text.lineHeight, 1e-9)
    let wantedPixelsPerPoint =
      text.elementCount > 0
      ? max(emojiPixelsPerPoint * Self.outlineSharpening, leastOutlinePixelsPerPoint) : emojiPixelsPerPoint
    let pixelsPerPoint = min(wantedPixelsPerPoint, Self.maximumSidePixels / max(box.width, box.height))
    // A single emoji's picture has whole pixels; subtracting 1e-6 keeps rounding errors from adding a pixel.
    func pixelCount(along points: Double) -> Int { max(Int((points * pixelsPerPoint - 1e-6).rounded(.up)), 1) }
    (width, height) = (pixelCount(along: box.width), pixelCount(along: box.height))
    (self.text, self.box, self.pixelsPerPoint) = (text, box, pixelsPerPoint)
  }

  /// Width ÷ height.
  package var aspect: Double { box.width / box.height }

  /// Bytes of the picture while it is drawn: the picture itself, and its texture, which is a pyramid that begins with a copy of the
  /// picture in full size (1 + 1/4 + 1/16 + … = 4/3).
  package var bytes: Double { Double(width * height) * PixelMemory.floatPixelBytes * (1 + 4.0 / 3) }
}

extension TypesetText {
  /// The box of all glyphs' outlines, pictures and paintings; nil if there are none.
  package var glyphBox: PlaneRect? {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    func include(_ x: Double, _ y: Double) {
      low = SIMD2(min(low.x, x), min(low.y, y))
      high = SIMD2(max(high.x, x), max(high.y, y))
    }
    for glyph in glyphs {
      if let outline = glyph.outline {
        for point in outlines[outline].elements.flatMap(\.points) {
          include(glyph.origin.x + point.x, glyph.origin.y + point.y)
        }
      }
      if let box = glyph.picture.map({ pictures[$0].box }) ?? glyph.painting.map({ paintings[$0].box }) {
        include(glyph.origin.x + box.x, glyph.origin.y + box.y)
        include(glyph.origin.x + box.x + box.width, glyph.origin.y + box.y + box.height)
      }
    }
    guard low.x <= high.x, low.y <= high.y else { return nil }
    return PlaneRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
