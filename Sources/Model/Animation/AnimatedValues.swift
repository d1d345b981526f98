/// The values of a layer's source that are read at the frame's time, with their keys: a loop must bring them back to where
/// they began, and a source whose values never move may be drawn once.
package struct AnimatedValues: Sendable {
  package struct Number: Sendable {
    package var key: String
    package var value: AnimatedNumber
    /// What may be added without a difference: 360 of angles.
    package var period: Double?
  }

  package struct Color: Sendable {
    package var key: String
    package var value: AnimatedColor
  }

  package private(set) var numbers: [Number] = []
  package private(set) var colors: [Color] = []

  package init() {}

  /// Whether none of them moves.
  package var areConstant: Bool { numbers.isEmpty && colors.isEmpty }

  /// Takes note of a number if it moves.
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

  /// All of a part of the source, whose keys go on from `key`.
  package mutating func add(_ key: String, _ part: AnimatedValues) {
    numbers += part.numbers.map { Number(key: "\(key).\($0.key)", value: $0.value, period: $0.period) }
    colors += part.colors.map { Color(key: "\(key).\($0.key)", value: $0.value) }
  }
}

extension Layer.Source {
  /// What moves besides the layer's own values. Emitters read theirs at births, and groups have layers.
  package var movingValues: AnimatedValues {
    switch self {
    case .emitter, .group: AnimatedValues()
    case .gradient(let gradient): gradient.movingValues
    case .shape(let shape): shape.movingValues
    case .mesh(let mesh): mesh.movingValues
    case .blob(let blob): blob.movingValues
    case .metaballs(let metaballs): metaballs.movingValues
    case .ripples(let ripples): ripples.movingValues
    case .noise(let noise): noise.movingValues
    case .aurora(let aurora): aurora.movingValues
    case .rays(let rays): rays.movingValues
    case .pattern(let pattern): pattern.movingValues
    case .stars(let stars): stars.movingValues
    }
  }
}

extension Ripples {
  package var movingValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("lightAngle", lightAngle, period: 360)
    values.add("lightHeight", lightHeight)
    values.add("relief", relief)
    values.add("glint", glint)
    values.add("shininess", shininess)
    return values
  }
}
