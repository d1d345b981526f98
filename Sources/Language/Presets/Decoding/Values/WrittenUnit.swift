import JSON
import Model

/// A unit that style sheets and other programs write after a number. Presets have no units, so messages say what to write
/// instead.
struct WrittenUnit {
  /// What is measured, which determines the unit that presets use.
  enum Quantity {
    case time, angle, length, frequency
    /// A length that depends on something that Motes does not know: a font's size, a window or a screen's resolution.
    case relative
  }

  /// The unit as it is written, in lowercase.
  let name: String
  let quantity: Quantity
  /// A number times `factor`, divided by `divisor`, is in seconds, degrees, points or hertz. Dividing by 1,000 gives the Double
  /// nearest to the decimal; multiplying by 0.001 often does not.
  private let factor: Double
  private let divisor: Double

  private init(_ name: String, _ quantity: Quantity, times factor: Double = 1, over divisor: Double = 1) {
    self.name = name
    self.quantity = quantity
    self.factor = factor
    self.divisor = divisor
  }

  private static let all: [WrittenUnit] = [
    .init("s", .time), .init("sec", .time), .init("secs", .time), .init("second", .time), .init("seconds", .time),
    .init("ms", .time, over: 1_000), .init("min", .time, times: 60), .init("mins", .time, times: 60),
    .init("minute", .time, times: 60), .init("minutes", .time, times: 60), .init("h", .time, times: 3_600),
    .init("°", .angle), .init("deg", .angle), .init("degs", .angle), .init("degree", .angle), .init("degrees", .angle),
    .init("turn", .angle, times: 360), .init("turns", .angle, times: 360), .init("rad", .angle, times: 180, over: .pi),
    .init("grad", .angle, times: 9, over: 10),
    .init("px", .length), .init("pt", .length), .init("pts", .length), .init("point", .length),
    .init("points", .length), .init("pixel", .length), .init("pixels", .length), .init("dp", .length),
    .init("fps", .frequency), .init("hz", .frequency),
    .init("em", .relative), .init("rem", .relative), .init("ex", .relative), .init("ch", .relative),
    .init("vw", .relative), .init("vh", .relative), .init("vmin", .relative), .init("vmax", .relative),
    .init("cm", .relative), .init("mm", .relative), .init("in", .relative),
  ]

  /// The unit with a name in any case; nil for other words.
  static func named(_ name: String) -> WrittenUnit? {
    let lowercased = name.lowercased()
    return all.first { $0.name == lowercased }
  }

  /// Converts a number with this unit to a unit of the preset language; nil if the two measure different quantities.
  func converted(_ value: Double, to unit: ValueUnit) -> Double? {
    guard quantity == Self.quantity(of: unit) else { return nil }
    let exact = value * factor / divisor
    // Rounded to as many digits as an author would write: 89.954 degrees for 1.57 rad.
    let rounded = abs(exact) < 1 ? (exact * 1e6).rounded() / 1e6 : (exact * 1e3).rounded() / 1e3
    return rounded == 0 ? exact : rounded
  }

  /// What a unit of the preset language measures, ignoring "a second" in rates; nil for units that other programs do not write.
  private static func quantity(of unit: ValueUnit) -> Quantity? {
    switch unit {
    case .seconds: .time
    case .degrees, .degreesPerSecond: .angle
    case .points, .pointsPerSecond, .pointsPerSecondSquared, .pixels: .length
    case .framesPerSecond, .hertz: .frequency
    case .none, .perSecond, .perSecondSquared, .perPoint, .particlesPerSecond, .particles, .share, .factor, .stops,
      .nanometers:
      nil
    }
  }
}

extension WrittenUnit {
  /// The end of a message on a text that is a number with a unit: what to write instead. Nil for other texts.
  ///
  /// - Parameter unit: the unit of the key.
  static func hint(_ text: String, _ unit: ValueUnit) -> String? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
    let suffix = text.dropFirst(digits.count).drop { $0 == " " }
    let maximumSuffixBytes = 16
    guard let value = Double(digits), value.isFinite, suffix.utf8.count <= maximumSuffixBytes else { return nil }
    guard suffix.first.map({ $0.isLetter || "°/".contains($0) }) == true,
      suffix.allSatisfy({ $0.isLetter || "°/^2² ".contains($0) })
    else { return nil }
    let keyUnitClause = unit == .none ? "" : ", which is in \(unit.rawValue)"
    // The units before and after a slash, or a single unit. Presets state all rates per second, or per second squared.
    let parts = suffix.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { part in
      part.filter { $0 != " " }
    }
    let isPerSecondOrNoRate =
      parts.count == 1 || ["s", "sec", "s2", "s^2", "s²", "second"].contains(parts[1].lowercased())
    // The number needs no conversion if there is no unit before the slash ("26/s"), if it is a factor ("2x"), or if it is written
    // with the key's own unit ("20 particles").
    let needsNoConversion = parts[0].isEmpty || parts[0] == "x" || unit.rawValue.prefix { $0 != " " } == parts[0]
    if parts[0].isEmpty, !isPerSecondOrNoRate { return nil }
    let converted = needsNoConversion ? value : named(parts[0])?.converted(value, to: unit)
    guard isPerSecondOrNoRate, let converted else { return "; write a number without a unit\(keyUnitClause)" }
    return "; write \(plain(converted)) without a unit\(keyUnitClause)"
  }

  /// A message on a unit right after a number in a formula; nil for a name that is no unit.
  static func formulaHint(_ name: String) -> String? {
    guard let unit = named(name) else { return nil }
    let rule =
      switch unit.quantity {
      case .time: ": times are in seconds"
      case .angle: ": angles are in degrees, those of sin, cos and tan in radians"
      case .length: ": lengths are in points"
      case .frequency: ": rates are by the second"
      case .relative: ": lengths are in points; a share of the canvas is a formula, such as 0.5 * width"
      }
    return "numbers of an expression have no unit such as \(shortened(name))\(rule)"
  }
}
