import Colorimetry
import Lanes
import Model
import Raster
import Shading
import Testing

private let canvas = Canvas(
  widthPoints: 96, heightPoints: 96, widthPixels: 96, heightPixels: 96, pixelsPerPoint: 1)

/// Emoji in text layers and as pictures of particles. The emoji is made up: opaque pixels of one colour, or pixels that all differ.
@Suite struct EmojiTests {
  /// A text of one square picture, whose upper left corner lies at (44, 44) in a box of 96 × 96 points.
  private func text(side: Int = 8, points: Double = 8, _ pixel: (Int) -> [UInt8]) -> TypesetText {
    var text = TypesetText()
    let picture = text.appendPicture(
      GlyphPicture(
        width: side, height: side, pixels: (0..<side * side).flatMap(pixel),
        box: PlaneRect(x: 0, y: -points, width: points, height: points)))
    text.append(TypesetText.Letter(x: 44, width: points, word: 0, line: 0, isSpace: false))
    text.append(TypesetText.Glyph(outline: nil, picture: picture, origin: PlanePoint(44, 44 + points), letter: 0))
    text.setBox(width: 96, lineHeight: 96, baseline: 44 + points, lineCount: 1, wordCount: 1)
    return text
  }

  private func words(_ text: TypesetText, blur: Double) -> Lettering {
    Lettering(
      .passages([Lettering.Passage(text: text)]), position: AnimatedPoint(0, 0), anchor: AnimatedPoint(0, 0),
      fill: .color(.constant(.white)), units: LetterUnits(.letter, blur: AnimatedNumber(blur)))
  }

  private func plane(_ plane: Int, _ words: Lettering, tile: (width: Int, height: Int)? = nil) -> [[Double]] {
    let buffer = drawn(shaderOf(.text(words), canvas), canvas, tile: tile)
    return (0..<96).map { y in (0..<96).map { Double(buffer.tile.row(y, plane: plane)[$0]) } }
  }

  private let green: (Int) -> [UInt8] = { _ in [0, 255, 0, 255] }

  @Test("A blurred emoji keeps its light, its middle, and has the variance that is asked for", arguments: [1.0, 3, 8])
  func blur(sigma: Double) {
    let sharp = plane(3, words(text(green), blur: 0))
    #expect(sharp[44][44] == 1 && sharp[51][51] == 1 && sharp[43][47] == 0 && sharp[47][52] == 0)
    let alphas = plane(3, words(text(green), blur: sigma))
    let light = alphas.joined().reduce(0, +)
    // A wide blur loses the light that falls outside of the frame.
    #expect(abs(light - 64) < 0.4, "\(light)")
    #expect(abs(plane(1, words(text(green), blur: sigma)).joined().reduce(0, +) - light) < 1e-3)
    #expect(plane(0, words(text(green), blur: sigma)).joined().allSatisfy { abs($0) < 1e-6 })
    let columns = (0..<96).map { x in alphas.reduce(0) { $0 + $1[x] } / light }
    let mean = columns.enumerated().reduce(0) { $0 + (Double($1.offset) + 0.5) * $1.element }
    #expect(abs(mean - 48) < 0.02, "\(mean)")
    let variance = columns.enumerated().reduce(0) {
      $0 + (Double($1.offset) + 0.5 - mean) * (Double($1.offset) + 0.5 - mean) * $1.element
    }
    // A square of side 8 has a variance of 64 ÷ 12.
    let found = (variance - 64.0 / 12).squareRoot()
    #expect(abs(found / sigma - 1) < 0.06, "\(found)")
  }

  @Test("Any blur of any emoji is drawn, in bounded memory", arguments: [0.001, 0.06, 40, 1e3])
  func extremes(sigma: Double) {
    for (side, points) in [(1, 8.0), (64, 0.01), (3, 400)] {
      let alphas = plane(3, words(text(side: side, points: points, green), blur: sigma))
      #expect(alphas.joined().allSatisfy { $0 >= -1e-6 && $0 <= 1.0001 })
    }
  }

  @Test("Tiles of any size have equal pixels", arguments: [(8, 8), (32, 96)]) func tiles(
    tile: (width: Int, height: Int)
  ) {
    let blurred = words(text(green), blur: 5)
    #expect(plane(3, blurred, tile: tile) == plane(3, blurred))
  }

  @Test("The picture of an emoji alone has its own pixels") func ownPixels() throws {
    let bytes: (Int) -> [UInt8] = { index in
      let alpha = UInt8(index * 37 % 256)
      return [UInt8(index * 11 % (Int(alpha) + 1)), UInt8(index * 23 % (Int(alpha) + 1)), alpha / 2, alpha]
    }
    let words = try #require(SpriteWords(text(points: 20, bytes)))
    #expect(words.width == 8 && words.height == 8 && words.aspect == 1)
    let light = LightPicture(drawing: words, blending: .srgb)
    for index in 0..<64 {
      let expected = bytes(index).map { Float($0) / 255 }
      for plane in 0..<4 {
        let found = light.pixels.tile.row(index / 8, plane: plane)[index % 8]
        #expect(abs(found - expected[plane]) < 1e-4, "\(index), \(plane): \(found)")
      }
    }
  }

  @Test("Letters beside emoji are white, and drawn with more pixels") func mixed() throws {
    var text = text(green)
    var square = VectorPath()
    square.move(to: PlanePoint(0, 0))
    square.line(to: PlanePoint(8, 0))
    square.line(to: PlanePoint(8, -8))
    square.line(to: PlanePoint(0, -8))
    square.close()
    let outline = text.appendOutline(square)
    text.append(TypesetText.Letter(x: 52, width: 8, word: 0, line: 0, isSpace: false))
    text.append(TypesetText.Glyph(outline: outline, picture: nil, origin: PlanePoint(52, 52), letter: 1))
    let words = try #require(SpriteWords(text))
    // 256 pixels for an em of 80 points.
    #expect(words.box == PlaneRect(x: 44, y: 44, width: 16, height: 8) && words.width == 52 && words.height == 26)
    let picture = LightPicture(drawing: words, blending: .linear)
    withExtendedLifetime(picture) {
      let tile = picture.pixels.tile
      #expect((0..<4).map { tile.row(13, plane: $0)[13] } == [0, 1, 0, 1])
      #expect((0..<4).map { tile.row(13, plane: $0)[39] } == [1, 1, 1, 1])
    }
    // About the middle of the text's box, which is (48, 48).
    let centred = try #require(SpriteWords(text, keepsMiddle: true))
    #expect(centred.box == PlaneRect(x: 36, y: 44, width: 24, height: 8))
  }
}
