/// Numbers as text for people and for JSON.
enum NumberText {
  /// A whole number with zeros in front, so that it has a number of digits at least.
  static func padded(_ number: Int, digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// A number rounded to `digits` digits after a full stop, which is the decimal separator in every locale. A number so large
  /// that Double does not hold all these digits (9·10¹⁵ units of the last digit) is printed as Swift prints it.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let lastDigitUnits = Int(scaled)
    let sign = value < 0 && lastDigitUnits > 0 ? "-" : ""
    if digits == 0 { return sign + "\(lastDigitUnits)" }
    let fraction = String(lastDigitUnits % Int(scale))
    return sign + "\(lastDigitUnits / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  /// A number without ".0": "20", "17.5".
  static func plain(_ value: Double) -> String {
    abs(value) < 9e15 && value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  /// The number above 0 that a text such as "800k", "1.5M" or "2G" stands for, in decimal units; nil for other texts.
  static func withUnit(_ text: String) -> Double? {
    let units: [Character: Double] = ["k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6, "G": 1e9]
    // 100kB is 100k.
    let text = text.count > 1 && (text.hasSuffix("B") || text.hasSuffix("b")) ? text.dropLast() : text[...]
    let factor = text.last.flatMap { units[$0] }
    guard let number = Double(factor == nil ? text : text.dropLast()), number.isFinite, number > 0 else {
      return nil
    }
    return number * (factor ?? 1)
  }

  /// "1 frame", "2 frames".
  static func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }

  /// "7 s", "3 min 20 s", "2 h 5 min". Parts of a second are rounded up; from an hour on the seconds are left out.
  static func duration(_ seconds: Double) -> String {
    let wholeSeconds = Int(min(max(seconds, 0), 1e9).rounded(.up))
    if wholeSeconds < 60 { return "\(wholeSeconds) s" }
    if wholeSeconds < 3600 { return "\(wholeSeconds / 60) min \(wholeSeconds % 60) s" }
    return "\(wholeSeconds / 3600) h \(wholeSeconds % 3600 / 60) min"
  }

  /// "14.2 MB": decimal units.
  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(fixed(Double(bytes) / 1e3, 1)) kB" }
    if bytes < 1_000_000_000 { return "\(fixed(Double(bytes) / 1e6, 1)) MB" }
    return "\(fixed(Double(bytes) / 1e9, 2)) GB"
  }
}
