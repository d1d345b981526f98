import Colorimetry
import Lanes
import Model
import Raster
import Shading
import Testing

private func canvas(_ blending: Canvas.Blending) -> Canvas {
  Canvas(widthPoints: 96, heightPoints: 96, widthPixels: 96, heightPixels: 96, pixelsPerPoint: 1, blending: blending)
}

/// Glyphs that their fonts paint, made up of squares: closed forms say what each pixel is.
@Suite struct PaintedGlyphTests {
  private typealias Node = GlyphPainting.Node

  private func square(_ x: Double, _ y: Double, _ side: Double) -> VectorPath {
    VectorPath(rectangle: PlaneRect(x: x, y: y, width: side, height: side))
  }

  private func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> GlyphPainting.Color {
    .ofFont(LinearColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Words of one painting, whose origin is the canvas's and whose box is 96 points wide.
  private func words(_ nodes: [Node], opacity: Double = 1, blur: Double = 0, fill: Paint = .color(.constant(.white)))
    -> Lettering
  {
    var text = TypesetText()
    let painting = text.appendPainting(
      GlyphPainting(
        nodes: nodes, box: PlaneRect(x: 16, y: 16, width: 64, height: 64), elementCount: nodes.count))
    text.append(TypesetText.Letter(x: 0, width: 96, word: 0, line: 0, isSpace: false))
    text.append(
      TypesetText.Glyph(outline: nil, picture: nil, painting: painting, origin: PlanePoint(0, 0), letter: 0))
    text.setBox(width: 96, lineHeight: 96, baseline: 96, lineCount: 1, wordCount: 1)
    return Lettering(
      .passages([Lettering.Passage(text: text)]), position: AnimatedPoint(0, 0), anchor: AnimatedPoint(0, 0),
      fill: fill,
      units: LetterUnits(.letter, opacity: AnimatedNumber(opacity), blur: AnimatedNumber(blur)))
  }

  /// Red, green, blue and alpha of a pixel.
  private func pixel(_ x: Int, _ y: Int, _ words: Lettering, _ blending: Canvas.Blending = .srgb) -> SIMD4<Double> {
    let canvas = canvas(blending)
    let buffer = drawn(shaderOf(.text(words), canvas), canvas)
    return SIMD4((0..<4).map { Double(buffer.tile.row(y, plane: $0)[x]) })
  }

  private func isNear(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ tolerance: Double = 2e-4) -> Bool {
    (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance }
  }

  private func gradient(
    _ shape: GlyphPainting.Shape, _ stops: [(Double, GlyphPainting.Color)], _ spread: Gradient.Spread = .pad,
    map: Projection = Projection(1, 0, 0, 0, -1, 96)
  ) -> GlyphPainting.Fill {
    .gradient(
      GlyphPainting.Gradient(
        shape, stops: stops.map { GlyphPainting.Stop($0.0, $0.1) }, spread: spread, map: map))
  }

  // MARK: Colours

  @Test("A colour is the same on every canvas", arguments: [Canvas.Blending.srgb, .linear])
  func colors(blending: Canvas.Blending) {
    let words = words([.fill(.color(color(0.8, 0.4, 0.2, 0.5)), in: square(24, 24, 48))])
    let found = pixel(48, 48, words, blending)
    let values = [0.8, 0.4, 0.2].map { blending == .srgb ? $0 : TransferFunction.srgb.decode($0) }
    #expect(isNear(found, SIMD4(values[0] / 2, values[1] / 2, values[2] / 2, 0.5), 2e-6), "\(found)")
    #expect(pixel(20, 48, words, blending) == .zero && pixel(72, 48, words, blending) == .zero)
  }

  @Test("Parts are mixed as encoded values, and light is made of the result") func mixedEncoded() {
    let nodes: [Node] = [
      .fill(.color(color(1, 0, 0)), in: square(16, 16, 64)), .fill(.color(color(0, 0, 1, 0.5)), in: square(16, 16, 64)),
    ]
    #expect(isNear(pixel(48, 48, words(nodes)), SIMD4(0.5, 0, 0.5, 1), 2e-6))
    let half = TransferFunction.srgb.decode(0.5)
    #expect(isNear(pixel(48, 48, words(nodes), .linear), SIMD4(half, 0, half, 1), 2e-6))
  }

  @Test("A glyph fades as a whole") func fading() {
    let nodes: [Node] = [
      .fill(.color(color(1, 0, 0)), in: square(16, 16, 64)), .fill(.color(color(0, 1, 0)), in: square(32, 32, 32)),
    ]
    #expect(isNear(pixel(48, 48, words(nodes, opacity: 0.25)), SIMD4(0, 0.25, 0, 0.25), 1e-6))
    #expect(isNear(pixel(20, 48, words(nodes, opacity: 0.25)), SIMD4(0.25, 0, 0, 0.25), 1e-6))
  }

  @Test("The colour of the words is theirs, also in gradients") func textColor() {
    let teal = LinearColor(srgbRed: 0, green: 0.5, blue: 0.75, alpha: 1)
    let fill = Paint.color(.constant(teal))
    let solid: [Node] = [.fill(.color(.ofText(alpha: 0.5)), in: square(16, 16, 64))]
    #expect(isNear(pixel(48, 48, words(solid, fill: fill)), SIMD4(0, 0.25, 0.375, 0.5), 1e-6))
    let fading: [Node] = [
      .fill(
        gradient(
          .linear(from: PlanePoint(16, 0), to: PlanePoint(80, 0)), [(0, .ofText(alpha: 0)), (1, .ofText(alpha: 1))]),
        in: square(16, 16, 64))
    ]
    // The middle of the pixel 48 lies at 32.5 of 64 points.
    let share = 32.5 / 64
    #expect(isNear(pixel(48, 48, words(fading, fill: fill)), SIMD4(0, 0.5 * share, 0.75 * share, share)))
  }

  @Test("Colours of stops are mixed without their alphas") func straightMixing() {
    let nodes: [Node] = [
      .fill(
        gradient(
          .linear(from: PlanePoint(16, 0), to: PlanePoint(80, 0)), [(0, color(1, 0, 0)), (1, color(0, 0, 1, 0))]),
        in: square(16, 16, 64))
    ]
    let share = 32.5 / 64
    let expected = SIMD4((1 - share) * (1 - share), 0, share * (1 - share), 1 - share)
    #expect(isNear(pixel(48, 48, words(nodes)), expected), "\(pixel(48, 48, words(nodes)))")
  }

  // MARK: Gradients

  private static let ramp = [(0.25, 0.0), (0.75, 1.0)]

  /// The grey at a parameter, by a ramp from black at ¼ to white at ¾.
  private func grey(_ t: Double, _ spread: Gradient.Spread) -> Double {
    var share = (t - 0.25) / 0.5
    switch spread {
    case .pad: break
    case .repeat: share -= share.rounded(.down)
    case .mirror:
      share = abs(share.truncatingRemainder(dividingBy: 2))
      if share > 1 { share = 2 - share }
    }
    return min(max(share, 0), 1)
  }

  @Test(
    "Lines, circles and angles have their parameters, however they are extended",
    arguments: [Gradient.Spread.pad, .repeat, .mirror])
  func parameters(spread: Gradient.Spread) {
    let stops = Self.ramp.map { ($0.0, color($0.1, $0.1, $0.1)) }
    let shapes: [(GlyphPainting.Shape, (Double, Double) -> Double)] = [
      (.linear(from: PlanePoint(30, 40), to: PlanePoint(54, 58)), { (($0 - 30) * 24 + ($1 - 40) * 18) / 900 }),
      (
        .radial(from: PlanePoint(48, 48), radius: 10, to: PlanePoint(48, 48), endRadius: 40),
        { ((($0 - 48) * ($0 - 48) + ($1 - 48) * ($1 - 48)).squareRoot() - 10) / 30 }
      ),
      (
        .sweep(center: PlanePoint(48, 48), from: 40, to: 200),
        { (Angles.degrees(y: $1 - 48, x: $0 - 48) - 40) / 160 }
      ),
      (
        .sweep(center: PlanePoint(48, 48), from: 300, to: 60),
        { (Angles.degrees(y: $1 - 48, x: $0 - 48) - 300) / -240 }
      ),
    ]
    for (shape, parameter) in shapes {
      let words = words([.fill(gradient(shape, stops, spread), in: square(16, 16, 64))])
      for (x, y) in [(20, 30), (70, 25), (60, 61), (33, 70), (47, 20), (50, 53), (21, 49)] {
        // y grows up in the gradient's plane.
        let t = parameter(Double(x) + 0.5, 96 - (Double(y) + 0.5))
        let edge = abs((t - 0.25) / 0.5 - ((t - 0.25) / 0.5).rounded())
        if spread == .repeat, edge < 0.01 { continue }
        let found = pixel(x, y, words)
        #expect(abs(found.x - grey(t, spread)) < 1e-3 && found.w == 1, "\(shape) at \(x), \(y): \(found.x), t \(t)")
      }
    }
  }

  @Test("A gradient follows its mapping") func mappedGradient() {
    // Twice as wide, turned by a quarter, and moved.
    let map = Projection(0, 2, 10, 1, 0, 20)
    let stops = [(0.0, color(0, 0, 0)), (1, color(1, 1, 1))]
    let circle = GlyphPainting.Shape.radial(
      from: PlanePoint(30, 20), radius: 0, to: PlanePoint(30, 20), endRadius: 30)
    let words = words([.fill(gradient(circle, stops, map: map), in: square(16, 16, 64))])
    for (x, y) in [(50, 50), (60, 55), (30, 40), (75, 62)] {
      // (x, y) = (2v + 10, u + 20)
      let (u, v) = (Double(y) + 0.5 - 20, (Double(x) + 0.5 - 10) / 2)
      let t = min(((u - 30) * (u - 30) + (v - 20) * (v - 20)).squareRoot() / 30, 1)
      #expect(abs(pixel(x, y, words).x - t) < 1e-3)
    }
  }

  @Test("Points outside of all circles have no colour, and tiny gradients are finite") func uncolored() {
    let stops = [(0.0, color(1, 0, 0)), (1, color(0, 0, 1))]
    let cone = GlyphPainting.Shape.radial(from: PlanePoint(24, 48), radius: 4, to: PlanePoint(60, 48), endRadius: 4)
    let words = words([.fill(gradient(cone, stops), in: square(16, 16, 64))])
    #expect(pixel(48, 20, words) == .zero && pixel(48, 48, words).w == 1)
    for scale in [1e-7, 1e-5, 1e-3] {
      for shape in [cone, .linear(from: PlanePoint(0, 0), to: PlanePoint(1, 0))] {
        for spread in [Gradient.Spread.pad, .repeat] {
          let tiny = gradient(shape, stops, spread, map: Projection(scale, 0, 48, 0, scale, 48))
          let found = pixel(70, 30, self.words([.fill(tiny, in: square(16, 16, 64))]))
          #expect((0..<4).allSatisfy { found[$0] >= 0 && found[$0] <= 1 }, "\(found)")
        }
      }
    }
  }

  // MARK: Compositing

  /// What Porter and Duff's operators, and the sum, make of a source and a backdrop.
  private static let operators: [(CompositeMode, @Sendable (Double, Double) -> (Double, Double))] = [
    (.clear, { _, _ in (0, 0) }), (.source, { _, _ in (1, 0) }), (.backdrop, { _, _ in (0, 1) }),
    (.sourceOver, { s, _ in (1, 1 - s) }), (.backdropOver, { _, b in (1 - b, 1) }), (.sourceIn, { _, b in (b, 0) }),
    (.backdropIn, { s, _ in (0, s) }), (.sourceOut, { _, b in (1 - b, 0) }), (.backdropOut, { s, _ in (0, 1 - s) }),
    (.sourceAtop, { s, b in (b, 1 - s) }), (.backdropAtop, { s, b in (1 - b, s) }), (.xor, { s, b in (1 - b, 1 - s) }),
    (.plus, { _, _ in (1, 1) }),
  ]

  @Test("Operators weight source and backdrop by each other's alpha") func operators() {
    let (source, backdrop) = (SIMD4(0.9, 0.3, 0.1, 0.6), SIMD4(0.2, 0.5, 0.8, 0.7))
    func premultiplied(_ c: SIMD4<Double>) -> SIMD4<Double> { SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w) }
    for (mode, shares) in Self.operators {
      let nodes: [Node] = [
        .composite(
          [.fill(.color(color(source.x, source.y, source.z, source.w)), in: square(16, 16, 48))], mode,
          onto: [.fill(.color(color(backdrop.x, backdrop.y, backdrop.z, backdrop.w)), in: square(32, 16, 48))])
      ]
      for (x, alphas) in [(20, (0.6, 0.0)), (48, (0.6, 0.7)), (72, (0.0, 0.7))] {
        let (ofSource, ofBackdrop) = shares(alphas.0, alphas.1)
        var expected = premultiplied(source) * (alphas.0 > 0 ? ofSource : 0)
        expected += premultiplied(backdrop) * (alphas.1 > 0 ? ofBackdrop : 0)
        for channel in 0..<4 { expected[channel] = min(expected[channel], 1) }
        let found = pixel(x, 32, words(nodes))
        #expect(isNear(found, expected, 1e-6), "\(mode) at \(x): \(found), not \(expected)")
      }
    }
  }

  @Test("Blend modes mix straight encoded colours") func blendModes() {
    let (source, backdrop) = (SIMD3(0.9, 0.3, 0.1), SIMD3(0.2, 0.5, 0.8))
    let modes: [(CompositeMode, (Double, Double) -> Double)] = [
      (.screen, { $0 + $1 - $0 * $1 }), (.overlay, { $1 <= 0.5 ? 2 * $0 * $1 : 1 - 2 * (1 - $0) * (1 - $1) }),
      (.darken, { min($0, $1) }), (.lighten, { max($0, $1) }), (.colorDodge, { min($1 / (1 - $0), 1) }),
      (.colorBurn, { 1 - min((1 - $1) / $0, 1) }),
      (.hardLight, { $0 <= 0.5 ? 2 * $0 * $1 : 1 - 2 * (1 - $0) * (1 - $1) }), (.difference, { abs($0 - $1) }),
      (.exclusion, { $0 + $1 - 2 * $0 * $1 }), (.multiply, { $0 * $1 }),
    ]
    for blending in [Canvas.Blending.srgb, .linear] {
      for (mode, mix) in modes {
        let nodes: [Node] = [
          .composite(
            [.fill(.color(color(source.x, source.y, source.z)), in: square(16, 16, 48))], mode,
            onto: [.fill(.color(color(backdrop.x, backdrop.y, backdrop.z)), in: square(16, 16, 48))])
        ]
        let found = pixel(32, 32, words(nodes), blending)
        for channel in 0..<3 {
          let value = mix(source[channel], backdrop[channel])
          let expected = blending == .srgb ? value : TransferFunction.srgb.decode(value)
          #expect(abs(found[channel] - expected) < 2e-6, "\(mode), channel \(channel): \(found[channel])")
        }
      }
    }
    // The luminosity of the backdrop with the hue of the source differs from both.
    let nodes: [Node] = [
      .composite(
        [.fill(.color(color(0.5, 0.5, 0.5)), in: square(16, 16, 48))], .luminosity,
        onto: [.fill(.color(color(1, 0, 0)), in: square(16, 16, 48))])
    ]
    // Luminosity 0.3 of red raised to 0.5: clipped to (1, 2/7, 2/7).
    #expect(isNear(pixel(32, 32, words(nodes)), SIMD4(1, 2.0 / 7, 2.0 / 7, 1), 2e-6))
  }

  @Test("A fill without an outline fills the glyph's box, inside of what is around it") func unbounded() {
    let nodes: [Node] = [
      .composite(
        [.fill(.color(color(0, 1, 0)), in: nil)], .sourceIn,
        onto: [.fill(.color(color(1, 0, 0)), in: square(24, 24, 16))])
    ]
    #expect(isNear(pixel(30, 30, words(nodes)), SIMD4(0, 1, 0, 1), 1e-6))
    #expect(pixel(60, 60, words(nodes)) == .zero)
    let all = words([.fill(.color(color(0, 1, 0)), in: nil)])
    #expect(pixel(17, 78, all).w == 1 && pixel(14, 78, all).w == 0)
  }

  // MARK: Frames

  private var busy: [Node] {
    [
      .fill(
        gradient(
          .sweep(center: PlanePoint(48, 48), from: 0, to: 360), [(0, color(1, 0, 0)), (1, color(0, 0, 1, 0.2))], .mirror
        ),
        in: square(16, 16, 61)),
      .composite(
        [
          .composite(
            [.fill(.color(color(1, 1, 0, 0.5)), in: square(30.3, 20.7, 40))], .multiply,
            onto: [.fill(.color(color(0, 1, 1)), in: square(20.1, 30.9, 40))])
        ], .xor, onto: [.fill(.color(.ofText(alpha: 0.7)), in: nil)]),
    ]
  }

  @Test("Tiles of any size have equal pixels", arguments: [(8, 8), (24, 96), (96, 5)]) func tiles(tile: (Int, Int)) {
    for (blending, blur) in [(Canvas.Blending.srgb, 0.0), (.linear, 0), (.linear, 3)] {
      let canvas = canvas(blending)
      let words = words(busy, opacity: 0.8, blur: blur)
      let whole = drawn(shaderOf(.text(words), canvas), canvas)
      let parts = drawn(shaderOf(.text(words), canvas), canvas, tile: tile)
      for row in 0..<96 {
        for plane in 0..<4 {
          for x in 0..<96 { #expect(whole.tile.row(row, plane: plane)[x] == parts.tile.row(row, plane: plane)[x]) }
        }
      }
    }
  }

  @Test("A blurred glyph keeps its light") func blur() {
    let canvas = canvas(.srgb)
    func light(_ blur: Double) -> Double {
      let words = words([.fill(.color(color(0, 1, 0)), in: square(40, 40, 16))], blur: blur)
      let buffer = drawn(shaderOf(.text(words), canvas), canvas)
      return (0..<96).reduce(0) { sum, y in
        (0..<96).reduce(sum) { $0 + Double(buffer.tile.row(y, plane: 1)[$1]) }
      }
    }
    #expect(light(0) == 256)
    #expect(abs(light(3) - 256) < 1 && abs(light(6) - 256) < 2)
  }

  @Test("As a picture of particles it is drawn with 256 pixels for each em") func sprite() throws {
    guard case .passages(let passages) = words([.fill(.color(color(1, 0, 0)), in: square(16, 16, 64))]).content else {
      return
    }
    let words = try #require(SpriteWords(passages[0].text))
    // An em is 80 points of the line's 96.
    #expect(words.box == PlaneRect(x: 16, y: 16, width: 64, height: 64) && words.width == 205)
    let picture = LightPicture(drawing: words, blending: .linear)
    withExtendedLifetime(picture) {
      #expect((0..<4).map { picture.pixels.tile.row(100, plane: $0)[100] } == [1, 0, 0, 1])
    }
  }
}
