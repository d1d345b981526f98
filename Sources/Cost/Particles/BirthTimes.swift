import Model

/// Birth times of a sparse sample of a cell's particles, distributed like the cell's births. At these times the sample reads the
/// values that particles read at their birth.
struct BirthTimes {
  /// Local seconds, one time for each sampled particle.
  private var times: [Double] = []
  /// The times during which particles may be born.
  private let clocks: ClockRange

  /// How many times a rate is read over the layer's time: more often if it has keys, which may make short peaks and are cheap to
  /// read.
  private static let readingCount = (ofKeys: 1024, ofFormulas: 64)

  /// Samples birth times.
  ///
  /// - Parameters:
  ///   - cell: a root cell; nil for a child cell, whose particles may be born at any time.
  ///   - count: how many particles are sampled.
  init(of cell: Cell?, _ emitter: Emitter, during clocks: ClockRange, count: Int) {
    self.clocks = clocks
    let (start, end) = (clocks.local.lowerBound, clocks.local.upperBound)
    // The numbers are taken out of the cell once, because each access to the cell would copy all of it.
    let (cellRate, emitterRate) = (cell?.birthRate ?? 0, emitter.birthRate)
    let isRoot = cell != nil
    let readingCount =
      [cellRate, emitterRate].allSatisfy { $0.isConstant || $0.isKeyed }
      ? Self.readingCount.ofKeys : Self.readingCount.ofFormulas
    /// Seconds from one reading to the next.
    let interval = (end - start) / Double(readingCount)
    /// Spans of time, each with its start, its length and the births in it. A burst has the length 0.
    var spans: [(time: Double, seconds: Double, births: Double)] = []
    spans.reserveCapacity(readingCount + 1)
    for reading in 0..<readingCount {
      let time = start + interval * Double(reading)
      guard isRoot else {
        spans.append((time, interval, 1))
        continue
      }
      let clock = self.clock(at: time + interval / 2)
      let rate = cellRate.value(at: clock) * emitterRate.value(at: clock)
      spans.append((time, interval, max(0, rate) * interval))
    }
    if let cell {
      let emissionStart = max(start, min(cell.beginTime, end))
      spans += cell.bursts.map { (emissionStart + $0.time, 0, $0.count) }
      spans.append((emissionStart, 0, max(0, cell.burst.value(at: clock(at: emissionStart)))))
    }
    var total = spans.reduce(0) { $0 + $1.births }
    if !(total > 0 && total.isFinite) {
      // No birth was found: any time is as good as another.
      spans = [(start, end - start, 1)]
      total = 1
    }
    // Every sampled particle stands for an equal share of all births.
    var (index, birthsBefore) = (0, 0.0)
    for number in 0..<count {
      let target = total * (Double(number) + 0.5) / Double(count)
      while index < spans.count - 1, birthsBefore + spans[index].births < target {
        birthsBefore += spans[index].births
        index += 1
      }
      let span = spans[index]
      times.append(span.time + span.seconds * min(1, (target - birthsBefore) / max(span.births, 1e-300)))
    }
  }

  /// The clock at a local time; canvas time runs through its range in the same proportion.
  private func clock(at local: Double) -> AnimationClock {
    let (span, canvasSpan) = (
      clocks.local.upperBound - clocks.local.lowerBound, clocks.canvas.upperBound - clocks.canvas.lowerBound
    )
    let share = span > 0 ? (local - clocks.local.lowerBound) / span : 0
    return AnimationClock(local: local, canvas: clocks.canvas.lowerBound + canvasSpan * share)
  }

  /// The clock at the birth of a sampled particle.
  subscript(index: Int) -> AnimationClock {
    // Steps of 37 spread consecutive indices over all times. Unless the number of times is a multiple of 37, every element of `times` is
    // read; if it is, every 37th, which is enough for a mean.
    return clock(at: times[(index &* 37) % times.count])
  }
}
