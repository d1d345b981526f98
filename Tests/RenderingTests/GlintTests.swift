import Lanes
import Model
import Motes
import Testing

@Suite("Facets that flash") struct GlintTests: DrawsScenes {
  /// A black sheet with facets under one parallel light that leans by `degrees`.
  private func sheet(degrees: Double, _ keys: String = "", more: String = "") throws -> Scene {
    let text =
      "{ \"canvas\": { \"width\": 640, \"height\": 360, \"duration\": 2, \"frameRate\": 10, \"seed\": 5 }, "
      + "\"lights\": [{ \"type\": \"parallel\", \"angle\": 0, \"elevation\": \(90 - degrees), \"intensity\": 1 }], "
      + "\"layers\": [{ \"shape\": { \"type\": \"rectangle\", \"center\": [320, 180], \"size\": [640, 360], \"fill\": \"black\" }, "
      + "\"material\": { \"glints\": 1, \"glintSpread\": 0.3\(keys) } }\(more)] }"
    return try Preset.load(text: Array(text.utf8), named: "glints.json").scene
  }

  private func mean(_ scene: Scene) -> Double {
    let pixels = draw(scene)
    var sum = 0.0
    for y in 0..<360 { for x in 0..<640 { sum += rgb(pixels, x, y).x } }
    return sum / (640 * 360)
  }

  @Test("Facets throw back as much light as their sizes and leans say", arguments: [6.0, 10]) func amount(size: Double)
    throws
  {
    // A lean along an axis is the sum of two uniform numbers, with the density (1 − |x| ÷ s) ÷ s. Under the lobe (1 − r² ÷ w²)², whose integral is πw² ÷ 3,
    // the mean of r is 16w ÷ 35, and that of r² is w² ÷ 4.
    let (spread, width) = (0.3, 0.15)
    let meanX = 16.0 / 35 * width * 2 / Double.pi
    let meanXY = width * width / 4 / Double.pi
    let level = 1 - 2 * meanX / spread + meanXY / (spread * spread)
    let flashing = Double.pi * width * width / 3 / (spread * spread) * level
    // A disc of the radius r = 0.12 + 0.22·u² cells, with an edge one pixel wide.
    func covered(_ cell: Double) -> Double {
      .pi * (0.12 * 0.12 + 2 * 0.12 * 0.22 / 3 + 0.22 * 0.22 / 5 + 1 / (12 * cell * cell))
    }
    let brightness = 0.2 + 3.0 / 5
    let expected = flashing * brightness * (covered(size) + covered(size * 0.618))
    let found = mean(try sheet(degrees: 0, ", \"glintSize\": \(size)"))
    #expect(abs(found - expected) < 0.12 * expected, "\(found) \(expected)")
  }

  @Test("Facets flash nowhere where none can mirror the light") func none() throws {
    // The half vector leans by half of the light's lean: beyond sin⁻¹(0.3·√2 + 0.15) no facet reaches it.
    #expect(mean(try sheet(degrees: 80)) == 0)
    #expect(mean(try sheet(degrees: 30)) > 0)
  }

  @Test("Other facets flash as the light turns") func twinkling() throws {
    let (first, second) = (draw(try sheet(degrees: 0)), draw(try sheet(degrees: 24)))
    var (both, either) = (0, 0)
    for y in stride(from: 0, to: 360, by: 2) {
      for x in stride(from: 0, to: 640, by: 2) {
        let (a, b) = (rgb(first, x, y).x > 0.02, rgb(second, x, y).x > 0.02)
        if a || b { either += 1 }
        if a && b { both += 1 }
      }
    }
    #expect(either > 500 && both * 5 < either, "\(both) of \(either)")
  }

  @Test("Tiles, threads and earlier frames never show in facets") func sameFrame() throws {
    expectSameFrame(
      try sheet(
        degrees: 20, ", \"height\": \"= 12 * noise(vec3(xy / 40, 2 * loop), 2)\"",
        more: ##"""
          , { "shape": { "type": "star", "center": [320, 180], "radius": 120, "points": 5, "fill": "#d0a040" },
            "material": { "relief": "round", "reliefWidth": 20, "metal": 1, "reflection": 1, "glints": 4, "film": 300, "filmRefraction": 2 },
            "transform": { "rotation": "= 40 * t", "anchor": [320, 180] } },
          { "shape": { "type": "circle", "center": [120, "= 180 + 60 * sin(tau * T / 2)"], "radius": 90, "fill": { "stops": ["#202020", "white"] } },
            "material": { "relief": "round", "reliefWidth": 90, "reliefHeight": 1, "transmission": 1, "back": "hollow", "film": 700, "filmVariation": 1, "softbox": 1 } }
          """##), wholeTile: (648, 360))
  }
}
