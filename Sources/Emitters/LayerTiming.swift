/// When a layer is shown, and its own clock.
public struct LayerTiming: Sendable, Equatable {
  /// Canvas seconds at which the layer appears; negative prewarms.
  public var begin: Double
  /// Canvas seconds for which it is shown; nil: to the end.
  public var duration: Double?
  /// Local seconds a canvas second.
  public var speed: Double
  /// Local seconds at `begin`.
  public var timeOffset: Double

  public init(begin: Double = 0, duration: Double? = nil, speed: Double = 1, timeOffset: Double = 0) {
    self.begin = begin
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
  }

  /// Local seconds at canvas time `time`: (t − begin)·speed + timeOffset.
  public func localTime(at time: Double) -> Double { (time - begin) * speed + timeOffset }

  /// Whether the layer is shown at canvas time `time`: begin ≤ t < begin + duration.
  public func isShown(at time: Double) -> Bool {
    guard time >= begin else { return false }
    guard let duration else { return true }
    return time < begin + duration
  }
}
