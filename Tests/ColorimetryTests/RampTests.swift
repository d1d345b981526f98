import Colorimetry
import Lanes
import Testing

@Suite struct RampTests {
  private func ramp(_ stops: [(Double, String)], _ interpolation: ColorInterpolation = .oklab) -> ColorRamp {
    ColorRamp(
      stops: stops.map { (location: $0.0, color: LinearColor(css: $0.1) ?? .clear) }, interpolation: interpolation)
  }

  private let spectrum: [(Double, String)] = [
    (0, "#05060f"), (0.2, "#ff5252"), (0.4, "#ffd740"), (0.55, "rgb(64 196 255 / 0.4)"), (0.8, "white"), (1, "#131a3a"),
  ]

  /// The largest difference of a component.
  private func largestDifference(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Double {
    let d = a - b
    return max(max(d.x.magnitude, d.y.magnitude), max(d.z.magnitude, d.w.magnitude))
  }

  @Test("Cubic pieces follow the exact ramp", arguments: ColorSpace.allCases) func curvesFollowTheExactRamp(
    _ space: ColorSpace
  ) {
    for hue in ColorInterpolation.HuePath.allCases {
      let exact = ramp(spectrum, ColorInterpolation(space, hue: hue))
      for encoding in [ColorRamp.Encoding.linear, .srgb] {
        let curve = ColorCurve(exact, encoding: encoding)
        var worst = 0.0
        for step in 0...4000 {
          let place = Float(step) / 3900
          let expected = exact.sample(at: Double(place), encoding: encoding)
          let value = SIMD4<Double>(curve.value(at: place))
          if encoding == .srgb {
            worst = max(worst, largestDifference(value, expected))
          } else {
            // The error of the light after it is encoded.
            let encode = TransferFunction.srgb.encode
            for index in 0..<3 { worst = max(worst, (encode(value[index]) - encode(expected[index])).magnitude) }
            worst = max(worst, (value.w - expected.w).magnitude)
          }
        }
        // A tenth of an 8-bit step; the error is largest where a ramp in hsl or hwb has a corner inside of a piece.
        #expect(worst < 0.1 / 255, "\(space) \(hue) \(encoding): \(worst * 255)")
        #expect(curve.pieces.count < 400, "\(curve.pieces.count) pieces")
      }
    }
  }

  @Test("Tables are within their stated error") func tablesAreAsGoodAsTheyClaim() {
    let exact = ramp(spectrum)
    for (count, limit) in [(256, 3.0), (1024, 1.0)] {
      let table = exact.table(count: count, encoding: .srgb)
      #expect(table.count == count)
      var worst = 0.0
      for step in 0...9000 {
        let place = Double(step) / 9000
        let position = place * Double(count - 1)
        let index = min(Int(position), count - 2)
        let (a, b) = (SIMD4<Double>(table[index]), SIMD4<Double>(table[index + 1]))
        worst = max(
          worst, largestDifference(a + (b - a) * (position - Double(index)), exact.sample(at: place, encoding: .srgb)))
      }
      #expect(worst * 255 < limit, "\(worst * 255)")
    }
  }

  @Test("Stops are corrected as in CSS") func stopsAreFixedAsInCSS() {
    // A stop before its predecessor moves up to it; a hard edge belongs to the later colour.
    let fixed = ramp([(0.2, "red"), (0.6, "lime"), (0.4, "blue"), (1, "blue")], .srgb)
    let curve = ColorCurve(fixed, encoding: .srgb)
    #expect(curve.value(at: -5) == SIMD4(1, 0, 0, 1))
    #expect(curve.value(at: 0.1) == SIMD4(1, 0, 0, 1))
    #expect((curve.value(at: Float(0.6).nextDown).y - 1).magnitude < 1e-6)
    #expect(curve.value(at: Float(0.6)) == SIMD4(0, 0, 1, 1))
    #expect(curve.value(at: 9) == SIMD4(0, 0, 1, 1))
    #expect(fixed.color(at: 0.6) == LinearColor(red: 0, green: 0, blue: 1))
    #expect(curve.isOpaque && curve.isPiecewiseLinear && curve.isInGamut)
  }

  @Test("Ramps without stops, and with extreme ones, have colours") func strangeStopsAreDefined() {
    #expect(ColorCurve(ramp([]), encoding: .linear).value(at: 0.5) == .zero)
    #expect(ColorCurve(ramp([(0.5, "white")]), encoding: .linear).value(at: 0.1) == SIMD4(1, 1, 1, 1))
    let same = ColorCurve(ramp([(0.5, "white"), (0.5, "black")]), encoding: .linear)
    #expect(same.value(at: 0.49).x == 1 && same.value(at: 0.5).x == 0)
    let strange = ColorCurve(ramp([(.nan, "white"), (.nan, "black"), (1, "red")]), encoding: .linear)
    #expect(strange.value(at: 1) == SIMD4(1, 0, 0, 1))
    #expect(strange.value(at: .nan).x.isFinite || strange.value(at: .nan).x.isNaN)
  }

  @Test("A transparent end does not darken the ramp") func transparentEndsDoNotDarken() {
    let faded = ramp([(0, "#ffcc00"), (1, "transparent")], .srgb)
    let middle = faded.color(at: 0.5)
    #expect((middle.alpha - 0.5).magnitude < 1e-12)
    #expect((middle.srgbEncoded.x - 1).magnitude < 1e-9)
    #expect(!ColorCurve(faded, encoding: .linear).isOpaque)
  }

  @Test("Easings shape the interval between stops") func easingsShapeTheStretch() {
    let stops = [
      ColorRamp.Stop(0, .black, easing: .hold), ColorRamp.Stop(0.5, .white, easing: .steps(count: 2, jump: .end)),
      ColorRamp.Stop(1, .black),
    ]
    let curve = ColorCurve(ColorRamp(stops: stops, interpolation: .linear), encoding: .linear)
    #expect(curve.value(at: 0.499).x == 0)
    #expect(curve.value(at: 0.51) == curve.value(at: 0.74))
    #expect(curve.value(at: 0.76) != curve.value(at: 0.74))
  }

  @Test("Missing components come from the other colour") func missingComponentsComeFromTheOtherColor() throws {
    let first = try CSSColorParser.parse("oklch(0.6 0.2 none)")
    let second = try CSSColorParser.parse("oklch(0.8 0.1 120)")
    let mixed = ColorMix(first, second, in: ColorInterpolation(.oklch)).color(at: 0.5)
    let components = ColorSpace.oklch.components(ofLight: SIMD3(mixed.red, mixed.green, mixed.blue))
    #expect((components.z - 120).magnitude < 1e-6 && (components.y - 0.15).magnitude < 1e-6)
    // A missing chroma stays missing on the way from lch to hsl.
    let gray = try CSSColorParser.parse("lch(50 none 30)")
    let vivid = try CSSColorParser.parse("hsl(200 80% 50%)")
    let carried = ColorMix(gray, vivid, in: ColorInterpolation(.hsl)).color(at: 0)
    let hsl = ColorSpace.hsl.components(ofLight: SIMD3(carried.red, carried.green, carried.blue))
    #expect((hsl.y - 80).magnitude < 1e-6)
    // A missing alpha is taken from the other colour.
    let clear = try CSSColorParser.parse("rgb(255 0 0 / none)")
    #expect(ColorMix(clear, try CSSColorParser.parse("rgb(0 0 255 / 0.4)"), in: .srgb).color(at: 0.5).alpha == 0.4)
    // White has no hue of its own.
    let tint = ColorInterpolation(.oklch).mix(.white, LinearColor(css: "oklch(0.5 0.1 200)") ?? .clear, share: 0.5)
    #expect((ColorSpace.oklch.components(ofLight: SIMD3(tint.red, tint.green, tint.blue)).z - 200).magnitude < 1e-6)
  }
}
