import Model

// How the area that cells cover changes over time: not all cells cover the most at the same time.

extension ParticleBudget {
  /// The number of equal parts of the canvas's time; coverages are added up at the middle of each.
  static let momentCount = 64
}

extension [ParticleBudget] {
  /// The greatest sum of an amount over all cells at any one moment. `amount` gives a cell's maximum; at other moments the amount
  /// is proportional to the area that the cell covers.
  package func maximumAtOnce(_ amount: (ParticleBudget) -> Double) -> Double {
    var sums = [Double](repeating: 0, count: ParticleBudget.momentCount)
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
  /// The area that a cell covers at each moment ÷ the greatest area. It varies if the layer is shown for part of the time or the
  /// size is animated; empty if it is always 1.
  ///
  /// A particle keeps its size at birth, so at every moment the largest size within the last lifetime counts.
  func coverageOverTime(_ cell: Cell, isRoot: Bool, lifetime: Double, _ context: Context) -> [Double] {
    guard let timing = context.timing, timing.speed > 0 else { return [] }
    let animated = ([cell.scale] + (isRoot ? [context.emitter.scale] : [])).filter {
      !$0.isConstant && !$0.source.isRandom
    }
    let end = timing.begin + (timing.duration ?? .infinity)
    let isShownAlways = canvas.loops || timing.begin <= 0 && end >= seconds
    guard !animated.isEmpty || !isShownAlways else { return [] }
    let step = seconds / Double(ParticleBudget.momentCount)
    let halfRange = context.largest(cell.scaleRange) / 2
    let times = (0..<ParticleBudget.momentCount).map { (Double($0) + 0.5) * step }
    // The size at each moment, as a share of the largest.
    let relativeSizes = times.map { time in
      let clock = AnimationClock(local: timing.localTime(at: time), canvas: time)
      return animated.reduce(1) { share, number in
        share * (abs(number.value(at: clock)) + halfRange) / max(context.largest(number) + halfRange, 1e-9)
      }
    }
    let momentsPerLifetime = Int(min(lifetime / timing.speed / step, Double(ParticleBudget.momentCount - 1)))
    return times.indices.map { moment in
      guard isShownAlways || (timing.begin...max(end, timing.begin)).contains(times[moment]) else { return 0 }
      let largest = (0...momentsPerLifetime).reduce(0) { largest, past in
        let index = moment - past
        if index < 0, !canvas.loops { return largest }
        return max(largest, relativeSizes[(index + ParticleBudget.momentCount) % ParticleBudget.momentCount])
      }
      return min(1, largest * largest)
    }
  }
}
