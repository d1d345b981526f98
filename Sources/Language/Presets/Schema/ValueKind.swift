import Model

/// The kind of value that a key takes, as merging, the JSON Schema and the reference page need it.
package indirect enum ValueKind: Sendable {
  /// true or false, or a formula that reads no clock.
  case flag
  /// Any text, such as words or a file's path. It is no formula, but where words are drawn it may name a knob: `= title`.
  case text
  /// A number that cannot be animated.
  case number(NumberSchema)
  /// A number that may be animated.
  case animatedNumber(NumberSchema)
  /// Two numbers `[x, y]` that may be animated.
  case animatedPoint(NumberSchema)
  /// Two numbers `[x, y]` that cannot be animated.
  case constantPoint(NumberSchema)
  /// One of some names.
  case choice([String])
  /// A CSS colour.
  case color
  /// A colour that may be animated.
  case animatedColor
  /// A list of colours, or one colour.
  case colors
  /// A timing curve.
  case easing
  /// Numbers over 0...1 (a particle's life, a ribbon's length), each alone or with its location.
  case curve(NumberSchema)
  /// Points over 0...1.
  case pointCurve(NumberSchema)
  /// Colours over 0...1.
  case colorCurve
  /// The stops of a gradient.
  case stops
  /// A colour space in which colours are mixed.
  case interpolation
  case list(ValueKind)
  case anyOf([ValueKind])
  /// A formula of numbers and vectors that is evaluated for each pixel.
  case fieldFormula
  /// An object whose keys the author chooses, and whose values are all of one kind, such as numbers.
  case freeKeys(ValueKind)
  /// An object of functions: each is named with its parameters, as `ring(d, age)`, and is a formula that is evaluated for each pixel.
  case functions
  /// An object of a declared kind.
  case object(ObjectReference)
  /// An object whose keys the author chooses, and whose values are objects of one declared kind.
  case dictionary(ObjectReference)
  /// A frame rate: `60`, `29.97` or `"30000/1001"`.
  case rate
  /// A number of seconds whose exact decimal value is kept: `4.5`.
  case exactSeconds
  /// A value within an animation. It is of the kind that the animated key takes, which the declaration of animations does not
  /// know.
  case animationValue
  /// A value of no declared kind.
  case anything

  static func object<Target>(_ declaration: @autoclosure @escaping @Sendable () -> Declaration<Target>) -> ValueKind {
    .object(ObjectReference(declaration()))
  }

  static func dictionary<Target>(_ declaration: @autoclosure @escaping @Sendable () -> Declaration<Target>)
    -> ValueKind
  {
    .dictionary(ObjectReference(declaration()))
  }
}

extension ValueKind {
  /// Kinds of objects that the value may be or contain, except animations.
  var objects: [ObjectReference] {
    switch self {
    case .object(let object), .dictionary(let object): [object]
    case .list(let element), .freeKeys(let element): element.objects
    case .anyOf(let alternatives): alternatives.flatMap(\.objects)
    case .stops: [ObjectReference(Declarations.stop)]
    default: []
    }
  }

  /// Kinds of objects in this value that merge key by key with their counterparts in the extended preset: objects, elements of
  /// dictionaries, and elements of lists that are told apart by names.
  var mergeableObjects: [ObjectReference] {
    switch self {
    case .object(let object), .dictionary(let object): [object]
    case .list(.object(let object)) where object.schema.isToldApartByName: [object]
    case .anyOf(let alternatives): alternatives.flatMap(\.mergeableObjects)
    default: []
    }
  }

  /// Kinds of objects that may animate the value, or a value in a list or in stops.
  var animations: [ObjectReference] {
    switch self {
    case .animatedNumber, .animatedPoint: Declarations.animations
    case .animatedColor: Declarations.colorAnimations
    // Animations of locations and of colours: the kinds for numbers include those for colours.
    case .stops: Declarations.animations
    case .list(let element), .freeKeys(let element): element.animations
    case .anyOf(let alternatives): alternatives.flatMap(\.animations)
    default: []
    }
  }
}
