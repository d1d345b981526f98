import Lanes

/// The two clocks that an animated value can read, in seconds.
package struct AnimationClock: Sendable, Equatable {
  /// `t`: the layer's own time.
  package var local: Double
  /// `T`: the canvas's time.
  package var canvas: Double

  @inlinable package init(local: Double, canvas: Double) {
    self.local = local
    self.canvas = canvas
  }

  @inlinable package init(_ seconds: Double) { self.init(local: seconds, canvas: seconds) }
}

/// A number that may move with time, already in the unit of its key (points, degrees, seconds, ...).
public struct AnimatedNumber: Sendable, Equatable {
  public var source: Source
  /// Every result is clamped to the range that the key allows.
  public var range: ClosedRange<Double>

  public indirect enum Source: Sendable, Equatable {
    case constant(Double)
    /// Sorted by time; held outside; the easing of a key leads from it to the next.
    case keys([NumberKey])
    case tween(NumberTween)
    case expression(Expression)
    /// A smooth curve, read where another value says; without one, at the layer's own time.
    case curve(NumberCurve, at: Source?)
    /// A value whose clock another one tells: runs that repeat, reverse or wait, as one.
    case retimed(Source, NumberTween)
    /// Values one after another, each with a clock of its own; sorted by start.
    case sequence([Part])
    case sum([Source])
    case held(Source, Hold)
  }

  /// A value of a sequence.
  public struct Part: Sendable, Equatable {
    /// Local seconds at which it takes over and its own clock shows 0; the first holds before, too.
    public var start: Double
    public var source: Source

    public init(start: Double, source: Source) {
      self.start = start
      self.source = source
    }
  }

  /// What a value is outside of its runs.
  public struct Hold: Sendable, Equatable {
    /// The value before `start`, local seconds; nil lets it be.
    public var before: Double?
    public var start: Double
    /// The value from `end` on.
    public var after: Double?
    public var end: Double

    public init(before: Double?, start: Double, after: Double?, end: Double) {
      self.before = before
      self.start = start
      self.after = after
      self.end = end
    }
  }

  public static let everything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  public init(_ source: Source, in range: ClosedRange<Double> = AnimatedNumber.everything) {
    self.source = source
    self.range = range
  }

  public init(_ constant: Double) { self.init(.constant(constant)) }

  /// The value if it never moves.
  package var constant: Double? {
    if case .constant(let value) = source { return clamp(value) }
    return nil
  }

  package var isConstant: Bool { constant != nil }

  package func value(at clock: AnimationClock) -> Double { clamp(source.value(at: clock)) }

  private func clamp(_ value: Double) -> Double {
    value < range.lowerBound ? range.lowerBound : (value > range.upperBound ? range.upperBound : value)
  }
}

extension AnimatedNumber: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

/// A point or a pair of lengths, each of which may move on its own.
public struct AnimatedPoint: Sendable, Equatable {
  public var x: AnimatedNumber
  public var y: AnimatedNumber

  public init(_ x: AnimatedNumber, _ y: AnimatedNumber) {
    self.x = x
    self.y = y
  }

  package var isConstant: Bool { x.isConstant && y.isConstant }
}

/// `[time, value, easing]` of a keyframe list.
public struct NumberKey: Sendable, Equatable {
  /// Seconds of the layer's own time.
  public var time: Double
  public var value: Double
  /// How the value goes from this key to the next.
  public var easing: Easing

  public init(time: Double, value: Double, easing: Easing = .linear) {
    self.time = time
    self.value = value
    self.easing = easing
  }

  static func value(of keys: [NumberKey], at time: Double) -> Double {
    guard let first = keys.first, let last = keys.last else { return 0 }
    if time <= first.time { return first.value }
    if time >= last.time { return last.value }
    // Find the last key that is not after the time.
    var low = 0
    var high = keys.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle } else { high = middle }
    }
    let (from, to) = (keys[low], keys[high])
    let span = to.time - from.time
    guard span > 0 else { return to.value }
    return from.value + (to.value - from.value) * from.easing.value(at: (time - from.time) / span)
  }
}

/// `{"from", "to", "duration", "ease" | "spring", "repeat", "autoreverse", "delay"}`.
public struct NumberTween: Sendable, Equatable {
  public var from: Double
  public var to: Double
  /// Seconds of one run.
  public var duration: Double
  public var motion: Motion
  /// Runs, counting there and back as two when reversing; infinity repeats for ever.
  public var repeatCount: Double
  public var autoreverses: Bool
  /// Seconds before the first run.
  public var delay: Double

  public enum Motion: Sendable, Equatable {
    case easing(Easing)
    case spring(Spring)
  }

  public init(
    from: Double, to: Double, duration: Double, motion: Motion = .easing(.linear), repeatCount: Double = 1,
    autoreverses: Bool = false, delay: Double = 0
  ) {
    self.from = from
    self.to = to
    self.duration = duration
    self.motion = motion
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
    self.delay = delay
  }

  package func value(at time: Double) -> Double { from + (to - from) * progress(at: time) }

  private func progress(at time: Double) -> Double {
    let elapsed = time - delay
    if elapsed <= 0 { return shape(0) }
    guard duration > 0 else { return shape(1) }
    let runs = elapsed / duration
    let finished = runs >= repeatCount
    let position = finished ? repeatCount : runs
    let whole = position.rounded(.down)
    var fraction = position - whole
    var run = whole
    if finished, fraction == 0, run > 0 {
      // The end of a run, not the start of the next.
      fraction = 1
      run -= 1
    }
    let isBackward = autoreverses && (run / 2).rounded(.down) * 2 != run
    if case .spring = motion, finished, !autoreverses {
      return shape((elapsed - (repeatCount - 1) * duration) / duration)
    }
    return shape(isBackward ? 1 - fraction : fraction)
  }

  private func shape(_ fraction: Double) -> Double {
    switch motion {
    case .easing(let easing): easing.value(at: fraction)
    case .spring(let spring): spring.value(at: fraction * duration)
    }
  }
}
