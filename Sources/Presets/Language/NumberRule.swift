import Model

/// What a number of the preset language may be, in which unit.
struct NumberRule: Sendable {
  var range: ClosedRange<Double>
  var unit: Unit
  /// The side of the canvas that a percentage refers to; nil: no percentages.
  var axis: Axis?
  var isWhole = false

  enum Axis: Sendable { case horizontal, vertical, shorter }

  typealias Unit = ValueUnit

  init(
    _ unit: Unit = .none, _ range: ClosedRange<Double> = Limits.numbers, axis: Axis? = nil, isWhole: Bool = false
  ) {
    self.unit = unit
    self.range = range
    self.axis = axis ?? (unit == .points ? .shorter : nil)
    self.isWhole = isWhole
  }

  /// For one of several numbers whose sum is what the range is for.
  var unbounded: NumberRule {
    var rule = self
    rule.range = min(range.lowerBound, Limits.numbers.lowerBound)...max(range.upperBound, Limits.numbers.upperBound)
    return rule
  }

  func along(_ axis: Axis) -> NumberRule {
    var rule = self
    if rule.axis != nil { rule.axis = axis }
    return rule
  }

  /// Whether the number may be used, also once it has been rounded to Float.
  func allows(_ value: Double) -> Bool {
    let rounded = Float(value)
    return range.contains(value) && rounded.isFinite && rounded >= Float(range.lowerBound)
      && rounded <= Float(range.upperBound)
  }

  /// "0 to 1 (a share)"
  var allowed: String {
    let text = "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
    return unit == .none ? text : "\(text) (\(unit.rawValue))"
  }
}
