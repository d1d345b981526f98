/// The animated values of a layer's source, with their keys.
///
/// In a loop they must end as they began. A source without any may be drawn once for all frames.
package struct AnimatedValues: Sendable {
  package struct Number: Sendable {
    package var key: String
    package var value: AnimatedNumber
    /// The amount that can be added without a visible change: 360 for angles.
    package var period: Double?
  }

  package struct Color: Sendable {
    package var key: String
    package var value: AnimatedColor
  }

  package private(set) var numbers: [Number] = []
  package private(set) var colors: [Color] = []

  package init() {}

  /// Whether there are none.
  package var areConstant: Bool { numbers.isEmpty && colors.isEmpty }

  /// Adds a number unless it is constant.
  package mutating func add(_ key: String, _ value: AnimatedNumber, period: Double? = nil) {
    if !value.isConstant { numbers.append(Number(key: key, value: value, period: period)) }
  }

  package mutating func add(_ key: String, _ point: AnimatedPoint) {
    add(key, point.x)
    add(key, point.y)
  }

  package mutating func add(_ key: String, _ color: AnimatedColor) {
    if !color.isConstant { colors.append(Color(key: key, value: color)) }
  }

  /// Adds the values of the object at a key.
  package mutating func add(_ key: String, _ values: AnimatedValues) {
    numbers += values.numbers.map { Number(key: "\(key).\($0.key)", value: $0.value, period: $0.period) }
    colors += values.colors.map { Color(key: "\(key).\($0.key)", value: $0.value) }
  }
}
