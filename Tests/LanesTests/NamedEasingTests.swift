import Foundation
import Lanes
import Testing

/// Compares the curves of easings.net with the site's own formulas, computed with the system's functions.
@Suite struct NamedEasingTests {
  /// The formulas of easings.net for the curves that are not mirror images of others.
  private static let formulas: [(NamedEasing, @Sendable (Double) -> Double)] = [
    (.easeInSine, { 1 - cos($0 * .pi / 2) }), (.easeInOutSine, { -(cos(.pi * $0) - 1) / 2 }),
    (.easeInQuad, { $0 * $0 }), (.easeInOutQuad, { $0 < 0.5 ? 2 * $0 * $0 : 1 - pow(-2 * $0 + 2, 2) / 2 }),
    (.easeInCubic, { pow($0, 3) }), (.easeInOutCubic, { $0 < 0.5 ? 4 * pow($0, 3) : 1 - pow(-2 * $0 + 2, 3) / 2 }),
    (.easeInQuart, { pow($0, 4) }), (.easeInOutQuart, { $0 < 0.5 ? 8 * pow($0, 4) : 1 - pow(-2 * $0 + 2, 4) / 2 }),
    (.easeInQuint, { pow($0, 5) }), (.easeInOutQuint, { $0 < 0.5 ? 16 * pow($0, 5) : 1 - pow(-2 * $0 + 2, 5) / 2 }),
    (.easeInExpo, { pow(2, 10 * $0 - 10) }),
    (.easeInOutExpo, { $0 < 0.5 ? pow(2, 20 * $0 - 10) / 2 : (2 - pow(2, -20 * $0 + 10)) / 2 }),
    (.easeInCirc, { 1 - sqrt(1 - pow($0, 2)) }),
    (
      .easeInOutCirc,
      { $0 < 0.5 ? (1 - sqrt(1 - pow(2 * $0, 2))) / 2 : (sqrt(1 - pow(-2 * $0 + 2, 2)) + 1) / 2 }
    ),
    (.easeInBack, { 2.70158 * $0 * $0 * $0 - 1.70158 * $0 * $0 }),
    (
      .easeInOutBack,
      {
        let c2 = 1.70158 * 1.525
        return $0 < 0.5
          ? (pow(2 * $0, 2) * ((c2 + 1) * 2 * $0 - c2)) / 2
          : (pow(2 * $0 - 2, 2) * ((c2 + 1) * ($0 * 2 - 2) + c2) + 2) / 2
      }
    ),
    (.easeInElastic, { -pow(2, 10 * $0 - 10) * sin(($0 * 10 - 10.75) * (2 * .pi) / 3) }),
    (
      .easeInOutElastic,
      {
        let c5 = (2 * Double.pi) / 4.5
        return $0 < 0.5
          ? -(pow(2, 20 * $0 - 10) * sin((20 * $0 - 11.125) * c5)) / 2
          : (pow(2, -20 * $0 + 10) * sin((20 * $0 - 11.125) * c5)) / 2 + 1
      }
    ),
  ]

  @Test("Curves follow the formulas of easings.net", arguments: NamedEasingTests.formulas.indices)
  func followsFormula(_ number: Int) {
    let (name, formula) = Self.formulas[number]
    for step in 1..<200 {
      let x = Double(step) / 200
      #expect(abs(Easing.named(name).value(at: x) - formula(x)) < 1e-12, "\(name) at \(x)")
    }
  }

  @Test("easeOut is easeIn backwards, and bounces touch 1 where easings.net says")
  func mirrored() throws {
    for name in NamedEasing.allCases where name.rawValue.hasPrefix("easeIn") && !name.rawValue.hasPrefix("easeInOut") {
      let out = try #require(NamedEasing(rawValue: "easeOut" + name.rawValue.dropFirst("easeIn".count)))
      for step in 0...100 {
        let x = Double(step) / 100
        let mirrored = 1 - Easing.named(name).value(at: 1 - x)
        #expect(abs(Easing.named(out).value(at: x) - mirrored) < 1e-12, "\(name) at \(x)")
      }
    }
    let bounce = Easing.named(.easeOutBounce)
    for x in [1 / 2.75, 2 / 2.75, 2.5 / 2.75] { #expect(abs(bounce.value(at: x) - 1) < 1e-12) }
    #expect(abs(bounce.value(at: 1.5 / 2.75) - 0.75) < 1e-12 && abs(bounce.value(at: 2.25 / 2.75) - 0.9375) < 1e-12)
  }

  @Test("Curves begin at 0, end at 1, stay in their ranges, and are read by name", arguments: NamedEasing.allCases)
  func ends(_ name: NamedEasing) {
    let easing = Easing.named(name)
    #expect(easing.value(at: 0) == 0 && easing.value(at: 1) == 1)
    #expect(Easing(css: name.rawValue) == easing)
    for step in 0...1000 { #expect(name.range.contains(easing.value(at: Double(step) / 1000)), "\(name)") }
  }
}
