/// When a layer is visible, and how its local time follows from the time around it.
///
/// The time around a layer is canvas time, or for a layer in a group the group's local time; "canvas" below means either.
public struct LayerTiming: Sendable, Equatable {
  /// Canvas seconds at which the layer appears. A negative time prewarms the layer: at canvas time 0 its particles are
  /// already there.
  public var begin: Double
  /// Canvas seconds of one iteration; nil if the layer lasts to the end of the canvas.
  public var duration: Double?
  /// Local seconds in a canvas second.
  public var speed: Double
  /// Local seconds at `begin`.
  public var timeOffset: Double
  /// The number of iterations, each of which restarts local time; it has no effect without a `duration`. With a
  /// fraction the last iteration is shown in part; infinity repeats for ever.
  public var repeatCount: Double
  /// Whether every second iteration runs backwards.
  public var autoreverses: Bool

  /// A layer's timing; by default the layer is shown from the canvas's start to its end.
  public init(
    begin: Double = 0, duration: Double? = nil, speed: Double = 1, timeOffset: Double = 0, repeatCount: Double = 1,
    autoreverses: Bool = false
  ) {
    self.begin = begin
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
  }

  /// Local seconds at canvas time `time`: s·speed + timeOffset, where s is the number of canvas seconds since the start of the
  /// iteration, or until its end if the iteration runs backwards.
  package func localTime(at time: Double) -> Double {
    let elapsed = time - begin
    guard let length = iterationSeconds, elapsed >= 0 else { return elapsed * speed + timeOffset }
    let iteration = (elapsed / length).rounded(.down)
    let remainder = elapsed - iteration * length
    // Rounding may take the remainder out of 0...length.
    let position = min(max(remainder, 0), length)
    let isOdd = iteration - 2 * (iteration / 2).rounded(.down) == 1
    let isBackward = autoreverses && isOdd
    return (isBackward ? length - position : position) * speed + timeOffset
  }

  /// Whether the layer is visible at canvas time `time`: begin ≤ time < begin + duration·repeatCount.
  package func isShown(at time: Double) -> Bool {
    guard time >= begin else { return false }
    guard let duration else { return true }
    return time < begin + duration * repeatCount
  }

  /// Canvas seconds of one iteration if there are several; nil if local time never restarts.
  package var iterationSeconds: Double? {
    guard let duration, duration > 0, repeatCount > 1 else { return nil }
    return duration
  }

  /// Canvas seconds after which local time repeats, if it repeats for ever; there and back count as one cycle. Nil otherwise.
  package var cycleSeconds: Double? {
    repeatCount == .infinity ? iterationSeconds.map { autoreverses ? 2 * $0 : $0 } : nil
  }

  /// The timing of the first iteration alone.
  package var firstIteration: LayerTiming {
    var timing = self
    (timing.repeatCount, timing.autoreverses) = (1, false)
    return timing
  }

  /// The timing that leads from the time around `group` straight to the layer's local time: both timings combined, for their
  /// first iterations.
  package func firstIteration(inside group: LayerTiming) -> LayerTiming {
    guard group.speed > 0 else {
      // The group's local time stands still, and so does the layer's.
      let local = (group.timeOffset - begin) * speed + timeOffset
      return LayerTiming(begin: group.begin, speed: 0, timeOffset: local)
    }
    return LayerTiming(
      begin: group.begin + (begin - group.timeOffset) / group.speed, duration: duration.map { $0 / group.speed },
      speed: group.speed * speed, timeOffset: timeOffset)
  }
}

extension [LayerTiming] {
  /// The local seconds of the innermost of nested layers at canvas time `time`, where the outermost is the first element; nil
  /// while one of them is hidden.
  package func localTime(at time: Double) -> Double? {
    var time = time
    for timing in self {
      guard timing.isShown(at: time) else { return nil }
      time = timing.localTime(at: time)
    }
    return time
  }
}
