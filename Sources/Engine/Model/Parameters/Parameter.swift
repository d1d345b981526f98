import Colorimetry

/// One key of an object of the preset language whose value is stored in a property of `Target`: its name, where its value is stored, what
/// values it takes, and what it means.
///
/// The rows of a type's `parameters` are the only place that knows these keys. Their declarations in the preset language (reading,
/// checking, schema and reference), the values that change over time, and the checks of loops follow from the rows. A key's default is
/// the value that the property has in `Target()`.
package struct Parameter<Target>: Sendable {
  /// Key of the preset language.
  package let name: String
  /// What the key means: a sentence of the reference.
  package let about: String
  /// The property, and what it may hold.
  package let value: Value
  /// Where animated numbers are clamped to, besides `Facts.range`, which reports what lies outside of it.
  package var clampedRange: ClosedRange<Double>?
  /// An amount that can be added to the value without a visible change: 360 for most angles in degrees.
  package var period: Double?
  /// The length of the canvas that 100 % of a number in points stands for.
  package var percentageBasis = CanvasLength.shorterSide
  /// The default where it depends on the canvas; the value in `Target()` then counts only for targets that are made in code.
  package var canvasDefault: CanvasDefault?
  /// The default in words, where the property's is nil.
  package var defaultText: String?
  /// Keys of the same object, at least one of which must be given for this one to have an effect; empty if it needs no other.
  package var companions: [String] = []
  /// A key of the same object that takes the place of this one where both are given; nil for none.
  package var replacement: String?
  /// What another key of the same object must be for this one to have an effect; nil if it always has one.
  package var condition: Condition?
  /// The key that other kinds of the object have in place of this one, and what to write with it, as the end of a message.
  package var counterpart: (key: String, advice: String)?
  package var isRequired = false

  /// A property of the target.
  package typealias Path<Stored> = WritableKeyPath<Target, Stored> & Sendable

  /// Unit and allowed values of a number, both ends of the range included.
  package struct Facts: Sendable {
    package let unit: ValueUnit
    package let range: ClosedRange<Double>
  }

  /// Kinds of values. A property that may be nil is nil where the key is not given.
  package enum Value: Sendable {
    case animatedNumber(Path<AnimatedNumber>, Facts)
    case optionalAnimatedNumber(Path<AnimatedNumber?>, Facts)
    case animatedPoint(Path<AnimatedPoint>, Facts)
    case optionalAnimatedPoint(Path<AnimatedPoint?>, Facts)
    /// One number for both axes, or `[along x, along y]`.
    case animatedPair(Path<AnimatedPoint>, Facts)
    case optionalAnimatedPair(Path<AnimatedPoint?>, Facts)
    /// A colour, or a gradient.
    case paint(Path<Paint>)
    case animatedColor(Path<AnimatedColor>)
    case optionalAnimatedColor(Path<AnimatedColor?>)
    /// Points of a curve.
    case animatedPoints(Path<[AnimatedPoint]>, Facts, maximumCount: Int)
    /// Numbers, of which there must be `count`; `shape` says in words how they are arranged.
    case animatedNumbers(Path<[AnimatedNumber]>, Facts, count: Int, shape: String)
    /// A number that cannot be animated.
    case number(Path<Double>, Facts)
    case optionalNumber(Path<Double?>, Facts)
    case wholeNumber(Path<Int>, ClosedRange<Int>)
    /// A point that cannot be animated.
    case point(Path<PlanePoint>, Facts)
    case flag(Path<Bool>)
    case choice(Choice)
    /// A colour that cannot be animated.
    case color(Path<LinearColor>)
    case optionalColor(Path<LinearColor?>)
    /// A list of colours, or one.
    case colors(Path<[LinearColor]>, minimumCount: Int)
    /// The stops of a gradient.
    case stops(Path<ColorMap>)
    /// The colour space in which the stops of a gradient are mixed.
    case interpolation(Path<ColorMap>)
  }

  /// A choice among the cases of an enumeration, by their names.
  package struct Choice: Sendable {
    /// The names with their sentences.
    package let names: [(name: String, sentence: String)]
    package let read: @Sendable (Target) -> String
    /// Stores the case with a name, which must be one of `names`.
    package let write: @Sendable (inout Target, String) -> Void
  }

  /// A condition on the choice that another key of the object holds.
  package struct Condition: Sendable {
    /// The other key.
    package let key: String
    /// The choices with which the key has an effect.
    package let names: [String]
    /// The choice of a target.
    package let choice: @Sendable (Target) -> String
    /// Whether the key is a mistake with any other choice; if not, it only has no effect.
    package let isStrict: Bool
  }

  /// A default that depends on the canvas.
  package enum CanvasDefault: Sendable {
    /// A share of a length of the canvas.
    case length(share: Double, of: CanvasLength)
    /// Shares of the canvas's width and height.
    case point(x: Double, y: Double)
  }
}

/// A length of the canvas in points.
package enum CanvasLength: Sendable { case width, height, shorterSide }

/// An enumeration whose cases are values of a key, each with a sentence of the reference.
package protocol DescribedChoice: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  var sentence: String { get }
}

/// A type whose values are objects of the preset language, with a row for each key.
package protocol Parametrized: Sendable {
  static var parameters: [Parameter<Self>] { get }
}

/// One of several kinds of an object: the value of the key `type`, and its rows of other keys.
package protocol DeclaredKind: Parametrized {
  /// The name in the preset language.
  static var name: String { get }
  /// The sentence on this kind in the reference.
  static var about: String { get }
  /// The kind with all defaults.
  init()
}
