/// Times at which a sparse sample of a cell's particles is born, as often as the cell bears any: what is read at a birth is read then.
struct BirthTimes {
  /// Local seconds, as many as particles are sampled; in no order, so that any run of them is a sample too.
  private var times: [Double] = []
  private let clocks: ClockRange

  /// Moments of the layer's time at which a rate is read: many of keys, which may be short peaks and are read quickly.
  private static let moments = (ofKeys: 1024, ofFormulas: 64)

  /// - Parameters:
  ///   - cell: a root cell; nil for a child, which may be born at any time.
  ///   - count: how many particles are sampled.
  init(of cell: Cell?, _ emitter: Emitter, during clocks: ClockRange, count: Int) {
    self.clocks = clocks
    let (start, end) = (clocks.local.lowerBound, clocks.local.upperBound)
    // Read once: taking a value out of a cell for each moment would copy the whole cell.
    let (cellRate, emitterRate) = (cell?.birthRate ?? 0, emitter.birthRate)
    let isRoot = cell != nil
    let moments =
      [cellRate, emitterRate].allSatisfy { $0.isConstant || $0.isKeyed } ? Self.moments.ofKeys : Self.moments.ofFormulas
    let length = (end - start) / Double(moments)
    var events: [(time: Double, seconds: Double, births: Double)] = []
    events.reserveCapacity(moments + 1)
    for moment in 0..<moments {
      let time = start + length * Double(moment)
      guard isRoot else {
        events.append((time, length, 1))
        continue
      }
      let clock = self.clock(at: time + length / 2)
      let rate = cellRate.value(at: clock) * emitterRate.value(at: clock)
      events.append((time, length, max(0, rate) * length))
    }
    if let cell {
      let first = max(start, min(cell.beginTime, end))
      events += cell.bursts.map { (first + $0.time, 0, $0.count) }
      events.append((first, 0, max(0, cell.burst.value(at: clock(at: first)))))
    }
    var all = events.reduce(0) { $0 + $1.births }
    if !(all > 0 && all.isFinite) {
      // No birth was found: any time is as good as another.
      events = [(start, end - start, 1)]
      all = 1
    }
    // Every particle stands for an equal share of all births.
    var (index, before) = (0, 0.0)
    for number in 0..<count {
      let place = all * (Double(number) + 0.5) / Double(count)
      while index < events.count - 1, before + events[index].births < place {
        before += events[index].births
        index += 1
      }
      let event = events[index]
      times.append(event.time + event.seconds * min(1, (place - before) / max(event.births, 1e-300)))
    }
  }

  private func clock(at local: Double) -> AnimationClock {
    let (span, canvasSpan) = (
      clocks.local.upperBound - clocks.local.lowerBound, clocks.canvas.upperBound - clocks.canvas.lowerBound
    )
    let share = span > 0 ? (local - clocks.local.lowerBound) / span : 0
    return AnimationClock(local: local, canvas: clocks.canvas.lowerBound + canvasSpan * share)
  }

  /// The clock at the birth of a sampled particle.
  subscript(index: Int) -> AnimationClock {
    // An odd step visits all of them where their count is a power of two; others are visited in any case often enough.
    return clock(at: times[(index &* 37) % times.count])
  }
}
