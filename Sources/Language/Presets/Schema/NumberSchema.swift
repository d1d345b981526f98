import JSON
import Model

/// Range and unit of a number of the preset language.
package struct NumberSchema: Sendable {
  /// The numbers that are allowed, in `unit`, including both ends.
  package internal(set) var range: ClosedRange<Double>
  var unit: Unit
  /// The length of the canvas that 100 % stands for; nil if the number may not be a percentage.
  var percentageBasis: CanvasLength?
  /// Whether fractions are refused.
  package internal(set) var isWhole = false
  /// Whether a point of such numbers may be a name, such as "top left".
  var allowsNamedPoints: Bool

  typealias Unit = ValueUnit

  /// A number in `unit`. A number in points may be a percentage, of the canvas's shorter side unless `percentageBasis` names
  /// another length.
  init(
    _ unit: Unit = .none, _ range: ClosedRange<Double> = Limits.numbers, percentageBasis: CanvasLength? = nil,
    isWhole: Bool = false
  ) {
    self.unit = unit
    self.range = range
    self.percentageBasis = percentageBasis ?? (unit == .points ? .shorterSide : nil)
    self.isWhole = isWhole
    allowsNamedPoints = unit == .points
  }

  /// A whole number without a unit.
  init(whole range: ClosedRange<Int>) {
    self.init(.none, Double(range.lowerBound)...Double(range.upperBound), isWhole: true)
  }

  /// The schema of one term of a sum whose total has this schema. A term may be any number, since only the sum must be in range.
  var widenedForTerms: NumberSchema {
    var schema = self
    schema.range = min(range.lowerBound, Limits.numbers.lowerBound)...max(range.upperBound, Limits.numbers.upperBound)
    return schema
  }

  /// The schema with percentages of another length of the canvas; unchanged if the number may not be a percentage.
  func percentages(of basis: CanvasLength) -> NumberSchema {
    var schema = self
    if schema.percentageBasis != nil { schema.percentageBasis = basis }
    return schema
  }

  /// The schema of points that are sizes rather than places, and have no names.
  var withoutNamedPoints: NumberSchema {
    var schema = self
    schema.allowsNamedPoints = false
    return schema
  }

  /// Whether a number is in range, and stays in range when it is rounded to Float, in which it may be stored.
  func allows(_ value: Double) -> Bool {
    let rounded = Float(value)
    return range.contains(value) && rounded.isFinite && rounded >= Float(range.lowerBound)
      && rounded <= Float(range.upperBound)
  }

  /// Range and unit for messages and the reference page: "0 to 1 (a share)".
  var rangeText: String {
    let text = "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
    return unit == .none ? text : "\(text) (\(unit.rawValue))"
  }
}
