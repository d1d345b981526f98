import JSON
import Model

/// Frame rates and durations, read from their decimal text without rounding.
package enum ExactNumbers {
  /// The longest text, in UTF-8, that is read as a frame rate.
  private static let maximumFrameRateBytes = 32
  /// The longest text, in UTF-8, that is read as a decimal.
  private static let maximumDecimalBytes = 64
  /// The digits of a decimal, read as one whole number, must stay below this: at most 15 digits, which 64 bits hold with room to
  /// spare.
  private static let digitsLimit: Int64 = 1_000_000_000_000_000

  // What is allowed, in words for messages, with the numbers of `Limits`.
  static let frameRateRule = "0.1 to 1000, with at most three decimals, or a fraction such as 30000/1001"
  static let durationRule = "above 0 and at most 1000000 seconds, with at most six decimals"

  /// A frame rate: `60`, `29.97` (30000/1001), `12.5`, `30000/1001`; nil for other texts and rates out of range.
  package static func frameRate(_ text: String) -> Rational? {
    guard text.utf8.count <= maximumFrameRateBytes else { return nil }
    let rate: Rational
    if let slash = text.firstIndex(of: "/") {
      guard let numerator = Int64(text[..<slash]), let denominator = Int64(text[text.index(after: slash)...]),
        numerator > 0, denominator > 0
      else { return nil }
      rate = Rational(numerator, denominator)
    } else {
      guard let decimal = decimal(text, maximumDecimals: 3), decimal > .zero else { return nil }
      rate = broadcastRate(decimal) ?? decimal
    }
    guard rate.numerator <= Limits.frameRateNumerator, rate.denominator <= Limits.frameRateDenominator,
      Limits.frameRates.contains(rate.double)
    else { return nil }
    return rate
  }

  /// The broadcast rate n · 1000/1001 that is customarily written 23.976, 29.97, 59.94 or 119.88; nil for other decimals.
  private static func broadcastRate(_ decimal: Rational) -> Rational? {
    let rates: [(written: Rational, nominal: Int64)] = [
      (Rational(23_976, 1000), 24), (Rational(2997, 100), 30), (Rational(5994, 100), 60), (Rational(11_988, 100), 120),
    ]
    return rates.first { $0.written == decimal }.map { Rational($0.nominal * 1000, 1001) }
  }

  /// The exact value of a duration in seconds; nil if it is not above 0, too long, or has too many decimals.
  package static func duration(_ text: String) -> Rational? {
    guard let value = decimal(text, maximumDecimals: Limits.durationDecimals), value > .zero,
      value <= Rational(Int64(Limits.durationSeconds))
    else { return nil }
    return value
  }

  /// The exact value of a decimal in JSON's spelling, which may have an exponent; nil for other texts, for more than
  /// `maximumDecimals` digits after the point, and for more than 15 digits in all.
  package static func decimal(_ text: String, maximumDecimals: Int) -> Rational? {
    guard text.utf8.count <= maximumDecimalBytes, JSONReader.isNumber(Array(text.utf8)[...]) else { return nil }
    // The value is ± digits · 10^exponent.
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var hasPoint = false
    var remaining = Array(text.utf8)[...]
    if remaining.first == UInt8(ascii: "-") {
      isNegative = true
      remaining = remaining.dropFirst()
    }
    while let byte = remaining.first {
      remaining = remaining.dropFirst()
      if byte == UInt8(ascii: ".") {
        hasPoint = true
      } else if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
        // Values with exponents beyond ±100 are out of every range; refusing them here keeps the list of digits short.
        guard let writtenExponent = Int(String(decoding: remaining, as: UTF8.self)), abs(writtenExponent) <= 100 else {
          return nil
        }
        exponent += writtenExponent
        break
      } else {
        digits.append(byte - UInt8(ascii: "0"))
        if hasPoint { exponent -= 1 }
      }
    }
    // Trailing zeros do not count as decimals: 1.500 has one decimal.
    while digits.last == 0, exponent < 0 {
      digits.removeLast()
      exponent += 1
    }
    guard -exponent <= maximumDecimals else { return nil }
    var value: Int64 = 0
    for digit in digits + Array(repeating: 0, count: max(0, exponent)) {
      value = value * 10 + Int64(digit)
      guard value < digitsLimit else { return nil }
    }
    var denominator: Int64 = 1
    for _ in 0..<max(0, -exponent) { denominator *= 10 }
    return Rational(isNegative ? -value : value, denominator)
  }

  /// The text of a number: a decimal such as "12.012" if it needs at most `Limits.durationDecimals` decimals, otherwise a
  /// fraction such as "1/3".
  package static func text(_ value: Rational) -> String {
    var (numerator, denominator) = (value.numerator, value.denominator)
    var decimals = 0
    while denominator != 1, decimals < Limits.durationDecimals {
      // `Rational` reduces fractions, so the denominator becomes 1 as soon as the product is whole.
      let next = Rational(numerator, denominator) * Rational(10)
      (numerator, denominator) = (next.numerator, next.denominator)
      decimals += 1
    }
    guard denominator == 1 else { return value.description }
    guard decimals > 0 else { return "\(numerator)" }
    var digits = String(numerator.magnitude)
    while digits.count <= decimals { digits = "0" + digits }
    digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
    return (numerator < 0 ? "-" : "") + digits
  }
}
