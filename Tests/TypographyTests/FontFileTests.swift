import Colorimetry
import Model
import Testing
import Typography

/// Words in the test fonts that `Scripts/test-fonts` makes; the expected numbers are from there.
@Suite struct FontFileTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Golden/text/"

  private func set(_ text: String, _ file: String, weight: Int = 400, size: Double = 1_000) throws -> TypesetText {
    try Typesetter.typeset(
      TypesettingRequest(text, font: FontRequest(file: Self.folder + file, weight: weight), size: size)
    ).text
  }

  @Test("Glyph pictures have the font's pixels and bearings") func pictures() throws {
    let text = try set("⭐😀", "pictures.ttf", size: 640)
    #expect(text.pictures.map { [$0.width, $0.height] } == [[64, 64], [64, 64]])
    // At this size a pixel of the font is 10 points: its bearings are 2 pixels to the right and 52 up.
    #expect(text.pictures[0].box == PlaneRect(x: 20, y: -520, width: 640, height: 640))
    #expect(text.letters.map(\.width) == [1_062 * 0.64, 1_062 * 0.64])
    // The middle of the star is opaque, its corners are empty.
    let star = text.pictures[0].pixels
    #expect(Array(star[(32 * 64 + 32) * 4..<(32 * 64 + 32) * 4 + 4]) == [255, 205, 40, 255])
    #expect(Array(star[0..<4]) == [0, 0, 0, 0])
  }

  @Test("The layers of a coloured glyph are in the font's order, in the palette's colours") func layers() throws {
    let text = try set("🍎O", "layers.ttf")
    #expect(text.pictures.isEmpty && text.glyphs.count == 4 && text.hasColors)
    func linear(_ code: Double) -> Double { TransferFunction.srgb.decode(code / 255) }
    #expect(
      text.glyphs[0].color == .ofFont(LinearColor(red: linear(220), green: linear(40), blue: linear(40), alpha: 1)))
    #expect(
      text.glyphs[1].color
        == .ofFont(LinearColor(red: linear(40), green: linear(160), blue: linear(60), alpha: 200.0 / 255)))
    #expect(text.glyphs[2].color == .ofText && text.glyphs[3].color == nil)
    // The apple's body is a circle of radius 420 around x = 500.
    let outline = text.outlines[try #require(text.glyphs[0].outline)]
    let xs = outline.elements.flatMap(\.endAndControlPoints).map(\.x)
    #expect(xs.min() == 80 && xs.max() == 920)
    #expect(try !set("O", "layers.ttf").hasColors)
  }

  @Test(
    "A variable font has the requested weight's outlines and advances",
    arguments: [
      (100, 40.0, 670.0), (250, 70, 685), (400, 100, 700), (650, 150, 730), (900, 200, 760), (1_000, 200, 760),
    ])
  func weights(weight: Int, stroke: Double, advance: Double) throws {
    let text = try set("H", "weights.ttf", weight: weight)
    let outline = text.outlines[try #require(text.glyphs[0].outline)]
    // The left stem comes first: it starts at x = 100, and its width follows from the weight.
    let xs = outline.elements.prefix(4).flatMap(\.endAndControlPoints).map(\.x)
    #expect(xs.min() == 100 && xs.max() == 100 + stroke, "\(xs)")
    #expect(text.letters[0].width == advance)
  }
}

extension VectorPath.Element {
  /// The end point and control points of an element.
  fileprivate var endAndControlPoints: [PlanePoint] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .curve(let first, let second, let end): [first, second, end]
    case .close: []
    }
  }
}
