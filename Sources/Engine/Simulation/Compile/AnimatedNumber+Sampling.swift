import Lanes
import Model

extension AnimatedNumber {
  /// Local second (`AnimationClock.local`) after which the value no longer changes: −∞ for a constant, +∞ where it may change for ever or
  /// that second is unknown.
  var settleTime: Double { source.settleTime }

  /// Largest of the number's samples, taken 64 times a second, and its keys. Between samples the number may be larger, so callers
  /// clamp the values that they read later to this maximum.
  ///
  /// - Parameters:
  ///   - seconds: length of the interval that is searched.
  ///   - maximumSamples: how many samples are taken at most; in a longer interval they lie wider apart.
  ///   - clock: returns the clock at a number of seconds after the interval's start.
  func sampledMaximum(seconds: Double, maximumSamples: Double, clock: (Double) -> AnimationClock) -> Double {
    if let constant { return constant }
    var largest = value(at: clock(0))
    // A key may lie between two samples.
    if case .keys(let keys) = source {
      for key in keys { largest = max(largest, min(max(key.value, range.lowerBound), range.upperBound)) }
    }
    let samplesPerSecond = 64.0
    let sampleCount = Int(min(max(seconds, 0) * samplesPerSecond, maximumSamples).rounded(.up))
    guard sampleCount > 0 else { return largest }
    for sample in 1...sampleCount {
      largest = max(largest, value(at: clock(seconds * Double(sample) / Double(sampleCount))))
    }
    return largest
  }
}
