/// A number that may change with time, in the unit of its key (points, degrees, seconds, ...).
public struct AnimatedNumber: Sendable, Equatable {
  /// Where the value comes from: a constant, keyframes, a formula, …
  public var source: Source
  /// The closed range that the key allows, to which every value is clamped.
  public var range: ClosedRange<Double>

  /// Ways in which a number changes with time.
  public indirect enum Source: Sendable, Equatable {
    /// A number that never changes.
    case constant(Double)
    /// Keyframes, sorted by time. Before the first key the value is that of the first key, after the last key that of the last.
    case keys([NumberKey])
    /// From one value to another, by a timing curve or a spring.
    case tween(NumberTween)
    /// A formula of a preset.
    case expression(Expression)
    /// The value of a smooth curve, at a position that is another animated value or, with nil, the layer's local time in seconds.
    case curve(NumberCurve, at: Source?)
    /// A value that is read at the time, in seconds, that the tween gives instead of the layer's local time. So the value can
    /// repeat, run backwards or wait.
    case retimed(Source, NumberTween)
    /// Values one after another. The segments are sorted by start, and the time of each value counts from its segment's start.
    case sequence([Segment])
    /// The sum of several values.
    case sum([Source])
    /// The product of two values.
    case product(Source, Source)
    /// A value that is replaced by a constant before its start, after its end, or both.
    case held(Source, Hold)
    /// A quantity of the preset's sound.
    case sound(SoundReading)
  }

  /// One part of a sequence; it lasts until the next one begins.
  public struct Segment: Sendable, Equatable {
    /// Local seconds at which the segment begins and at which its source's time is 0. The first segment also applies before its
    /// start.
    public var start: Double
    /// Where the segment's value comes from.
    public var source: Source

    /// A segment of a sequence.
    public init(start: Double, source: Source) {
      self.start = start
      self.source = source
    }
  }

  /// Constant values before the start and after the end of an animation.
  public struct Hold: Sendable, Equatable {
    /// The value before `start`; nil to keep the animation's value.
    public var before: Double?
    /// Local seconds at which the animation starts. Until then the value is `before`.
    public var start: Double
    /// The value from `end` on; nil to keep the animation's value.
    public var after: Double?
    /// Local seconds at which the animation ends. From then on the value is `after`.
    public var end: Double

    /// Constant values before `start` and from `end` on.
    public init(before: Double?, start: Double, after: Double?, end: Double) {
      self.before = before
      self.start = start
      self.after = after
      self.end = end
    }
  }

  /// All finite numbers.
  public static let everything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  /// A number whose values come from `source`, clamped to `range`.
  public init(_ source: Source, in range: ClosedRange<Double> = AnimatedNumber.everything) {
    self.source = source
    self.range = range
  }

  /// A number that never changes.
  public init(_ constant: Double) { self.init(.constant(constant)) }

  /// The value, clamped to `range`, if the number is constant; else nil.
  package var constant: Double? {
    if case .constant(let value) = source { return clamp(value) }
    return nil
  }

  package var isConstant: Bool { constant != nil }

  /// Whether the value comes straight from keyframes, not from a sum, product or other source of which they are a part.
  package var isKeyed: Bool { if case .keys = source { true } else { false } }

  /// Whether the value is 0 at all times.
  package var isZero: Bool { constant == 0 }

  package func value(at clock: AnimationClock) -> Double { clamp(source.value(at: clock)) }

  private func clamp(_ value: Double) -> Double {
    if value < range.lowerBound { return range.lowerBound }
    return value > range.upperBound ? range.upperBound : value
  }
}

extension AnimatedNumber: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A number that never changes.
  public init(floatLiteral value: Double) { self.init(value) }
  /// A number that never changes.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}
