import Model

// How many particles of a cell are born, and how many of them are alive at once.

extension ParticleBudgetEstimator {
  /// The number of times at which a formula with random numbers is evaluated to find its mean and deviation.
  private static let drawCount = 256

  /// The births of a cell; `parent` is nil for a root cell.
  func births(of cell: Cell, lifetime: Double, parent: Parent?, _ context: Context) -> Births {
    let visibleSeconds = lifetime + openSeconds(cell, context)
    var rate = context.maximumPositive(cell.birthRate)
    var bursts = cell.bursts
    let burst = context.maximumPositive(cell.burst)
    if burst > 0 { bursts.append(.init(time: 0, count: burst)) }
    bursts.sort { $0.time < $1.time }
    guard let parent else {
      rate *= context.maximumPositive(context.emitter.birthRate)
      let emissionSeconds = min(cell.duration ?? .infinity, context.layerSeconds)
      /// The most births in a period of the loop; infinite where nothing loops.
      var birthsOfPeriod = Double.infinity
      if let period = context.loopPeriod, rate > 0 {
        // A loop's births are rounded, by at most ½, to a whole number of at least 1.
        birthsOfPeriod = max(rate * min(emissionSeconds, period) + 0.5, 1)
        rate = max(rate + 0.5 / period, 1 / period)
      }
      let profile = BirthRateProfile(
        [cell.birthRate, context.emitter.birthRate], during: context.clocks, period: context.loopPeriod)
      let periods = context.loopPeriod.map { (visibleSeconds / $0).rounded(.down) + 1 } ?? 1
      let window = min(
        visibleSeconds, context.elapsed, context.loopPeriod == nil ? cell.duration ?? .infinity : .infinity)
      let liveByRate =
        rate > 0
        ? min(window * rate, periods * birthsOfPeriod, profile?.maximumBirths(within: window) ?? .infinity).rounded(.up)
        : 0
      let liveOfBursts = Self.maximumBirths(of: bursts, within: visibleSeconds, loop: context.loopPeriod)
      // Particles of an emission that is shorter than a life pass through all ages together, as a burst's do.
      let isShort = cell.duration.map { $0 < visibleSeconds } ?? false
      return Births(
        perSecond: rate, profile: profile, bursts: bursts, liveCount: liveByRate + liveOfBursts,
        liveOfBursts: liveOfBursts + (isShort ? liveByRate : 0),
        chunkCount: liveByRate + liveOfBursts > 0 ? periods * Double(1 + bursts.count) : 0)
    }
    /// The most that a number is likely to be on average over the parents that are alive together. If it is random, each parent
    /// draws its own: the average is little more than the mean of all draws.
    func likelyMaximum(_ number: AnimatedNumber) -> Double {
      let most = context.maximumPositive(number)
      guard number.source.isRandom, most > 0 else { return most }
      let drawTimes = BirthTimes(of: nil, context.emitter, during: context.clocks, count: Self.drawCount)
      let values = (0..<Self.drawCount).map { max(0, number.value(at: drawTimes[$0])) }
      let mean = values.reduce(0, +) / Double(Self.drawCount)
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Self.drawCount)
      return min(most, mean + 2 * (variance / max(parent.births.liveCount, 1)).squareRoot())
    }
    if burst > 0 {
      bursts[bursts.firstIndex { $0.time == 0 && $0.count == burst } ?? 0].count = likelyMaximum(cell.burst)
    }
    rate = likelyMaximum(cell.birthRate)
    // One parent's children: how many there are in all, and how many are visible at once.
    let emissionSeconds = cell.maximumEmissionSeconds(parentLifetime: parent.lifetime)
    let burstTotal = bursts.reduce(0) { $0 + $1.count }
    // Each bounce triggers an emission of its own.
    let triggerCount =
      cell.when == .bounce
      ? parent.sample.typicalBounces(maximum: min(cell.maximumBounces, Limits.bounces), alive: parent.births.liveCount)
      : 1
    let childrenOfParent = (rate * emissionSeconds + burstTotal) * triggerCount
    let visibleOfParent = min(childrenOfParent, (rate * visibleSeconds + burstTotal) * triggerCount)
    let parents = parent.births
    let parentsOfBursts = Self.maximumBirths(
      of: parents.bursts, within: parent.secondsSinceRootBirth + visibleSeconds, loop: context.loopPeriod)
    var liveByRate =
      parents.perSecond > 0
      ? min(parents.perSecond * visibleSeconds, parents.perSecond * context.elapsed) * childrenOfParent : 0
    var descendants = (byRate: Double.infinity, ofBursts: parentsOfBursts * childrenOfParent)
    if let profile = parents.profile {
      let roots = profile.maximumBirths(within: parent.secondsSinceRootBirth + visibleSeconds)
      descendants.byRate = roots * parents.perRootBirth * childrenOfParent
      liveByRate = min(liveByRate, roots * parents.perRootBirth * visibleOfParent)
    }
    return Births(
      perSecond: parents.perSecond * childrenOfParent, profile: parents.profile,
      perRootBirth: parents.perRootBirth * childrenOfParent,
      bursts: parents.bursts.map { .init(time: $0.time, count: $0.count * childrenOfParent) },
      liveCount: liveByRate + parentsOfBursts * visibleOfParent, liveOfBursts: parentsOfBursts * visibleOfParent,
      descendants: descendants)
  }

  /// The most births of bursts, sorted by time, in any `window` seconds; in a loop of `loop` seconds the bursts repeat in each
  /// period.
  private static func maximumBirths(of bursts: [Cell.Burst], within window: Double, loop: Double?) -> Double {
    var (window, bursts, birthsOfWholePeriods) = (window, bursts, 0.0)
    if let loop, loop > 0, window.isFinite {
      // Each whole period in the window has all bursts. The rest of the window may reach over the loop's seam, so a second period
      // follows in the list. Less than 1e-9 of a period is taken for a rounding error.
      let periods = (window / loop + 1e-9).rounded(.down)
      birthsOfWholePeriods = periods * bursts.reduce(0) { $0 + $1.count }
      window -= periods * loop
      if window <= 1e-9 * loop { return birthsOfWholePeriods }
      bursts += bursts.map { .init(time: $0.time + loop, count: $0.count) }
      bursts.sort { $0.time < $1.time }
    }
    // A window of time that ends at a burst moves from burst to burst; `sum` is the number of births in the window.
    var (most, sum, first) = (0.0, 0.0, 0)
    for burst in bursts {
      sum += burst.count
      while bursts[first].time < burst.time - window {
        sum -= bursts[first].count
        first += 1
      }
      most = max(most, sum)
    }
    return birthsOfWholePeriods + most
  }
}
