import Colorimetry
import Testing

/// A colour, or a mixture of two, as a browser computed it (Chromium 156's computed styles).
private struct Case: Sendable, CustomTestStringConvertible {
  let css: String
  /// The colour that `css` is mixed with; empty for none.
  var other = ""
  /// The share of `css` in the mixture.
  var share = 1.0
  var interpolation = ColorInterpolation.srgb
  let space: ColorSpace
  let expected: SIMD3<Double>
  let alpha: Double
  var testDescription: String { other.isEmpty ? "\(css) in \(space)" : "\(css) and \(other) in \(interpolation.space)" }
}

private let cases: [Case] = [
  Case(css: "#e63946", space: .oklab, expected: SIMD3(0.612229, 0.192699, 0.0788069), alpha: 1),
  Case(css: "#e63946", space: .oklch, expected: SIMD3(0.612229, 0.208191, 22.2428), alpha: 1),
  Case(css: "#e63946", space: .lab, expected: SIMD3(52.8506, 66.4335, 35.827), alpha: 1),
  Case(css: "#e63946", space: .lch, expected: SIMD3(52.8506, 75.4784, 28.3376), alpha: 1),
  Case(css: "#e63946", space: .displayP3, expected: SIMD3(0.831246, 0.284523, 0.297949), alpha: 1),
  Case(css: "#e63946", space: .srgbLinear, expected: SIMD3(0.791298, 0.0409152, 0.061246), alpha: 1),
  Case(css: "#e63946", space: .hsl, expected: SIMD3(355.4913, 77.5784, 56.2745), alpha: 1),
  Case(css: "#e63946", space: .hwb, expected: SIMD3(355.4913, 22.3529, 9.8039), alpha: 1),
  Case(css: "#00b4d8", space: .oklab, expected: SIMD3(0.711383, -0.0999659, -0.0808933), alpha: 1),
  Case(css: "#00b4d8", space: .oklch, expected: SIMD3(0.711383, 0.128596, 218.98), alpha: 1),
  Case(css: "#00b4d8", space: .srgbLinear, expected: SIMD3(0.0, 0.456411, 0.686685), alpha: 1),
  Case(css: "#00b4d8", space: .hsl, expected: SIMD3(190.0, 100.0, 42.3529), alpha: 1),
  Case(css: "#3a5a40", space: .oklch, expected: SIMD3(0.43474, 0.056929, 149.424), alpha: 1),
  Case(css: "#3a5a40", space: .lab, expected: SIMD3(35.1658, -16.8775, 11.1953), alpha: 1),
  Case(css: "#3a5a40", space: .displayP3, expected: SIMD3(0.255167, 0.349599, 0.259586), alpha: 1),
  Case(css: "oklab(0.7 -0.1 0.08)", space: .srgb, expected: SIMD3(0.434662, 0.698427, 0.39746), alpha: 1),
  Case(css: "oklch(0.65 0.12 250)", space: .srgb, expected: SIMD3(0.318808, 0.578664, 0.836483), alpha: 1),
  Case(css: "lab(55 30 -40)", space: .srgb, expected: SIMD3(0.609433, 0.446351, 0.791516), alpha: 1),
  Case(css: "lch(60 45 130)", space: .srgb, expected: SIMD3(0.414972, 0.618771, 0.315028), alpha: 1),
  Case(css: "hsl(210 60% 45%)", space: .srgb, expected: SIMD3(0.18, 0.45, 0.72), alpha: 1),
  Case(css: "hsl(33 100% 70%)", space: .srgb, expected: SIMD3(1.0, 0.73, 0.4), alpha: 1),
  Case(css: "hwb(300 20% 30%)", space: .srgb, expected: SIMD3(0.7, 0.2, 0.7), alpha: 1),
  Case(css: "color(display-p3 1 0.2 0.1)", space: .srgb, expected: SIMD3(1.0901, -0.082651, -0.107446), alpha: 1),
  Case(
    css: "#ff0000", other: "#0000ff", share: 0.5, interpolation: ColorInterpolation(.oklab, hue: .shorter),
    space: .oklab,
    expected: SIMD3(0.539974, 0.0962086, -0.0928316), alpha: 1),
  Case(
    css: "#ff8800", other: "#0066cc", share: 0.3, interpolation: ColorInterpolation(.oklch, hue: .shorter),
    space: .oklch,
    expected: SIMD3(0.588627, 0.178311, 304.02), alpha: 1),
  Case(
    css: "#c04060", other: "#6080c0", share: 0.5, interpolation: ColorInterpolation(.oklch, hue: .longer),
    space: .oklch,
    expected: SIMD3(0.581996, 0.134545, 136.236), alpha: 1),
  Case(
    css: "#ffcc00", other: "#00336666", share: 0.5, interpolation: ColorInterpolation(.srgb, hue: .shorter),
    space: .srgb,
    expected: SIMD3(0.714286, 0.628571, 0.114286), alpha: 0.7),
  Case(
    css: "#ff0000", other: "#00ff00", share: 0.5, interpolation: ColorInterpolation(.srgbLinear, hue: .shorter),
    space: .srgbLinear,
    expected: SIMD3(0.5, 0.5, 2.79397e-09), alpha: 1),
  Case(
    css: "#cc3333", other: "#3333cc", share: 0.25, interpolation: ColorInterpolation(.hsl, hue: .shorter), space: .srgb,
    expected: SIMD3(0.5, 0.2, 0.8), alpha: 1),
  Case(
    css: "#8a4fb0", other: "#b5651d", share: 0.4, interpolation: ColorInterpolation(.lch, hue: .increasing),
    space: .lch,
    expected: SIMD3(48.5175, 58.6247, 17.1183), alpha: 1),
]

@Suite struct ReferenceColorTests {
  @Test("A colour agrees with the browser's", arguments: cases)
  fileprivate func agreesWithTheBrowser(_ test: Case) throws {
    var color = try #require(LinearColor(css: test.css))
    if !test.other.isEmpty {
      let other = try #require(LinearColor(css: test.other))
      color = test.interpolation.mix(color, other, share: 1 - test.share)
    }
    let result = test.space.components(ofLight: SIMD3(color.red, color.green, color.blue))
    for index in 0..<3 {
      var difference = (result[index] - test.expected[index]).magnitude
      if index == test.space.hueIndex { difference = min(difference, 360 - difference) }
      #expect(difference <= tolerance(test.space, index), "component \(index): \(result[index])")
    }
    #expect((color.alpha - test.alpha).magnitude <= 0.0002)
  }

  /// The tolerance that the browser's figures come with.
  private func tolerance(_ space: ColorSpace, _ index: Int) -> Double {
    if index == space.hueIndex { return 0.1 }
    switch space {
    case .lab, .lch, .hsl, .hwb: return 0.05
    default: return 0.0002
    }
  }
}
