/// When a layer is visible, and how its local time follows from canvas time.
public struct LayerTiming: Sendable, Equatable {
  /// Canvas seconds at which the layer appears. A negative time prewarms it.
  public var begin: Double
  /// Canvas seconds of one iteration; nil: to the end.
  public var duration: Double?
  /// Local seconds in a canvas second.
  public var speed: Double
  /// Local seconds at `begin`.
  public var timeOffset: Double
  /// The number of iterations, each of which restarts local time. Infinity repeats for ever.
  public var repeatCount: Double
  /// Whether every second iteration runs backwards.
  public var autoreverses: Bool

  /// A layer's time; without anything it is shown from the canvas's start to its end.
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

  /// Local seconds at canvas time `time`: (t − begin)·speed + timeOffset, for t within an iteration.
  package func localTime(at time: Double) -> Double {
    let elapsed = time - begin
    guard let length = iterationSeconds, elapsed >= 0 else { return elapsed * speed + timeOffset }
    let iteration = (elapsed / length).rounded(.down)
    let remainder = elapsed - iteration * length
    let position = remainder < 0 ? 0 : (remainder > length ? length : remainder)
    let isBackward = autoreverses && iteration - 2 * (iteration / 2).rounded(.down) == 1
    return (isBackward ? length - position : position) * speed + timeOffset
  }

  /// Whether the layer is visible at canvas time `time`: begin ≤ t < begin + duration·repeatCount.
  package func isShown(at time: Double) -> Bool {
    guard time >= begin else { return false }
    guard let duration else { return true }
    return time < begin + (repeatCount == 1 ? duration : duration * repeatCount)
  }

  /// Canvas seconds of one of several iterations; nil if there is only one.
  package var iterationSeconds: Double? {
    guard let duration, duration > 0, repeatCount > 1 else { return nil }
    return duration
  }

  /// Canvas seconds after which local time repeats, for ever; nil if it does not.
  package var cycleSeconds: Double? {
    repeatCount == .infinity ? iterationSeconds.map { autoreverses ? 2 * $0 : $0 } : nil
  }

  /// The first iteration alone.
  package var firstIteration: LayerTiming {
    var timing = self
    (timing.repeatCount, timing.autoreverses) = (1, false)
    return timing
  }

  /// The first iteration of a layer inside of a group, in terms of the time around the group.
  package func firstIteration(inside group: LayerTiming) -> LayerTiming {
    guard group.speed > 0 else {
      // Local time in the group stands still.
      let local = (group.timeOffset - begin) * speed + timeOffset
      return LayerTiming(begin: group.begin, speed: 0, timeOffset: local)
    }
    return LayerTiming(
      begin: group.begin + (begin - group.timeOffset) / group.speed, duration: duration.map { $0 / group.speed },
      speed: group.speed * speed, timeOffset: timeOffset)
  }
}

extension [LayerTiming] {
  /// The local seconds of the last of nested layers, the outermost first; nil while one of them is hidden.
  package func localTime(at time: Double) -> Double? {
    var time = time
    for timing in self {
      guard timing.isShown(at: time) else { return nil }
      time = timing.localTime(at: time)
    }
    return time
  }
}
