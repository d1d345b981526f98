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

  /// Local seconds after which everything in the layer has to repeat: the length of the layer's iterations or, without iterations,
  /// of the loop around the layer; nil if nothing has to repeat. Iterations that alternate in direction need not repeat, since each
  /// begins where the previous one has ended.
  ///
  /// - Parameter outer: the time after which everything in the stack of the layer repeats; nil if nothing repeats.
  package func loopSeconds(within outer: Double?) -> Double? {
    if let iterationSeconds { return autoreverses ? nil : iterationSeconds * speed }
    return outer.map { $0 * speed }
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
    let canvasBegin = group.begin + (begin - group.timeOffset) / group.speed
    let canvasSpeed = group.speed * speed
    // Where nested groups run so slowly that a Double does not hold when the layer begins, their time does not pass either.
    guard group.speed > 0, canvasBegin.magnitude < 1e300, canvasSpeed != 0 || speed == 0 else {
      // The group's local time stands still, and so does the layer's.
      let local = (group.timeOffset - begin) * speed + timeOffset
      return LayerTiming(begin: group.begin, speed: 0, timeOffset: local)
    }
    return LayerTiming(
      begin: canvasBegin, duration: duration.map { $0 / group.speed }, speed: canvasSpeed, timeOffset: timeOffset)
  }
}

extension [LayerTiming] {
  /// The timing that leads from canvas time straight to the local time of the innermost of nested layers, where the outermost is
  /// the first element: all timings combined, for their first iterations. The canvas's own time without any.
  package var firstIteration: LayerTiming {
    guard let innermost = last else { return LayerTiming() }
    return dropLast().reversed().reduce(innermost.firstIteration) { $0.firstIteration(inside: $1) }
  }

  /// Local seconds of the innermost of nested layers after which everything in it has to repeat; nil if nothing has to repeat, and
  /// where its time stands still.
  package func loopSeconds(on canvas: Canvas) -> Double? {
    let seconds = reduce(canvas.loops ? canvas.duration.double : nil) { $1.loopSeconds(within: $0) }
    return seconds.flatMap { $0 > 0 ? $0 : nil }
  }

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
