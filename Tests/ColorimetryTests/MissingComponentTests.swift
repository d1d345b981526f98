import Colorimetry
import Lanes
import Testing

/// Compares mixtures of colours that lack components with what a browser (Chromium 156) draws.
@Suite struct MissingComponentTests {
  struct Mixture: Sendable, CustomTestStringConvertible {
    let space: ColorSpace
    let first: String
    let second: String
    /// The colours, rrggbb, of the pixels 1, 30, 60, 78, 82, 110, 140 and 158 of a gradient that is 160 pixels wide.
    let row: String

    var testDescription: String { "\(first) to \(second) in \(space.rawValue)" }
  }

  /// The locations of the middles of these pixels.
  static let places = [1, 30, 60, 78, 82, 110, 140, 158].map { ($0 + 0.5) / 160 }

  private static let table: [(ColorSpace, String, String, String)] = [
    // A given hue stays, although its colour would be grey without the saturation that it takes over from the other colour.
    (.hsl, "hsl(120 none 50%)", "red", "05ff00 61ff00 c0ff00 faff00 fff700 ff9d00 ff3e00 ff0400"),
    (.lch, "lch(50 none 120)", "red", "148b00 628400 907900 a97000 ae6d00 cf5900 ee3700 fd0900"),
    // A colour without chroma and hue has neither a nor b, and the other way round.
    (.oklab, "oklch(.5 none none)", "rgb(255 100 0)", "bb1a00 c62b00 d33900 db4100 dd4300 e94f00 f65c00 fe6300"),
    (.oklch, "oklab(.5 none none)", "rgb(255 100 0)", "bb1a00 c62b00 d33900 db4100 dd4300 e94f00 f65c00 fe6300"),
    (.lab, "oklch(.5 none none)", "red", "d70000 dd0000 e50000 ea0000 eb0000 f20000 fa0000 fe0000"),
    (.oklab, "hsl(none none 40%)", "red", "d30000 db0000 e30000 e80000 e90000 f10000 f90000 fe0000"),
    (.hsl, "oklab(.5 none none)", "red", "c70000 d10000 db0000 e20000 e30000 ed0000 f80000 fe0000"),
  ]

  static let mixtures = table.map { Mixture(space: $0.0, first: $0.1, second: $0.2, row: $0.3) }

  @Test("Mixtures of colours with missing components agree with the browser's", arguments: mixtures)
  func mixturesAreABrowsers(
    _ mixture: Mixture
  ) throws {
    let mix = ColorMix(
      try CSSColorParser.parse(mixture.first), try CSSColorParser.parse(mixture.second),
      in: ColorInterpolation(mixture.space))
    for (place, text) in zip(Self.places, mixture.row.split(separator: " ")) {
      let value = Int(text, radix: 16) ?? 0
      let expected = SIMD3(Double(value >> 16), Double(value >> 8 & 255), Double(value & 255))
      let drawn = mix.color(at: place).srgbEncoded * 255
      for channel in 0..<3 {
        let clamped = min(max(drawn[channel], 0), 255)
        #expect(abs(clamped - expected[channel]) < 2.5, "channel \(channel) at \(place)")
      }
    }
  }

  /// Outside of the stops an end colour keeps the components that it took over at its stop, so nothing jumps there.
  @Test("Beyond the ends of a ramp a missing component keeps the value that it took over")
  func endsGoOnWithWhatTheyBorrowed() throws {
    let (dim, red) = ("lch(none 40 250)", "rgb(255 0 0 / none)")
    let first = try CSSColorParser.parse(dim)
    let last = try CSSColorParser.parse(red)
    let middle = try CSSColorParser.parse("lch(70 30 120 / 0.5)")
    let ramp = ColorRamp(
      stops: [
        ColorRamp.Stop(0.2, try #require(LinearColor(css: dim)), colorAsWritten: first),
        ColorRamp.Stop(0.5, try #require(LinearColor(css: "lch(70 30 120 / 0.5)")), colorAsWritten: middle),
        ColorRamp.Stop(0.8, try #require(LinearColor(css: red)), colorAsWritten: last),
      ], interpolation: ColorInterpolation(.lch))
    func difference(_ first: Double, _ second: Double) -> Double {
      let change = ramp.sample(at: first, encoding: .srgb) - ramp.sample(at: second, encoding: .srgb)
      return (change * change).sum().squareRoot()
    }
    #expect(difference(0, 0.2 + 1e-9) < 1e-6)
    #expect(difference(1, 0.8 - 1e-9) < 1e-6)
    #expect(abs(ramp.color(at: 1).alpha - 0.5) < 1e-9)
    #expect(abs(ColorSpace.lch.components(ofLight: light(ramp.color(at: 0))).x - 70) < 1e-6)
  }

  private func light(_ color: LinearColor) -> SIMD3<Double> { SIMD3(color.red, color.green, color.blue) }

  @Test("Components missing in both colours stay missing") func nothingIsNothing() throws {
    let none = try CSSColorParser.parse("rgb(none 0 0 / none)")
    #expect(ColorMix(none, none, in: .srgb).color(at: 0.5).alpha == 0)
  }
}
