import Lanes

/// A motion from one number to another, which may repeat: `{"from", "to", "duration", …}` in a preset.
public struct NumberTween: Sendable, Equatable {
  /// Value at the start of an iteration.
  public var from: Double
  /// Value at the end of an iteration.
  public var to: Double
  /// Seconds of one iteration.
  public var duration: Double
  /// Timing curve or spring that leads from `from` to `to`.
  public var motion: Motion
  /// The number of iterations; there and back count as two. Infinity repeats for ever.
  public var repeatCount: Double
  /// Whether every second iteration goes backwards.
  public var autoreverses: Bool
  /// Local seconds at which the first iteration starts; before that the value is `from`.
  public var delay: Double

  /// How a value goes from one number to another.
  public enum Motion: Sendable, Equatable {
    /// A timing curve.
    case easing(Easing)
    /// A spring, which may overshoot.
    case spring(Spring)
  }

  /// A tween. By default it runs once, at constant speed.
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

  /// The value at `time` in local seconds.
  package func value(at time: Double) -> Double { from + (to - from) * progress(at: time) }

  /// The progress: 0 at `from`, 1 at `to`. Easings and springs may overshoot.
  private func progress(at time: Double) -> Double {
    let elapsed = time - delay
    if elapsed <= 0 { return eased(0) }
    guard duration > 0 else { return eased(1) }
    let elapsedIterations = elapsed / duration
    let isFinished = elapsedIterations >= repeatCount
    /// Iterations done so far, with the fraction of the current one.
    let iterationsDone = isFinished ? repeatCount : elapsedIterations
    /// The number of the current iteration, from 0.
    var iteration = iterationsDone.rounded(.down)
    /// Share of the current iteration that is done.
    var fraction = iterationsDone - iteration
    if isFinished, fraction == 0, iteration > 0 {
      // The end of the last iteration, not the start of another.
      fraction = 1
      iteration -= 1
    }
    let isOdd = (iteration / 2).rounded(.down) * 2 != iteration
    let isBackward = autoreverses && isOdd
    if case .spring = motion, isFinished, !autoreverses {
      // A spring goes on swinging after its last iteration.
      return eased((elapsed - (repeatCount - 1) * duration) / duration)
    }
    return eased(isBackward ? 1 - fraction : fraction)
  }

  /// The progress after a share of an iteration, 0...1, or more for a spring that swings on.
  private func eased(_ fraction: Double) -> Double {
    switch motion {
    case .easing(let easing): easing.value(at: fraction)
    case .spring(let spring): spring.value(at: fraction * duration)
    }
  }
}
