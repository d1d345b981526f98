import Lanes

/// A keyframe of a number: `[time, value, easing]` in a preset.
public struct NumberKey: Sendable, Equatable {
  /// Local seconds.
  public var time: Double
  public var value: Double
  /// The easing from this key to the next.
  public var easing: Easing

  public init(time: Double, value: Double, easing: Easing = .linear) {
    self.time = time
    self.value = value
    self.easing = easing
  }

  /// The value of a list of keys at a local time.
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
