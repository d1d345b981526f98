/// The values of a layer's source, or of another object, that change over time, each with the keys that lead from the object to
/// the value. Constant values are left out.
///
/// In a loop each value must end as it began. A source none of whose values changes, and that does not move by itself either
/// (`isSelfAnimated`, `speed`), may be drawn once for all frames.
package struct AnimatedValues: Sendable {
  /// An animated number.
  package struct Number: Sendable {
    /// Keys of the preset language and indices from the source to the value, such as `balls[2].center`
    /// (`ScenePathComponent.keys`). A key's name may differ from the property's: the key of `ShapeStroke.start` is `strokeStart`.
    package var key: String
    package var value: AnimatedNumber
    /// An amount that can be added to the value without a visible change: 360 for an angle in degrees; nil for most values.
    package var period: Double?
    /// A number, with its key, that is subtracted from the value, because only the difference is visible; nil if none is.
    package var subtrahend: (key: String, value: AnimatedNumber)?
  }

  /// An animated colour.
  package struct Color: Sendable {
    /// Keys of the preset language and indices from the source to the colour.
    package var key: String
    package var value: AnimatedColor
  }

  package private(set) var numbers: [Number] = []
  package private(set) var colors: [Color] = []

  package init() {}

  /// Whether no value changes over time.
  package var areConstant: Bool { numbers.isEmpty && colors.isEmpty }

  /// Adds a number unless it is constant.
  package mutating func add(_ key: String, _ value: AnimatedNumber, period: Double? = nil) {
    if !value.isConstant { numbers.append(Number(key: key, value: value, period: period)) }
  }

  /// Adds the difference of two numbers unless both are constant.
  package mutating func add(
    _ key: String, _ value: AnimatedNumber, minus subtrahend: (key: String, value: AnimatedNumber)
  ) {
    if value.isConstant && subtrahend.value.isConstant { return }
    numbers.append(Number(key: key, value: value, subtrahend: subtrahend))
  }

  /// Adds the coordinates that are not constant, both with the point's key.
  package mutating func add(_ key: String, _ point: AnimatedPoint) {
    add(key, point.x)
    add(key, point.y)
  }

  /// Adds a colour unless it is constant.
  package mutating func add(_ key: String, _ color: AnimatedColor) {
    if !color.isConstant { colors.append(Color(key: key, value: color)) }
  }

  /// Adds a paint's values: those of a gradient are in an object at the key, a colour is the key's value itself.
  package mutating func add(_ key: String, _ paint: Paint) {
    switch paint {
    case .color(let color): add(key, color)
    case .gradient(let gradient): add(key, gradient.animatedValues)
    }
  }

  /// Adds the locations, hints and colours of the stops in the list at a key.
  package mutating func add(_ key: String, _ stops: [Gradient.Stop]) {
    for (index, stop) in stops.enumerated() {
      if let location = stop.location { add("\(key)[\(index)]", location) }
      if let hint = stop.hint { add("\(key)[\(index)]", hint) }
      add("\(key)[\(index)]", stop.color)
    }
  }

  /// Adds the values of the object at a key.
  package mutating func add(_ key: String, _ values: AnimatedValues) {
    numbers += values.numbers.map {
      Number(key: "\(key).\($0.key)", value: $0.value, period: $0.period, subtrahend: $0.subtrahend)
    }
    colors += values.colors.map { Color(key: "\(key).\($0.key)", value: $0.value) }
  }
}
