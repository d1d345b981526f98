import Presets

extension TSParticles {
  /// Keys of a cell that say when particles are born: bursts if the emitter has a known end and few births, at least 1/30 second apart;
  /// otherwise a rate, see `rate`.
  func births(_ emitter: SourceObject) -> WrittenObject {
    let rate = emitter.object("rate")
    rate?.reportLeftOut(["value"], .unknown, "the library reads quantity and delay")
    let quantity = rate?.span("quantity", in: 0...1e5)?.mean ?? 1
    // With a delay of 0 there is a birth at each update.
    let delay = max(1 / TSCell.updatesPerSecond, rate?.span("delay", in: 0...1e5)?.mean ?? 0.1)
    let startCount = emitter.number("startCount", in: 0...1e5) ?? 0
    let life = emitter.object("life")
    let seconds = life?.span("duration", in: 0...1e5)?.mean ?? 0
    let count = life?.number("count") ?? 0
    let pause = life?.span("delay", in: 0...1e5)?.mean ?? 0
    let wait = life?.flag("wait") == true ? pause : 0
    let lives = Lives(seconds: seconds, pause: pause, wait: wait, count: max(count, 0))
    let canListBursts =
      lives.end != nil && count <= Self.maximumBursts && delay >= 1 / 30
      && seconds * count / delay <= Self.maximumBursts
    if canListBursts { return Self.bursts(startCount: startCount, lives.births(delay: delay).map { ($0, quantity) }) }
    if lives.end != nil, count > Self.maximumBursts {
      life?.reportApproximated("count", "of so many lives only the mean rate of births is carried over")
    }
    return Self.rate(startCount: startCount, perSecond: quantity / delay, lives)
  }

  /// The most lives, and the most births, that are carried over one by one.
  private static let maximumBursts = 1000.0

  /// Births as single bursts.
  ///
  /// - Parameter startCount: number of births at the emitter's first update, even if the emitter waits.
  private static func bursts(startCount: Double, _ later: [(seconds: Double, count: Double)]) -> WrittenObject {
    let bursts: [(seconds: Double, count: Double)] = (startCount > 0 ? [(0, startCount)] : []) + later
    var births = WrittenObject()
    if bursts.count == 1, bursts[0].seconds == 0 {
      births["burst"] = .timesAmount(bursts[0].count)
    } else {
      births["bursts"] = .list(bursts.map { .list([.number($0.seconds), .timesAmount($0.count)]) })
    }
    return births
  }

  /// Births by a rate. The rate is a formula if the emitter pauses between its lives, or waits before the first although it has a burst.
  ///
  /// - Parameter startCount: number of births at the emitter's first update, even if the emitter waits.
  private static func rate(startCount: Double, perSecond: Double, _ lives: Lives) -> WrittenObject {
    var births = WrittenObject()
    var factors = [Written.decimal(perSecond)]
    if startCount > 0 { births["burst"] = .timesAmount(startCount) }
    if lives.wait > 0 {
      // `beginTime` would delay the burst too, so with a burst the rate's formula waits instead.
      if startCount > 0 {
        factors.append("(t >= \(Written.decimal(lives.wait)))")
      } else {
        births["beginTime"] = .number(lives.wait)
      }
    }
    if lives.seconds > 0, lives.pause > 0 {
      let clock = lives.wait > 0 ? "(t - \(Written.decimal(lives.wait)))" : "t"
      let share = Written.decimal(lives.seconds / lives.cycle)
      factors.append("(fract(\(clock) / \(Written.decimal(lives.cycle))) < \(share))")
    }
    if perSecond > 0 {
      births["birthRate"] = factors.count == 1 ? .number(perSecond) : .text("= " + factors.joined(separator: " * "))
    }
    if let end = lives.end { births["duration"] = .number(min(startCount > 0 ? end : end - lives.wait, 1e6)) }
    return births
  }
}

/// The lives of an emitter: how long each lasts, the pause after each, and the wait before the first, in seconds.
private struct Lives {
  /// Length of a life; 0 for one life without an end.
  let seconds: Double
  let pause: Double
  let wait: Double
  /// Number of lives; 0 for lives without an end.
  let count: Double

  var cycle: Double { seconds + pause }

  /// When the pause after the last life ends; nil if the lives do not end.
  var end: Double? { seconds > 0 && count > 0 ? wait + cycle * count : nil }

  /// Times of births while the emitter lives: the first at once, the next a delay after the one before. `count` must not be 0.
  func births(delay: Double) -> [Double] {
    var moments: [Double] = []
    var sinceBirth = delay
    for number in 0..<Int(count) {
      let begin = wait + Double(number) * cycle
      var age = max(0, delay - sinceBirth)
      while age < seconds - 1e-9 {
        moments.append(begin + age)
        age += delay
        sinceBirth = 0
      }
      // The time since the last birth; it runs on through a life without births, but not during pauses.
      sinceBirth = moments.last.map { $0 >= begin ? begin + seconds - $0 : sinceBirth + seconds } ?? seconds
    }
    return moments
  }
}
