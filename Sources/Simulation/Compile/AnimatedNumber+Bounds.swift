import Lanes
import Model

extension AnimatedNumber {
  /// Local time after which the value no longer changes; infinite where that cannot be known.
  var settleTime: Double { source.settleTime }

  /// Largest value when the clock is sampled 64 times a second over `seconds`. Between samples the number may be larger:
  /// users clamp what they read later to it.
  func sampledMaximum(seconds: Double, clock: (Double) -> AnimationClock) -> Double {
    if let constant { return constant }
    var largest = value(at: clock(0))
    // Keys and the ends of tweens may lie between samples.
    if case .keys(let keys) = source {
      for key in keys { largest = max(largest, min(max(key.value, range.lowerBound), range.upperBound)) }
    }
    let samples = Int(min(max(seconds, 0) * 64, 65_536).rounded(.up))
    guard samples > 0 else { return largest }
    for sample in 1...samples {
      largest = max(largest, value(at: clock(seconds * Double(sample) / Double(samples))))
    }
    return largest
  }
}
