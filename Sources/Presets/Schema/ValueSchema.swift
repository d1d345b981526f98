import Model

/// Form of a key's value: what merging, the JSON Schema and the reference page need to know of it.
package indirect enum ValueSchema: Sendable {
  case flag
  case text
  /// A number that is read once.
  case number(NumberSchema)
  /// A number that may be animated.
  case animatedNumber(NumberSchema)
  /// Two numbers that may be animated, `[x, y]`.
  case animatedPoint(NumberSchema)
  /// Two numbers that are read once.
  case constantPoint(NumberSchema)
  case choice([String])
  case color
  case animatedColor
  case colors
  case easing
  /// Numbers over 0...1.
  case curve(NumberSchema)
  case pointCurve(NumberSchema)
  case colorCurve
  case stops
  case interpolation
  case list(ValueSchema)
  case anyOf([ValueSchema])
  /// An object of a declared kind.
  case object(ObjectReference)
  /// An object whose keys the author chooses, each with an object of a declared kind.
  case dictionary(ObjectReference)
  /// `"30000/1001"`, `29.97` or `"4.5"`.
  case rate, exactSeconds
  case anything

  static func object<Target>(_ declaration: @autoclosure @escaping @Sendable () -> Declaration<Target>) -> ValueSchema {
    .object(ObjectReference(declaration()))
  }

  static func dictionary<Target>(_ declaration: @autoclosure @escaping @Sendable () -> Declaration<Target>)
    -> ValueSchema
  {
    .dictionary(ObjectReference(declaration()))
  }
}

extension ValueSchema {
  /// Kinds of objects that the value may be or contain, in the order of writing; animations are in `animations`.
  var objects: [ObjectReference] {
    switch self {
    case .object(let object), .dictionary(let object): [object]
    case .list(let element): element.objects
    case .anyOf(let alternatives): alternatives.flatMap(\.objects)
    case .stops: [ObjectReference(Declarations.stop)]
    default: []
    }
  }

  /// Kinds of objects that merge, key by key, with those of the preset that is extended.
  var merged: [ObjectReference] {
    switch self {
    case .object(let object), .dictionary(let object): [object]
    case .list(.object(let object)) where object.schema.hasIdentity: [object]
    case .anyOf(let alternatives): alternatives.flatMap(\.merged)
    default: []
    }
  }

  /// Kinds of objects that may stand in place of the value to animate it.
  var animations: [ObjectReference] {
    switch self {
    case .animatedNumber, .animatedPoint: Declarations.animations
    case .animatedColor: Declarations.colorAnimations
    case .stops: ValueSchema.animatedNumber(NumberSchema()).animations
    case .list(let element): element.animations
    case .anyOf(let alternatives): alternatives.flatMap(\.animations)
    default: []
    }
  }
}
