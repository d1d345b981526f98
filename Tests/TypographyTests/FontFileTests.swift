import Colorimetry
import Model
import Testing
import Typography

/// Words in the fonts that `Scripts/test-fonts` makes up, whose numbers it states.
@Suite struct FontFileTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Golden/text/"

  private func set(_ text: String, _ file: String, weight: Int = 400, size: Double = 1_000) throws -> TypesetText {
    try Typesetter.set(
      TypesettingRequest(text, font: FontRequest(file: Self.folder + file, weight: weight), size: size)
    ).text
  }

  @Test("Pictures of glyphs have the font's own pixels, at the places that it names") func pictures() throws {
    let text = try set("⭐😀", "pictures.ttf", size: 640)
    #expect(text.pictures.map { [$0.width, $0.height] } == [[64, 64], [64, 64]])
    // Ten points for a pixel: the font's bearings are 2 to the right and 52 up.
    #expect(text.pictures[0].box == PlaneRect(x: 20, y: -520, width: 640, height: 640))
    #expect(text.letters.map(\.width) == [1_062 * 0.64, 1_062 * 0.64])
    // The middle of the star is opaque, its corners are empty.
    let star = text.pictures[0].pixels
    #expect(Array(star[(32 * 64 + 32) * 4..<(32 * 64 + 32) * 4 + 4]) == [255, 205, 40, 255])
    #expect(Array(star[0..<4]) == [0, 0, 0, 0])
  }

  @Test("A glyph of coloured outlines has them in order, in the palette's colours") func layers() throws {
    let text = try set("🍎O", "layers.ttf")
    #expect(text.pictures.isEmpty && text.glyphs.count == 4 && text.hasColors)
    let red = TransferFunction.srgb.decode(220.0 / 255)
    let dark = TransferFunction.srgb.decode(40.0 / 255)
    #expect(text.glyphs[0].color == .own(LinearColor(red: red, green: dark, blue: dark, alpha: 1)))
    let green = TransferFunction.srgb.decode(160.0 / 255)
    let some = TransferFunction.srgb.decode(60.0 / 255)
    #expect(text.glyphs[1].color == .own(LinearColor(red: dark, green: green, blue: some, alpha: 200.0 / 255)))
    #expect(text.glyphs[2].color == .ofText && text.glyphs[3].color == nil)
    // The body is a ring of radius 420 about (500, 300), 800 above the line's upper edge is the baseline.
    let outline = text.outlines[try #require(text.glyphs[0].outline)]
    let xs = outline.elements.flatMap(\.ends).map(\.x)
    #expect(xs.min() == 80 && xs.max() == 920)
    #expect(try !set("O", "layers.ttf").hasColors)
  }

  @Test(
    "A variable font is drawn in the weight that is asked for, and its widths follow",
    arguments: [
      (100, 40.0, 670.0), (250, 70, 685), (400, 100, 700), (650, 150, 730), (900, 200, 760), (1_000, 200, 760),
    ])
  func weights(weight: Int, stroke: Double, advance: Double) throws {
    let text = try set("H", "weights.ttf", weight: weight)
    let outline = text.outlines[try #require(text.glyphs[0].outline)]
    // The left stroke comes first: from 100 on, as wide as the weight says.
    let xs = outline.elements.prefix(4).flatMap(\.ends).map(\.x)
    #expect(xs.min() == 100 && xs.max() == 100 + stroke, "\(xs)")
    #expect(text.letters[0].width == advance)
  }
}

extension VectorPath.Element {
  /// The points that an element goes to or is drawn by.
  fileprivate var ends: [PlanePoint] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .curve(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }
}
