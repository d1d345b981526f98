/// Words that particles show as a picture, since there are emoji among them. Letters are white in it, so that the particle's colour is
/// theirs; emoji have their own colours, which are multiplied by the particle's.
public struct SpriteWords: Sendable, Equatable {
  /// The words.
  public let text: TypesetText
  /// What is drawn of the text's plane, in points.
  package let box: PlaneRect
  /// Pixels of the picture for a point of the text's plane.
  package let pixelsPerPoint: Double
  /// Width of the picture in pixels.
  package let width: Int
  /// Height of the picture in pixels.
  package let height: Int

  /// The most pixels along a side.
  private static let maximumSide = 1_024.0
  /// Factor of the pixels per point that the emoji's pictures have, where outlines are among them: so the outlines' edges are sharp.
  private static let outlineSharpening = 2.0
  /// The fewest pixels for each em where there are outlines.
  private static let leastPixelsPerEm = 256.0

  /// Words at the size that their emoji have in the font; nil for those that show nothing.
  ///
  /// - Parameter keepsMiddle: whether the middle of the picture is that of the text's box, else that of what is seen.
  package init?(_ text: TypesetText, keepsMiddle: Bool = false) {
    guard var box = text.glyphBox, box.width > 0, box.height > 0 else { return nil }
    if keepsMiddle {
      let middle = SIMD2(text.width / 2, text.height / 2)
      let right = max((box.x - middle.x).magnitude, (box.x + box.width - middle.x).magnitude)
      let down = max((box.y - middle.y).magnitude, (box.y + box.height - middle.y).magnitude)
      box = PlaneRect(x: middle.x - right, y: middle.y - down, width: 2 * right, height: 2 * down)
    }
    let finest = text.pictures.reduce(0) { max($0, Double($1.width) / max($1.box.width, 1e-9)) }
    // These words are set with the default line height, 1.2 em: so lineHeight ÷ 1.2 is one em.
    let least = Self.leastPixelsPerEm * 1.2 / max(text.lineHeight, 1e-9)
    let scale = text.elementCount > 0 ? max(finest * Self.outlineSharpening, least) : finest
    let pixelsPerPoint = min(scale, Self.maximumSide / max(box.width, box.height))
    // A picture alone has whole pixels; 1e-6 keeps rounding errors from adding one.
    func pixels(_ points: Double) -> Int { max(Int((points * pixelsPerPoint - 1e-6).rounded(.up)), 1) }
    (width, height) = (pixels(box.width), pixels(box.height))
    (self.text, self.box, self.pixelsPerPoint) = (text, box, pixelsPerPoint)
  }

  /// Width ÷ height.
  package var aspect: Double { box.width / box.height }

  /// Bytes of the picture while it is drawn: the picture, and a pyramid that begins with a copy of it in full size (1 + 1/4 + 1/16 + … = 4/3).
  package var bytes: Double { Double(width * height) * PixelMemory.floatPixelBytes * (1 + 4.0 / 3) }
}

extension TypesetText {
  /// The box of all glyphs' outlines, pictures and paintings; nil where there are none.
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
