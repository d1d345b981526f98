// The time after which nothing of a scene can be seen, from the births and lifetimes of its particles.

extension [Layer] {
  /// The time, in seconds of the clock around the layers, from which nothing of the effect is seen any more. It may be later than
  /// needed; infinite if it is not known, nil if there are only backdrops.
  package var lastSeenSeconds: Double? {
    filter { $0.role == .effect }.compactMap(\.lastSeenSeconds).max()
  }
}

extension Layer {
  fileprivate var lastSeenSeconds: Double? {
    /// The time at which the layer itself is hidden.
    let hiddenFrom = timing.duration.map { timing.begin + $0 * timing.repeatCount } ?? .infinity
    let localLastSeen: Double
    switch source {
    case .emitter(let emitter): localLastSeen = emitter.lastSeenSeconds
    case .group(let layers):
      guard let last = layers.lastSeenSeconds else { return nil }
      localLastSeen = last
    default: return hiddenFrom
    }
    // If local time repeats or runs backwards, so do births.
    guard timing.iterationSeconds == nil, timing.speed > 0 else { return hiddenFrom }
    return Swift.min(hiddenFrom, timing.begin + (localLastSeen - timing.timeOffset) / timing.speed)
  }
}

extension Emitter {
  /// Local seconds at which the last of its particles has died.
  fileprivate var lastSeenSeconds: Double {
    cells.reduce(0) { last, cell in
      let births = birthRate.isZero ? cell.lastBirthSeconds(rate: 0) : cell.lastBirthSeconds(rate: cell.birthRate)
      return max(last, births.map { cell.lastSeenSeconds(bornUntil: $0, lifetimeFactor: lifetime.maximum) } ?? 0)
    }
  }
}

extension Cell {
  /// Seconds from the event that begins the emission to the last birth; nil if there is no birth.
  fileprivate func lastBirthSeconds(rate: AnimatedNumber) -> Double? {
    var last: Double?
    if !burst.isZero { last = 0 }
    for burst in bursts where burst.count > 0 { last = max(last ?? 0, burst.time) }
    if !rate.isZero {
      let settled = rate.source.settleTime
      let stops = settled < .infinity && rate.value(at: AnimationClock(settled)) <= 0
      last = max(last ?? 0, min(duration ?? .infinity, stops ? max(0, settled) : .infinity))
    }
    return last.map { $0 + beginTime }
  }

  /// The time at which the cell's last particle, and everything that descends from it, has died.
  ///
  /// - Parameters:
  ///   - seconds: the time of the cell's last birth.
  ///   - lifetimeFactor: a factor of the cell's own lifetimes.
  fileprivate func lastSeenSeconds(bornUntil seconds: Double, lifetimeFactor: Double) -> Double {
    let death = seconds + (lifetime.maximum + lifetimeRange.maximum / 2) * lifetimeFactor
    return cells.reduce(death + lingerSeconds) { last, child in
      // A child's emission begins at its parent's death at the latest. Without a duration of its own it also ends there.
      let rate = child.when == .life && child.duration == nil ? 0 : child.birthRate
      let births = child.lastBirthSeconds(rate: rate) ?? (child.birthRate.isZero ? nil : 0)
      return max(last, births.map { child.lastSeenSeconds(bornUntil: death + $0, lifetimeFactor: 1) } ?? 0)
    }
  }
}

extension AnimatedNumber {
  /// The largest value within a million seconds of 0, the longest duration of a canvas (`Limits.durationSeconds`).
  fileprivate var maximum: Double {
    valueRange(during: ClockRange(local: -1e6...1e6, canvas: -1e6...1e6)).upperBound
  }
}
