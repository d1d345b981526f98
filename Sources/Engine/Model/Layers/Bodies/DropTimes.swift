import Lanes

/// When drops fall into water: some at a rate, others at listed times. In a loop all fall again in each period, and those of earlier periods are still
/// seen.
package struct DropTimes: Sendable {
  /// Drops a second, and seconds for which each is seen.
  private let rate: Double
  private let lifetime: Double
  /// Length of the loop; nil where nothing loops.
  private let loopSeconds: Double?
  /// Seconds from one drop of the rate to the next; in a loop they divide it.
  package let interval: Double

  package init(rate: Double, lifetime: Double, loopSeconds: Double?) {
    (self.rate, self.lifetime, self.loopSeconds) = (rate, lifetime, loopSeconds)
    interval = loopSeconds.map { $0 / Self.count(rate: rate, inLoopOf: $0) } ?? 1 / rate
  }

  /// Drops that fall at a rate in each period of a loop: a whole number, so that every period is the same, and at least one.
  package static func count(rate: Double, inLoopOf seconds: Double) -> Double { max(1, (rate * seconds).rounded()) }

  /// How many drops may be seen at the same time.
  package func mostSeen(listed: Int) -> Double {
    guard let loopSeconds else { return rate * lifetime + Double(listed) + (rate > 0 ? 2 : 0) }
    let random = rate > 0 ? Self.count(rate: rate, inLoopOf: loopSeconds) : 0
    return (random + Double(listed)) * (lifetime / loopSeconds + 1).rounded(.up)
  }

  /// Calls `body` with the numbers of the rate's drops that may be seen at a time, and with the seconds since the beginning of the period in which
  /// they fall, in the order in which they fall. Drop n falls within two intervals after n intervals; the caller tests its age.
  package func forEachDrop(at seconds: Double, _ body: (_ number: Int, _ secondsInPeriod: Double) -> Void) {
    guard rate > 0 else { return }
    func drops(_ secondsInPeriod: Double, last: Double) {
      let first = max(0, ((secondsInPeriod - lifetime) / interval).rounded(.down) - 2)
      let last = min(last, (secondsInPeriod / interval).rounded(.down) + 1)
      guard first <= last else { return }
      for number in Int(limiting: first)...Int(limiting: last) { body(number, secondsInPeriod) }
    }
    guard let loopSeconds else { return drops(seconds, last: .infinity) }
    let count = Self.count(rate: rate, inLoopOf: loopSeconds)
    for period in periods(at: seconds, loopSeconds) {
      // More than a loop if the period is over.
      drops(seconds - Double(period) * loopSeconds, last: count - 1)
    }
  }

  /// Calls `body` with the ages at which a drop that falls at a listed time may be seen, oldest first.
  package func forEachAge(ofDropAt time: Double, at seconds: Double, _ body: (_ age: Double) -> Void) {
    let since = seconds - time
    guard let loopSeconds else { return body(since) }
    for period in periods(at: since, loopSeconds) { body(since - Double(period) * loopSeconds) }
  }

  /// The periods of the loop in which drops that are still seen may have fallen, oldest first. Period 0 begins at time 0.
  private func periods(at seconds: Double, _ loopSeconds: Double) -> ClosedRange<Int> {
    let last = (seconds / loopSeconds).rounded(.down)
    let first = ((seconds - lifetime) / loopSeconds).rounded(.down) - 1
    return Int(limiting: first)...Int(limiting: last)
  }
}
