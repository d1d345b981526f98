/// A closed interval of finite numbers, for the range of a formula by interval arithmetic (R. E. Moore, "Interval Analysis",
/// 1966).
///
/// Results contain every possible value, up to a few units in the last place. They may be wider than needed.
struct Interval: Equatable {
  var low: Double
  var high: Double

  /// 0...1.
  static let unit = Interval(0, 1)
  /// All finite numbers.
  static let everything = Interval(-Double.greatestFiniteMagnitude, Double.greatestFiniteMagnitude)

  /// The interval from `low` to `high`, clamped to finite numbers. An end that is NaN is unknown: the least or greatest finite
  /// number takes its place.
  init(_ low: Double, _ high: Double) {
    let greatest = Double.greatestFiniteMagnitude
    self.low = low.isNaN ? -greatest : Swift.max(low, -greatest)
    self.high = high.isNaN ? greatest : Swift.min(high, greatest)
    // A formula's values that are not finite count as 0, so 0 is among the possible values.
    if !low.isFinite || !high.isFinite {
      self.low = Swift.min(self.low, 0)
      self.high = Swift.max(self.high, 0)
    }
  }

  /// The smallest interval that contains two values; everything if one is NaN.
  init(hullOf a: Double, _ b: Double) {
    if a.isNaN || b.isNaN {
      self = .everything
    } else {
      self.init(Swift.min(a, b), Swift.max(a, b))
    }
  }

  /// The smallest interval that contains four values; everything if one is NaN.
  init(hullOf a: Double, _ b: Double, _ c: Double, _ d: Double) {
    if a.isNaN || b.isNaN || c.isNaN || d.isNaN {
      self = .everything
    } else {
      self.init(Swift.min(Swift.min(a, b), Swift.min(c, d)), Swift.max(Swift.max(a, b), Swift.max(c, d)))
    }
  }

  var width: Double { high - low }
  var isPoint: Bool { low == high }

  func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// The smallest interval that contains this one and another.
  func hull(_ other: Interval) -> Interval { Interval(Swift.min(low, other.low), Swift.max(high, other.high)) }

  static func + (a: Interval, b: Interval) -> Interval { Interval(a.low + b.low, a.high + b.high) }
  static func - (a: Interval, b: Interval) -> Interval { Interval(a.low - b.high, a.high - b.low) }

  static func * (a: Interval, b: Interval) -> Interval {
    Interval(hullOf: a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
  }
}
