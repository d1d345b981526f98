import Model
import Presets
import Testing

@Suite struct ExactNumbersTests {
  @Test(
    "Frame rates are read exactly",
    arguments: [
      ("60", 60, 1), ("29.97", 30000, 1001), ("23.976", 24000, 1001), ("59.94", 60000, 1001), ("119.88", 120000, 1001),
      ("30000/1001", 30000, 1001), ("12.5", 25, 2), ("24.000", 24, 1), ("0.1", 1, 10), ("1e2", 100, 1),
    ])
  func ratesAreRead(text: String, numerator: Int64, denominator: Int64) {
    #expect(ExactNumbers.frameRate(text) == Rational(numerator, denominator))
  }

  @Test(
    "Frame rates out of range, without a number or with too many decimals are refused",
    arguments: [
      "0", "-60", "1001", "0.09", "60/0", "1/x", "", "abc", "1e99", "60.1234", "9223372036854775807/2", "NaN", "1/99",
    ])
  func otherRatesAreRefused(text: String) { #expect(ExactNumbers.frameRate(text) == nil) }

  @Test(
    "Durations are read exactly",
    arguments: [
      ("12.012", 3003, 250), ("5", 5, 1), ("0.000001", 1, 1_000_000), ("1.50", 3, 2), ("2.5e1", 25, 1),
      ("1000000", 1_000_000, 1),
    ])
  func durationsAreExact(text: String, numerator: Int64, denominator: Int64) {
    #expect(ExactNumbers.duration(text) == Rational(numerator, denominator))
  }

  @Test(
    "Durations out of range, without a number or with too many decimals are refused",
    arguments: ["0", "-1", "1000000.1", "0.0000001", "1e-7", "1e300", "x", "99999999999999999999999"])
  func otherDurationsAreRefused(text: String) { #expect(ExactNumbers.duration(text) == nil) }

  @Test("Numbers are written exactly") func numbersAreWrittenExactly() {
    #expect(ExactNumbers.text(Rational(3003, 250)) == "12.012")
    #expect(ExactNumbers.text(Rational(-1, 8)) == "-0.125")
    #expect(ExactNumbers.text(Rational(1, 3)) == "1/3")
    #expect(ExactNumbers.text(Rational(7)) == "7")
  }

  @Test("Sizes are read") func sizesAreRead() {
    #expect(PresetSettings.Size("1280x720") == .pixels(width: 1280, height: 720))
    #expect(PresetSettings.Size("50%") == .percent(50))
    for text in ["0x5", "x", "12", "-1x5", "1x2x3", "%", "0%", "99999999999999999999x1"] {
      #expect(PresetSettings.Size(text) == nil)
    }
  }
}
