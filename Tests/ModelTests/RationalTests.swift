import Model
import Testing

@Suite struct RationalTests {
  /// The largest frame rates and durations that a preset may have must not overflow.
  @Test("Times of frames stay exact for extreme rates and durations") func timesStayExactForExtremeRates() {
    let rates = [Rational(999_983, 9_973), Rational(1_000_000, 1_001), Rational(1, 10), Rational(120_000, 1_001)]
    let durations = [Rational(999_999_999_999, 1_000_000), Rational(1, 1_000_000), Rational(12_012, 1_000)]
    for rate in rates {
      for duration in durations {
        for frame in [0, 1, 9_999_999, 10_000_000] {
          let canvas = Canvas(frameRate: rate, duration: duration, loops: true)
          let time = canvas.time(ofFrame: frame)
          #expect(time >= .zero && time < duration)
        }
      }
    }
  }

  @Test("Frame counts round up") func frameCountsRoundUp() {
    #expect(Canvas(frameRate: Rational(30_000, 1_001), duration: Rational(12)).frameCount == 360)
    #expect(Canvas(frameRate: Rational(30_000, 1_001), duration: Rational(3_003, 250)).frameCount == 360)
  }
}
