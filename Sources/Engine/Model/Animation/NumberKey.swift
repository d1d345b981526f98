import Lanes

/// A keyframe of a number: `[time, value, easing]` in a preset.
public struct NumberKey: Sendable, Equatable {
  /// The key's time, in local seconds.
  public var time: Double
  /// Value at that time.
  public var value: Double
  /// The easing from this key to the next.
  public var easing: Easing

  /// A key of an animation.
  public init(time: Double, value: Double, easing: Easing = .linear) {
    self.time = time
    self.value = value
    self.easing = easing
  }

  /// The value of a list of keys, sorted by time, at `time` in local seconds; 0 without keys.
  static func value(of keys: [NumberKey], at time: Double) -> Double {
    guard let first = keys.first, let last = keys.last else { return 0 }
    if time <= first.time { return first.value }
    if time >= last.time { return last.value }
    let index = keys.lastIndex(notAbove: time, by: { $0.time })
    let (from, to) = (keys[index], keys[index + 1])
    let span = to.time - from.time
    guard span > 0 else { return to.value }
    return from.value + (to.value - from.value) * from.easing.value(at: (time - from.time) / span)
  }
}
