import Model

/// The canvas times at which a scene's particles are sampled: some spread evenly up to the last frame, and those at which most is to be
/// expected: after bursts, where the rate of births has a peak, and before layers end.
struct SampledMoments {
  /// Ascending.
  private(set) var times: [Double]

  /// The number of evenly spread times, and the most others.
  private static let evenCount = 12
  private static let maximumEventCount = 16
  /// The most births or bursts of a cell after which particles are sampled.
  private static let eventsPerCell = 4
  /// How many times are tried for a peak of births.
  private static let triedCount = 64

  /// - Parameter last: canvas second of the last frame.
  init(_ emitters: [SampledEmitter], canvas: Canvas, until last: Double) {
    times = (1...Self.evenCount).map { last * Double($0) / Double(Self.evenCount) }
    guard !emitters.isEmpty else {
      times = []
      return
    }
    let frame = 1 / canvas.frameRate.double
    var events: [(time: Double, births: Double)] = []
    for emitter in emitters {
      let clock = emitter.clock
      guard clock.speed > 0 else { continue }
      func add(local: Double, births: Double) {
        var time = clock.begin + (local - clock.timeOffset) / clock.speed
        if canvas.loops { time -= (time / canvas.duration.double).rounded(.down) * canvas.duration.double }
        if time >= 0, time <= last { events.append((time, births)) }
      }
      for event in emitter.sampler.birthEvents(maximumPerCell: Self.eventsPerCell) {
        for age in emitter.ages(ofCell: event.cell) { add(local: event.time + age, births: event.births) }
      }
      if let duration = clock.duration {
        // As many as ever are alive in the last frame of a layer, those of layers that began later among them.
        let end = clock.begin + duration - frame / 2
        if end <= last, let local = emitter.timings.localTime(at: end) {
          events.append((end, emitter.sampler.rootBirths(at: local)))
        }
      }
      guard emitter.sampler.hasChangingRates else { continue }
      var peak = (time: 0.0, births: 0.0)
      for number in 0..<Self.triedCount {
        let time = last * (Double(number) + 0.5) / Double(Self.triedCount)
        guard let local = emitter.timings.localTime(at: time) else { continue }
        let births = emitter.sampler.rootBirths(at: local)
        if births > peak.births { peak = (time, births) }
      }
      if peak.births > 0 { events.append(peak) }
    }
    // Those with the most births come first; of equal ones the earliest, so that the choice does not depend on the sorting.
    events.sort { ($0.births, $1.time) > ($1.births, $0.time) }
    for event in events where times.count < Self.evenCount + Self.maximumEventCount {
      if !times.contains(where: { abs($0 - event.time) < frame / 4 }) { times.append(event.time) }
    }
    times.sort()
  }
}
