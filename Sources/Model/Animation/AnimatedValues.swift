/// The values of a layer's source that are read at the frame's time, with their keys: a loop must bring them back to where
/// they began, and a source whose values never move may be drawn once.
public struct AnimatedValues: Sendable {
  public struct Number: Sendable {
    public var key: String
    public var value: AnimatedNumber
    /// What may be added without a difference: 360 of angles.
    public var period: Double?
  }

  public struct Color: Sendable {
    public var key: String
    public var value: AnimatedColor
  }

  public private(set) var numbers: [Number] = []
  public private(set) var colors: [Color] = []

  public init() {}

  /// Whether none of them moves.
  public var areConstant: Bool { numbers.isEmpty && colors.isEmpty }

  /// Takes note of a number if it moves.
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

  /// All of a part of the source, whose keys go on from `key`.
  public mutating func add(_ key: String, _ part: AnimatedValues) {
    numbers += part.numbers.map { Number(key: "\(key).\($0.key)", value: $0.value, period: $0.period) }
    colors += part.colors.map { Color(key: "\(key).\($0.key)", value: $0.value) }
  }
}
