import Lanes
import Model

extension AnimatedNumber {
  /// Local time after which the value no longer changes; infinite where that cannot be known.
  var settleTime: Double { source.settleTime }

  /// Largest value of samples taken 64 times a second, and of all keys. Between samples the number may be larger: callers
  /// clamp what they read later to the result.
  ///
  /// - Parameters:
  ///   - seconds: length of the time that is searched; beyond 1024 s there are no more samples, but wider apart.
  ///   - clock: clock a number of seconds after its beginning.
  func sampledMaximum(seconds: Double, clock: (Double) -> AnimationClock) -> Double {
    if let constant { return constant }
    var largest = value(at: clock(0))
    // Keys may lie between samples.
    if case .keys(let keys) = source {
      for key in keys { largest = max(largest, min(max(key.value, range.lowerBound), range.upperBound)) }
    }
    let mostSamples = 65_536.0
    let samples = Int(min(max(seconds, 0) * 64, mostSamples).rounded(.up))
    guard samples > 0 else { return largest }
    for sample in 1...samples {
      largest = max(largest, value(at: clock(seconds * Double(sample) / Double(samples))))
    }
    return largest
  }
}
