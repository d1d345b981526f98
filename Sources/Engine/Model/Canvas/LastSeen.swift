// The time after which nothing of a scene can be seen, from the births and lifetimes of its particles.

extension [Layer] {
  /// Canvas seconds (for layers of a group, the group's local seconds) from which nothing of the effect is seen any more. The
  /// result may be later than needed; it is infinite if no such time is known, nil if there are only backdrops.
  package var lastSeenSeconds: Double? {
    filter { $0.role == .effect }.compactMap(\.lastSeenSeconds).max()
  }
}

extension Layer {
  /// Canvas seconds (in a group, the group's local seconds) from which nothing of the layer is seen any more; nil for a group of
  /// backdrops.
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
      // The emitter's birth rate is a factor of the cell's, but not of its bursts.
      let lastBirth = cell.lastBirthSeconds(
        rate: birthRate.isZero ? 0 : cell.birthRate, emissionSeconds: cell.duration ?? .infinity)
      return max(
        last, lastBirth.map { cell.lastSeenSeconds(bornUntil: $0, lifetimeFactor: lifetime.maximumOverTime) } ?? 0)
    }
  }
}

extension Cell {
  /// Seconds from the event that begins the emission to the last birth; nil if there is no birth.
  ///
  /// - Parameters:
  ///   - rate: births a second.
  ///   - emissionSeconds: how long births come by rate, at most.
  fileprivate func lastBirthSeconds(rate: AnimatedNumber, emissionSeconds: Double) -> Double? {
    var last: Double?
    if !burst.isZero { last = 0 }
    for burst in bursts where burst.count > 0 { last = max(last ?? 0, burst.time) }
    // They are moments of the canvas, which the cell's own clock does not tell.
    if soundBirths.contains(where: { $0.count > 0 && !$0.times.isEmpty }) { last = .infinity }
    if !rate.isZero {
      let settleTime = rate.source.settleTime
      let endsAtZero = settleTime < .infinity && rate.value(at: AnimationClock(settleTime)) <= 0
      let endOfRate = endsAtZero ? max(0, settleTime) : .infinity
      last = max(last ?? 0, min(emissionSeconds, endOfRate))
    }
    return last.map { $0 + beginTime }
  }

  /// The time at which the cell's last particle has died, and all particles that descend from the cell's.
  ///
  /// - Parameters:
  ///   - seconds: the time of the cell's last birth.
  ///   - lifetimeFactor: a factor of the cell's lifetimes, but not of its children's.
  fileprivate func lastSeenSeconds(bornUntil seconds: Double, lifetimeFactor: Double) -> Double {
    let death = seconds + (lifetime.maximumOverTime + lifetimeRange.maximumOverTime / 2) * lifetimeFactor
    return cells.reduce(death + lingerSeconds) { last, child in
      // A child's emission begins at its parent's death at the latest. If the emission lasts as long as the parent lives, its
      // last birth by rate is at the parent's death too, at 0 seconds; only bursts may come later.
      let endsWithParent = child.when == .life && child.duration == nil
      let lastBirth =
        endsWithParent
        ? child.lastBirthSeconds(rate: 0, emissionSeconds: 0) ?? (child.birthRate.isZero ? nil : 0)
        : child.lastBirthSeconds(
          rate: child.birthRate, emissionSeconds: child.maximumEmissionSeconds(parentLifetime: .infinity))
      return max(last, lastBirth.map { child.lastSeenSeconds(bornUntil: death + $0, lifetimeFactor: 1) } ?? 0)
    }
  }
}

extension AnimatedNumber {
  /// The largest value within a million seconds of 0, the longest duration of a canvas (`Limits.durationSeconds`).
  fileprivate var maximumOverTime: Double {
    valueRange(during: ClockRange(local: -1e6...1e6, canvas: -1e6...1e6)).upperBound
  }
}
