/// The animated values of a layer's source, with their keys.
///
/// In a loop they must end as they began. A source without any may be drawn once for all frames.
public struct AnimatedValues: Sendable {
  public struct Number: Sendable {
    public var key: String
    public var value: AnimatedNumber
    /// The amount that can be added without a visible change: 360 for angles.
    public var period: Double?
  }

  public struct Color: Sendable {
    public var key: String
    public var value: AnimatedColor
  }

  public private(set) var numbers: [Number] = []
  public private(set) var colors: [Color] = []

  public init() {}

  /// Whether there are none.
  public var areConstant: Bool { numbers.isEmpty && colors.isEmpty }

  /// Adds a number unless it is constant.
  public mutating func add(_ key: String, _ value: AnimatedNumber, period: Double? = nil) {
    if !value.isConstant { numbers.append(Number(key: key, value: value, period: period)) }
  }

  public mutating func add(_ key: String, _ point: AnimatedPoint) {
    add(key, point.x)
    add(key, point.y)
  }

  public mutating func add(_ key: String, _ color: AnimatedColor) {
    if !color.isConstant { colors.append(Color(key: key, value: color)) }
  }

  /// Adds the values of the object at a key.
  public mutating func add(_ key: String, _ values: AnimatedValues) {
    numbers += values.numbers.map { Number(key: "\(key).\($0.key)", value: $0.value, period: $0.period) }
    colors += values.colors.map { Color(key: "\(key).\($0.key)", value: $0.value) }
  }
}
