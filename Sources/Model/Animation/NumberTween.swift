import Lanes

/// A motion from one number to another, which may repeat: `{"from", "to", "duration", …}` in a preset.
public struct NumberTween: Sendable, Equatable {
  /// Value at the start of a run.
  public var from: Double
  /// Value at the end of a run.
  public var to: Double
  /// Seconds of one iteration.
  public var duration: Double
  /// Timing curve or spring that leads from one to the other.
  public var motion: Motion
  /// The number of iterations; there and back count as two. Infinity repeats for ever.
  public var repeatCount: Double
  /// Whether every second run goes backwards.
  public var autoreverses: Bool
  /// Seconds before the first iteration.
  public var delay: Double

  /// Ways from one value to another.
  public enum Motion: Sendable, Equatable {
    /// By a timing curve.
    case easing(Easing)
    /// By a spring, which may overshoot.
    case spring(Spring)
  }

  /// A tween; without more it runs once, at even speed.
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
    let iterations = elapsed / duration
    let finished = iterations >= repeatCount
    let position = finished ? repeatCount : iterations
    let whole = position.rounded(.down)
    var fraction = position - whole
    var iteration = whole
    if finished, fraction == 0, iteration > 0 {
      // The end of an iteration, not the start of the next.
      fraction = 1
      iteration -= 1
    }
    let isBackward = autoreverses && (iteration / 2).rounded(.down) * 2 != iteration
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
