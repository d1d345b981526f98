import Lanes
import Model
import Raster
import Testing

/// A source blended onto a backdrop.
///
/// Colours are straight, results premultiplied. The results were worked out by hand, in fractions, from W3C, Compositing and
/// Blending Level 1 (2024): co = αs·((1 − αb)·Cs + αb·B(Cb, Cs)) + (1 − αs)·αb·Cb and αo = αs + αb·(1 − αs), and for `add`
/// from its operator "lighter", co = αs·Cs + αb·Cb and αo = min(1, αs + αb). Results that a case does not list are computed by the text's
/// own functions (`specified`).
private struct BlendCase: CustomTestStringConvertible {
  let source: SIMD3<Float>
  let sourceAlpha: Float
  let backdrop: SIMD3<Float>
  let backdropAlpha: Float
  /// Premultiplied red, green, blue, and alpha.
  let results: [BlendMode: SIMD4<Float>]

  var testDescription: String { "\(source), \(sourceAlpha) onto \(backdrop), \(backdropAlpha)" }

  /// The result of the specification's functions.
  func specified(_ blend: BlendMode) -> SIMD4<Double> {
    specifiedBlend(
      blend, source: SIMD3<Double>(source), Double(sourceAlpha), backdrop: SIMD3<Double>(backdrop),
      Double(backdropAlpha))
  }

  func premultipliedSource(plane: Int) -> Float { plane == 3 ? sourceAlpha : source[plane] * sourceAlpha }
  func premultipliedBackdrop(plane: Int) -> Float { plane == 3 ? backdropAlpha : backdrop[plane] * backdropAlpha }
}

private let cases = [
  // Half transparent onto opaque.
  BlendCase(
    source: SIMD3(0.8, 0.2, 1), sourceAlpha: 0.5, backdrop: SIMD3(0.4, 0.9, 0), backdropAlpha: 1,
    results: [
      .normal: SIMD4(0.6, 0.55, 0.5, 1), .add: SIMD4(0.8, 1, 0.5, 1), .screen: SIMD4(0.64, 0.91, 0.5, 1),
      .multiply: SIMD4(0.36, 0.54, 0, 1),
    ]),
  // Both transparent.
  BlendCase(
    source: SIMD3(1, 0.6, 0), sourceAlpha: 0.25, backdrop: SIMD3(0.2, 0.5, 1), backdropAlpha: 0.5,
    results: [
      .normal: SIMD4(0.325, 0.3375, 0.375, 0.625), .add: SIMD4(0.35, 0.4, 0.5, 0.75),
      .screen: SIMD4(0.325, 0.3625, 0.5, 0.625), .multiply: SIMD4(0.225, 0.3, 0.375, 0.625),
    ]),
  // Both opaque. A sum above 1 is kept.
  BlendCase(
    source: SIMD3(0.3, 1, 0.6), sourceAlpha: 1, backdrop: SIMD3(0.7, 0.5, 0), backdropAlpha: 1,
    results: [
      .normal: SIMD4(0.3, 1, 0.6, 1), .add: SIMD4(1, 1.5, 0.6, 1), .screen: SIMD4(0.79, 1, 0.6, 1),
      .multiply: SIMD4(0.21, 0.5, 0, 1),
    ]),
  // Opaque onto transparent.
  BlendCase(
    source: SIMD3(0.5, 0, 0.9), sourceAlpha: 1, backdrop: SIMD3(1, 0.5, 0.25), backdropAlpha: 0.2,
    results: [
      .normal: SIMD4(0.5, 0, 0.9, 1), .add: SIMD4(0.7, 0.1, 0.95, 1), .screen: SIMD4(0.6, 0.1, 0.905, 1),
      .multiply: SIMD4(0.5, 0, 0.765, 1),
    ]),
  // Onto nothing, and nothing onto something.
  BlendCase(
    source: SIMD3(0.4, 1, 0.2), sourceAlpha: 0.75, backdrop: SIMD3(0, 0, 0), backdropAlpha: 0,
    results: Dictionary(uniqueKeysWithValues: BlendMode.allCases.map { ($0, SIMD4(0.3, 0.75, 0.15, 0.75)) })),
  BlendCase(
    source: SIMD3(0, 0, 0), sourceAlpha: 0, backdrop: SIMD3(0.6, 1, 0.1), backdropAlpha: 0.5,
    results: Dictionary(uniqueKeysWithValues: BlendMode.allCases.map { ($0, SIMD4(0.3, 0.5, 0.05, 0.5)) })),
]

@Suite struct BlendTests {
  @Test("The listed results are those of the specification's functions", arguments: cases)
  private func tablesFollowTheText(_ test: BlendCase) {
    for (blend, expected) in test.results where blend != .add && blend != .plusLighter {
      let specified = SIMD4<Float>(test.specified(blend))
      #expect((0..<4).allSatisfy { abs(expected[$0] - specified[$0]) < 1e-6 }, "\(blend)")
    }
  }

  @Test("Any two colours are mixed by the specification's functions", arguments: BlendMode.allCases)
  func anyColors(_ blend: BlendMode) {
    var state: UInt64 = 7
    func next() -> Float {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // The four high bits of Knuth's linear congruential generator (MMIX): 16 levels, so that black, white and greys occur.
      return Float(state >> 60) / 15
    }
    for index in 0..<400 {
      let test = BlendCase(
        source: SIMD3(next(), next(), next()), sourceAlpha: index % 3 == 0 ? 1 : next(),
        backdrop: SIMD3(next(), next(), next()), backdropAlpha: index % 2 == 0 ? 1 : next(), results: [:])
      let expected = SIMD4<Float>(test.specified(blend))
      let (result, region) = composited(test, blend, clamps: true)
      for plane in 0..<4 {
        let value = result.tile.value(region.x, region.y, plane)
        #expect(abs(value - min(expected[plane], 1)) < 2e-5, "\(test), plane \(plane): \(value), \(expected)")
      }
    }
  }

  private func fill(_ tile: Tile, _ value: (_ plane: Int) -> Float) {
    Raster.fill(tile, red: value(0), green: value(1), blue: value(2), alpha: value(3))
  }

  /// Blends the case's source onto its backdrop inside a region that is no whole number of blocks.
  private func composited(
    _ test: BlendCase, _ blend: BlendMode, opacity: Float = 1, clamps: Bool, writesAlpha: Bool = true
  ) -> (result: TileBuffer, region: PixelRect) {
    let source = TileBuffer(x: 8, y: 2, width: 40, height: 6)
    let result = TileBuffer(width: 64, height: 10)
    fill(source.tile, test.premultipliedSource)
    fill(result.tile, test.premultipliedBackdrop)
    let region = PixelRect(x: 9, y: 3, width: 29, height: 4)
    composite(
      source.tile, region: region,
      onto: BlendTarget(
        tile: result.tile, blend: blend, opacity: opacity, clampsToUnit: clamps, writesAlpha: writesAlpha))
    return (result, region)
  }

  @Test(
    "Layers are composited by the W3C's formulas, whole blocks and ends of rows alike", arguments: cases,
    BlendMode.allCases)
  private func layersFollowTheSpecification(_ test: BlendCase, _ blend: BlendMode) {
    let expected = test.results[blend] ?? SIMD4<Float>(test.specified(blend))
    for clamps in [false, true] {
      let (result, region) = composited(test, blend, clamps: clamps)
      for y in 0..<10 {
        for x in 0..<64 {
          let isInside = x >= region.x && x < region.endX && y >= region.y && y < region.endY
          for plane in 0..<4 {
            let value = result.tile.value(x, y, plane)
            if isInside {
              #expect(abs(value - (clamps ? min(expected[plane], 1) : expected[plane])) < 1e-6, "plane \(plane)")
            } else {
              #expect(value == test.premultipliedBackdrop(plane: plane))
            }
          }
        }
      }
    }
  }

  @Test(
    "A tile whose alpha is left out has the same light, and its alpha stays", arguments: cases,
    BlendMode.allCases.filter { !$0.readsBackdropAlpha })
  private func lightNeedsNoAlpha(_ test: BlendCase, _ blend: BlendMode) {
    for clamps in [false, true] {
      let withAlpha = composited(test, blend, clamps: clamps).result
      let withoutAlpha = composited(test, blend, clamps: clamps, writesAlpha: false).result
      for plane in 0..<3 {
        #expect((0..<64).allSatisfy { withAlpha.tile.value($0, 4, plane) == withoutAlpha.tile.value($0, 4, plane) })
      }
      #expect((0..<64).allSatisfy { withoutAlpha.tile.value($0, 4, 3) == test.premultipliedBackdrop(plane: 3) })
    }
  }

  @Test("Opacity multiplies the source's colour and alpha", arguments: BlendMode.allCases)
  func opacityScalesTheSource(_ blend: BlendMode) {
    let test = cases[1]
    let halved = BlendCase(
      source: test.source, sourceAlpha: test.sourceAlpha / 2, backdrop: test.backdrop,
      backdropAlpha: test.backdropAlpha, results: [:])
    let (dimmed, region) = composited(test, blend, opacity: 0.5, clamps: false)
    let direct = composited(halved, blend, clamps: false).result
    for plane in 0..<4 {
      #expect(dimmed.tile.value(region.x, region.y, plane) == direct.tile.value(region.x, region.y, plane))
    }
  }

  @Test(
    "Light above white is kept by addition and screen, and never brightens what it multiplies",
    arguments: zip([BlendMode.normal, .add, .screen, .multiply], [2.5, 3, 2.5, 0.5] as [Float]))
  func lightAboveWhite(_ blend: BlendMode, _ expected: Float) {
    let test = BlendCase(
      source: SIMD3(repeating: 2.5), sourceAlpha: 1, backdrop: SIMD3(repeating: 0.5), backdropAlpha: 1, results: [:])
    let (result, region) = composited(test, blend, clamps: false)
    #expect(result.tile.value(region.x, region.y, 0) == expected)
    let clamped = composited(test, blend, clamps: true).result
    #expect(clamped.tile.value(region.x, region.y, 0) == min(expected, 1))
  }

  @Test("Sprites are blended as layers are", arguments: cases, BlendMode.allCases)
  private func spritesBlendAsLayers(_ test: BlendCase, _ blend: BlendMode) {
    let expected = test.results[blend] ?? SIMD4<Float>(test.specified(blend))
    for (clamps, writesAlpha) in [(false, true), (true, true), (false, false), (true, false)]
    where writesAlpha || !blend.readsBackdropAlpha {
      for isRound in [true, false] {
        let buffer = TileBuffer(width: 16, height: 16)
        fill(buffer.tile, test.premultipliedBackdrop)
        let sprites = TestSprites(count: 1, isRound: isRound)
        let color = test.source * test.sourceAlpha
        sprites.set(
          0, x: 8, y: 8, axisX: SIMD2(40, 0), axisY: SIMD2(0, 40),
          color: SIMD4(color.x, color.y, color.z, test.sourceAlpha))
        sprites.draw(
          SpriteSet(shapes: [.disc]), blend: blend, clamps: clamps, writesAlpha: writesAlpha, into: buffer.tile)
        for plane in 0..<(writesAlpha ? 4 : 3) {
          let limit: Float = clamps ? 1 : .infinity
          // The border of a disc that is not drawn as round takes a little of its light.
          #expect(abs(buffer.tile.value(8, 8, plane) - min(expected[plane], limit)) < 1e-5, "plane \(plane)")
        }
      }
    }
  }

  @Test("Ribbons are blended as layers are", arguments: cases, BlendMode.allCases)
  private func ribbonsBlendAsLayers(_ test: BlendCase, _ blend: BlendMode) throws {
    let expected = test.results[blend] ?? SIMD4<Float>(test.specified(blend))
    for (clamps, writesAlpha) in [(false, true), (true, true), (false, false), (true, false)]
    where writesAlpha || !blend.readsBackdropAlpha {
      let buffer = TileBuffer(width: 16, height: 16)
      fill(buffer.tile, test.premultipliedBackdrop)
      let ribbon = TestRibbon(
        (0..<2).map { TestRibbon.Point(x: Float($0) * 16, y: 8, halfWidth: 40) },
        color: (0..<4).map(test.premultipliedSource))
      ribbon.draw(blend: blend, clamps: clamps, writesAlpha: writesAlpha, into: buffer.tile)
      for plane in 0..<(writesAlpha ? 4 : 3) {
        #expect(abs(buffer.tile.value(8, 8, plane) - min(expected[plane], clamps ? 1 : .infinity)) < 1e-6)
      }
    }
  }
}
