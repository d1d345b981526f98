import Colorimetry
import Testing

@Suite("Colours of temperatures and smooth curves through stops") struct BlackbodyTests {
  @Test(
    "Chromaticities are those of the CIE's tables: a candle, illuminant A, daylight's temperature, and others",
    arguments: [
      (1_000, 0.6528, 0.3444), (1_850, 0.5435, 0.4098), (2_856, 0.44758, 0.40745), (4_000, 0.3805, 0.3768),
      (6_500, 0.3135, 0.3237), (10_000, 0.2807, 0.2884),
    ])
  func chromaticities(kelvins: Int, x: Double, y: Double) {
    let xyz = Blackbody.xyz(kelvins: Double(kelvins))
    let sum = xyz.x + xyz.y + xyz.z
    #expect(abs(xyz.x / sum - x) < 0.0005 && abs(xyz.y / sum - y) < 0.0005, "\(xyz.x / sum) \(xyz.y / sum)")
  }

  @Test("blackbody() is a colour of CSS's kind; below 1,900 K it lies outside of sRGB") func css() {
    let candle = LinearColor(css: "blackbody(1850)")!
    #expect(candle.red == 1 && candle.blue < 0 && candle.green > 0.2)
    #expect(LinearColor(css: "BlackBody(6500K)")!.blue > 0.98)
    #expect(LinearColor.explainCSSFailure("blackbody(20)") == "a temperature lies between 500 and 40000 kelvins")
    #expect(LinearColor.explainCSSFailure("blackbody(900, 6500)") == "blackbody() takes one temperature in kelvins")
    #expect(LinearColor.explainCSSFailure("blackbody(warm)") == "a temperature is a number of kelvins")
  }

  private func ramp(_ stops: [(Double, Double)], isSpline: Bool = true) -> ColorRamp {
    ColorRamp(
      stops: stops.map { (location: $0.0, color: LinearColor(red: $0.1, green: 0.5, blue: 1 - $0.1, alpha: 1)) },
      interpolation: ColorInterpolation(.srgbLinear, isSpline: isSpline))
  }

  @Test("A spline passes through its stops, has no corner there, and does not overshoot") func spline() {
    let stops = [(0.0, 0.1), (0.3, 0.8), (0.5, 0.9), (0.6, 0.9), (1, 0.2)]
    let (smooth, straight) = (ramp(stops), ramp(stops, isSpline: false))
    for (location, red) in stops { #expect(abs(smooth.color(at: location).red - red) < 1e-12) }
    func slope(_ ramp: ColorRamp, _ location: Double, _ side: Double) -> Double {
      (ramp.color(at: location + side * 1e-5).red - ramp.color(at: location).red) / (side * 1e-5)
    }
    for location in [0.0, 0.3, 0.5, 0.6, 1] {
      #expect(abs(slope(smooth, location, 1) - slope(smooth, location, -1)) < 0.01, "\(location)")
    }
    #expect(abs(slope(straight, 0.3, 1) - slope(straight, 0.3, -1)) > 1)
    for (earlier, later) in zip(stops, stops.dropFirst()) {
      var last = earlier.1
      for step in 0...100 {
        let red = smooth.color(at: earlier.0 + (later.0 - earlier.0) * Double(step) / 100).red
        #expect(red >= min(earlier.1, later.1) - 1e-12 && red <= max(earlier.1, later.1) + 1e-12)
        #expect(later.1 >= earlier.1 ? red >= last - 1e-12 : red <= last + 1e-12)
        last = red
      }
    }
  }

  @Test("Hard edges stay, and cubic pieces follow the curve") func edges() {
    let hard = ramp([(0, 0), (0.5, 1), (0.5, 0.2), (1, 0.6)])
    #expect(abs(hard.color(at: 0.4999999).red - 1) < 1e-5 && abs(hard.color(at: 0.5).red - 0.2) < 1e-12)
    let curve = ColorCurve(hard, encoding: .linear)
    for step in 0...1_000 {
      let location = Double(step) / 1_000
      #expect(abs(Double(curve.value(at: Float(location)).x) - hard.color(at: location).red) < 2e-4)
    }
  }
}
