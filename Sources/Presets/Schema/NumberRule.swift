import Model

/// Range and unit of a number of the preset language.
package struct NumberRule: Sendable {
  var range: ClosedRange<Double>
  var unit: Unit
  /// Side of the canvas that a percentage refers to; nil if there are no percentages.
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

  init(whole range: ClosedRange<Int>) {
    self.init(.none, Double(range.lowerBound)...Double(range.upperBound), isWhole: true)
  }

  /// The rule of one of several numbers of which only the sum has to be in range.
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
