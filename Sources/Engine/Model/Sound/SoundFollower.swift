// An envelope that follows a quantity of a sound: it rises and falls no faster than is wanted, and may be early.
//
// Row by row y += (x − y)·(1 − exp(−Δt/τ)), where τ is the attack while x is above y, and the release while it is below: the one-pole
// follower of dynamics processors (Giannoulis, Massberg, Reiss, "Digital Dynamic Range Compressor Design", 2012, their smooth branching
// detector). Since the whole sound is known beforehand, the envelope may look ahead, and may be smoothed without being late.
// Cost: some operations for each row, once; then that of a curve.

import Lanes

/// How a knob follows a sound.
package struct SoundFollower: Sendable, Equatable {
  /// The quantity: a curve's name, or the name of events, each of which is a peak as high as its strength.
  package var source: String
  /// Seconds in which most of a rise has been followed (63 %); 0 follows at once.
  package var attackSeconds: Double
  /// Seconds in which most of a fall has been followed.
  package var releaseSeconds: Double
  /// Seconds that the envelope is early.
  package var secondsAhead: Double
  /// Values up to this count as none; what is above is stretched over 0 ... 1.
  package var threshold: Double
  /// Seconds over which the envelope is averaged, half of them before the moment and half behind it.
  package var smoothingSeconds: Double
  /// What is added to the knob's value where the envelope is 1.
  package var amount: Double

  package init(
    source: String = "level", attackSeconds: Double = 0.01, releaseSeconds: Double = 0.25, secondsAhead: Double = 0,
    threshold: Double = 0, smoothingSeconds: Double = 0, amount: Double = 1
  ) {
    self.source = source
    (self.attackSeconds, self.releaseSeconds) = (attackSeconds, releaseSeconds)
    (self.secondsAhead, self.threshold) = (secondsAhead, threshold)
    (self.smoothingSeconds, self.amount) = (smoothingSeconds, amount)
  }

  /// The rows of an envelope that no curve gives.
  private static let rowsPerSecond = 100

  /// The envelope as a curve, which is 0 before the sound and after it.
  package func envelope(of curve: SoundCurve) -> SoundCurve {
    followed(curve.numbers.indices.map { curve[$0] }, rowsPerSecond: curve.rowsPerSecond)
  }

  /// The envelope of events. An event between two rows acts from the row before it on, so that it is not late.
  package func envelope(of events: SoundEvents, duration: Double) -> SoundCurve {
    var values = [Double](repeating: 0, count: Int((duration * Double(Self.rowsPerSecond)).rounded(.up)) + 1)
    for (time, strength) in zip(events.times, events.strengths) {
      let row = Int(time * Double(Self.rowsPerSecond))
      if values.indices.contains(row) { values[row] = max(values[row], strength) }
    }
    return followed(values, rowsPerSecond: Self.rowsPerSecond)
  }

  private func followed(_ values: [Double], rowsPerSecond: Int) -> SoundCurve {
    let step = 1 / Double(rowsPerSecond)
    func share(_ seconds: Double) -> Double { seconds > 0 ? 1 - Lanes.exp(-step / seconds) : 1 }
    let (rise, fall) = (share(attackSeconds), share(releaseSeconds))
    let scale = 1 / (1 - threshold)
    var envelope: [Double] = []
    envelope.reserveCapacity(values.count)
    var last = 0.0
    for value in values {
      let target = max(value - threshold, 0) * scale
      last += (target - last) * (target > last ? rise : fall)
      envelope.append(last)
    }
    return Self.curve(Self.averaged(envelope, rows: Int((smoothingSeconds / step / 2).rounded())), rowsPerSecond)
  }

  /// The mean of each value and its neighbours up to a distance.
  private static func averaged(_ values: [Double], rows: Int) -> [Double] {
    guard rows > 0 else { return values }
    var sums = [0.0]
    for value in values { sums.append(sums[sums.count - 1] + value) }
    return values.indices.map { row in
      let (first, end) = (max(row - rows, 0), min(row + rows + 1, values.count))
      return (sums[end] - sums[first]) / Double(end - first)
    }
  }

  private static func curve(_ values: [Double], _ rowsPerSecond: Int) -> SoundCurve {
    let high = max(values.max() ?? 0, 0)
    let numbers = values.map { high > 0 ? UInt16((max($0, 0) / high * 65_535).rounded()) : 0 }
    return SoundCurve(
      name: "envelope", unit: 1, low: 0, high: high, bits: 16, rowsPerSecond: rowsPerSecond, numbers: numbers)
  }
}
