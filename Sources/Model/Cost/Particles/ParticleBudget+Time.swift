// What cells cover at one time: they need not all be at their largest together.

extension ParticleBudget {
  /// Equal moments of the canvas's time at which coverages are added up.
  static let moments = 64
}

extension [ParticleBudget] {
  /// The greatest sum that an amount of each cell, which follows what it covers, has at any moment.
  package func maximumAtOnce(_ amount: (ParticleBudget) -> Double) -> Double {
    var sums = [Double](repeating: 0, count: ParticleBudget.moments)
    for budget in self {
      let most = amount(budget)
      for moment in sums.indices {
        sums[moment] += most * (budget.coverageOverTime.isEmpty ? 1 : budget.coverageOverTime[moment])
      }
    }
    return sums.max() ?? 0
  }
}

extension ParticleBudgetEstimator {
  /// What a cell covers at each moment as a share of the most, because its layer is shown for some time only, or its size is animated;
  /// empty for all of it at all moments.
  ///
  /// A particle keeps the size that it was born with, so that in every moment the largest of the last lifetime counts.
  func coverageOverTime(_ cell: Cell, isRoot: Bool, lifetime: Double, _ context: Context) -> [Double] {
    guard let timing = context.timing, timing.speed > 0 else { return [] }
    let animated = ([cell.scale] + (isRoot ? [context.emitter.scale] : [])).filter {
      !$0.isConstant && !$0.source.isRandom
    }
    let end = timing.begin + (timing.duration ?? .infinity)
    let isShownAlways = canvas.loops || timing.begin <= 0 && end >= seconds
    guard !animated.isEmpty || !isShownAlways else { return [] }
    let step = seconds / Double(ParticleBudget.moments)
    let range = context.largest(cell.scaleRange) / 2
    let times = (0..<ParticleBudget.moments).map { (Double($0) + 0.5) * step }
    let sizes = times.map { time in
      let clock = AnimationClock(local: timing.localTime(at: time), canvas: time)
      return animated.reduce(1) { share, number in
        share * (abs(number.value(at: clock)) + range) / max(context.largest(number) + range, 1e-9)
      }
    }
    let before = Int(min(lifetime / timing.speed / step, Double(ParticleBudget.moments - 1)))
    return times.indices.map { moment in
      guard isShownAlways || (timing.begin...max(end, timing.begin)).contains(times[moment]) else { return 0 }
      let largest = (0...before).reduce(0) { largest, past in
        let index = moment - past
        if index < 0, !canvas.loops { return largest }
        return max(largest, sizes[(index + ParticleBudget.moments) % ParticleBudget.moments])
      }
      return min(1, largest * largest)
    }
  }
}
