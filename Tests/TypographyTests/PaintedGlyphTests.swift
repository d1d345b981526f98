import Colorimetry
import Model
import Testing
import Typography

/// Glyphs that fonts paint (OpenType's COLR, version 1), in the fonts that `Scripts/test-fonts` makes up. An em of 1,000 points makes the
/// font's units points; y grows down.
@Suite struct PaintedGlyphTests {
  private static let folder =
    #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Golden/text/"

  private func set(_ text: String, _ file: String = "paints.ttf", size: Double = 1_000) throws -> TypesetText {
    try Typesetter.typeset(TypesettingRequest(text, font: FontRequest(file: Self.folder + file), size: size)).text
  }

  private func painting(_ text: String, _ file: String = "paints.ttf") throws -> GlyphPainting {
    let set = try set(text, file)
    #expect(set.hasColors && set.glyphs.count == 1 && set.outlines.isEmpty)
    return set.paintings[try #require(set.glyphs[0].painting)]
  }

  private func fills(_ nodes: [GlyphPainting.Node]) -> [(fill: GlyphPainting.Fill, outline: VectorPath?)] {
    nodes.flatMap { node in
      switch node {
      case .fill(let fill, let outline): [(fill, outline)]
      case .composite(let source, _, onto: let backdrop): fills(source) + fills(backdrop)
      }
    }
  }

  private func corners(_ outline: VectorPath?) -> (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    let points = outline?.elements.flatMap(\.points) ?? []
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max()
    else { return nil }
    return (left...right, top...bottom)
  }

  @Test("Layers lie one over the other, in the colour of the text where the font asks for it") func textColor() throws {
    let parts = fills(try painting("f").nodes)
    try #require(parts.count == 3)
    guard case .gradient(let gradient) = parts[0].fill else {
      Issue.record("The first layer has a gradient.")
      return
    }
    #expect(gradient.stops == [GlyphPainting.Stop(0, .ofText(alpha: 0)), GlyphPainting.Stop(1, .ofText(alpha: 1))])
    #expect(gradient.shape == .linear(from: PlanePoint(100, 0), to: PlanePoint(900, 0)) && gradient.spread == .pad)
    #expect(parts[1].fill == .color(.ofText(alpha: 1)))
    #expect(parts[2].fill == .color(.ofText(alpha: 0.5)))
    // A disc of radius 400 about (500, 300), half as large about its middle.
    let disc = try #require(corners(parts[2].outline))
    #expect(disc.x == 300...700 && disc.y == -500 ... -100)
  }

  @Test("A line that is skewed changes along its normal") func skewedLine() throws {
    // The sea of the sunset: from (0, 0) to (0, 60), the same along the line to (80, 20), in a plane that is 1.5 times as high.
    let parts = fills(try painting("🌅").nodes)
    try #require(parts.count == 4)
    guard case .gradient(let gradient) = parts[3].fill, case .linear(let start, let end) = gradient.shape else {
      Issue.record("The sea has a linear gradient.")
      return
    }
    #expect(start == PlanePoint(0, 0) && gradient.spread == .repeat && gradient.stops.count == 3)
    // (end − start) · (80, 20) = 0, and the end of the line lies at the same height of the gradient: (end − (0, 60)) ∥ (80, 20).
    #expect(abs(end.x * 80 + end.y * 20) < 1e-9 && abs(end.x * 20 - (end.y - 60) * 80) < 1e-9)
    // The square is scaled to three tenths about its lower edge.
    let square = try #require(corners(parts[3].outline))
    #expect(square.x == 100...900 && abs(square.y.lowerBound + 140) < 0.1 && abs(square.y.upperBound - 100) < 1e-9)
  }

  @Test("Circles and angles are those of the font") func gradients() throws {
    let shapes = fills(try painting("🌅").nodes).map(\.fill)
    guard case .gradient(let rays) = shapes[1], case .gradient(let sun) = shapes[2] else {
      Issue.record("Rays and sun have gradients.")
      return
    }
    #expect(rays.spread == .mirror)
    guard case .sweep(let center, let from, let to) = rays.shape else {
      Issue.record("The rays have a sweep.")
      return
    }
    #expect(center == PlanePoint(500, 300) && abs(from) < 0.01 && abs(to - 120) < 0.01)
    #expect(
      sun.shape
        == .radial(from: PlanePoint(420, 380), radius: 40, to: PlanePoint(500, 300), endRadius: 300))
    #expect(sun.stops.map(\.location) == [0, (0.7 * 16_384).rounded() / 16_384, 1])
  }

  @Test("Glyphs in glyphs are turned about their centre, counterclockwise") func turns() throws {
    let parts = fills(try painting("🎡").nodes)
    // A rim of two discs, three spokes and a hub.
    try #require(parts.count == 6)
    // The bar from (440, −60) to (560, 660), by 60° about (500, 300).
    let points = try #require(parts[3].outline).elements.flatMap(\.points)
    let (sine, cosine) = (0.866_025_403_784_438_6, 0.5)
    let expected = [(440.0, -60.0), (440, 660), (560, 660), (560, -60)].map { x, y in
      PlanePoint(
        500 + (x - 500) * cosine - (y - 300) * sine, -(300 + (x - 500) * sine + (y - 300) * cosine))
    }
    for point in expected {
      #expect(points.contains { abs($0.x - point.x) < 0.1 && abs($0.y - point.y) < 0.1 }, "\(point)")
    }
  }

  @Test("Every mode of compositing is known by its number") func modes() throws {
    for (number, letter) in "ABCDEFGHIJKLMNOPQRSTUVWXYZab".enumerated() {
      guard case .composite(let source, let mode, onto: let backdrop) = try painting(String(letter)).nodes.first else {
        Issue.record("\(letter) is composited.")
        continue
      }
      #expect(Int(mode.rawValue) == number && source.count == 1 && backdrop.count == 1)
    }
    #expect(CompositeMode.allCases.count == 28 && CompositeMode(rawValue: 23) == .multiply)
  }

  @Test("What nothing bounds is cut to the clip box, and an outline cuts what lies in it") func clipping() throws {
    let cut = try painting("c")
    #expect(cut.box == PlaneRect(x: 150, y: -450, width: 700, height: 500))
    let outline = try #require(fills(cut.nodes).first?.outline)
    #expect(cut.nodes.count == 1 && corners(outline)?.x == 150...850)
    for letter in ["d", "e"] {
      guard case .composite(let mask, .backdropIn, onto: let inner) = try painting(letter).nodes.first else {
        Issue.record("\(letter) is cut.")
        continue
      }
      #expect(fills(mask).map(\.fill) == [.color(.ofFont(.white))])
      #expect(inner.count == (letter == "d" ? 1 : 3))
    }
    // Half of the disc is left.
    let half = try painting("d").box
    #expect(half.x == 100 && half.width == 400)
  }

  @Test("Paints with variations are those of the default instance") func variations() throws {
    let parts = fills(try painting("g").nodes)
    try #require(parts.count == 2)
    // Moved by (50, 100) from 100 ... 900 and −100 ... 700.
    #expect(corners(parts[0].outline)?.x == 150...950 && corners(parts[0].outline)?.y == -800...0)
    guard case .gradient(let gradient) = parts[0].fill else {
      Issue.record("The square has a gradient.")
      return
    }
    #expect(gradient.stops.map(\.location) == [0, 1])
    #expect(corners(parts[1].outline)?.x == 300...700)
    guard case .color(.ofFont(let blue)) = parts[1].fill else {
      Issue.record("The disc has a colour.")
      return
    }
    #expect(blue.alpha == 0.75)
  }

  @Test("Counters, lines and words without emoji keep their paintings") func passedOn() throws {
    let text = try set("f\nc")
    #expect(text.separateLines().map(\.paintings.count) == [1, 1])
    var joined = try set("f")
    joined.append(try set("c"), at: 1_000)
    #expect(joined.paintings.count == 2 && joined.glyphs.map(\.painting) == [0, 1])
    #expect(joined.glyphBox?.x == 100 && joined.elementCount > 0)
  }

  @Test(
    "A hostile font is refused with the reason",
    arguments: [
      ("a", "leads back to itself"), ("b", "leads back to itself"),
      ("c", "more than 64 paints one inside of the other"),
      ("d", "more than 4096 paints"), ("e", "outside of the table"), ("f", "unknown format 63"),
      ("g", "a mode that does not exist"), ("h", "enlarged or moved too far"), ("n", "outside of the table"),
      ("o", "cannot be read"),
    ])
  func hostile(letter: String, reason: String) {
    #expect {
      try set(letter, "hostile.ttf")
    } throws: { error in
      (error as? TypographyError)?.message.contains(reason) == true
    }
  }

  @Test(
    "Fills that nothing bounds, and gradients without a direction, show nothing",
    arguments: ["i", "j", "k", "l", "m", "r"])
  func nothing(letter: String) throws {
    let text = try set(letter, "hostile.ttf")
    #expect(text.glyphs.isEmpty && text.letters.count == 1)
  }
}
