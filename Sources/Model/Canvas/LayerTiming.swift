/// When a layer is shown, and its own clock.
public struct LayerTiming: Sendable, Equatable {
  /// Canvas seconds at which the layer appears; negative prewarms.
  public var begin: Double
  /// Canvas seconds for which it is shown, or of one run where there are several; nil: to the end.
  public var duration: Double?
  /// Local seconds a canvas second.
  public var speed: Double
  /// Local seconds at `begin`.
  public var timeOffset: Double
  /// Runs of the duration, each of which starts the clock anew; infinity never ends.
  public var runs: Double
  /// Whether every second run goes backwards.
  public var autoreverses: Bool

  public init(
    begin: Double = 0, duration: Double? = nil, speed: Double = 1, timeOffset: Double = 0, runs: Double = 1,
    autoreverses: Bool = false
  ) {
    self.begin = begin
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.runs = runs
    self.autoreverses = autoreverses
  }

  /// Local seconds at canvas time `time`: (t − begin)·speed + timeOffset, in every run from its own start, or from its end.
  package func localTime(at time: Double) -> Double {
    let elapsed = time - begin
    guard let run, elapsed >= 0 else { return elapsed * speed + timeOffset }
    let number = (elapsed / run).rounded(.down)
    let rest = elapsed - number * run
    let place = rest < 0 ? 0 : (rest > run ? run : rest)
    let goesBack = autoreverses && number - 2 * (number / 2).rounded(.down) == 1
    return (goesBack ? run - place : place) * speed + timeOffset
  }

  /// Whether the layer is shown at canvas time `time`: begin ≤ t < begin + duration·runs.
  package func isShown(at time: Double) -> Bool {
    guard time >= begin else { return false }
    guard let duration else { return true }
    return time < begin + (runs == 1 ? duration : duration * runs)
  }

  /// Canvas seconds of one of several runs; nil where there is only one.
  package var run: Double? {
    guard let duration, duration > 0, runs > 1 else { return nil }
    return duration
  }

  /// Canvas seconds after which all is as it was, for ever; nil where that never is.
  package var cycle: Double? { runs == .infinity ? run.map { autoreverses ? 2 * $0 : $0 } : nil }

  /// The first run alone.
  package var once: LayerTiming {
    var timing = self
    (timing.runs, timing.autoreverses) = (1, false)
    return timing
  }

  /// The first run by the clock that `group` itself lives by, for a layer inside of it.
  package func once(inside group: LayerTiming) -> LayerTiming {
    guard group.speed > 0 else {
      // Its clock stands still.
      let local = (group.timeOffset - begin) * speed + timeOffset
      return LayerTiming(begin: group.begin, speed: 0, timeOffset: local)
    }
    return LayerTiming(
      begin: group.begin + (begin - group.timeOffset) / group.speed, duration: duration.map { $0 / group.speed },
      speed: group.speed * speed, timeOffset: timeOffset)
  }
}

extension [LayerTiming] {
  /// Through groups, the outermost first, to the local seconds of the last of them; nil while one of them is not shown.
  package func localTime(at time: Double) -> Double? {
    var time = time
    for timing in self {
      guard timing.isShown(at: time) else { return nil }
      time = timing.localTime(at: time)
    }
    return time
  }
}
