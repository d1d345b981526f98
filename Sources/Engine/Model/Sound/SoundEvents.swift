/// Moments of a sound with their strengths, such as its beats, in the order of time.
package struct SoundEvents: Sendable, Equatable {
  /// Seconds from the sound's start, none earlier than the one before.
  package let times: [Double]
  /// How strong each is, 0 ... 1.
  package let strengths: [Double]

  /// What `secondsSinceLast` is before the first event: longer than any sound.
  package static let longAgoSeconds = 1_000_000.0

  package init(times: [Double], strengths: [Double]) {
    precondition(times.count == strengths.count, "Every event has a strength.")
    precondition(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "Events stand in the order of time.")
    (self.times, self.strengths) = (times, strengths)
  }

  package static let none = SoundEvents(times: [], strengths: [])

  package var count: Int { times.count }

  /// The number of events up to a time, this moment included.
  package func count(upTo seconds: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Seconds since the last event at or before a time, or since one of those before it; `longAgoSeconds` if there was none.
  ///
  /// - Parameter back: how many events lie between that event and the time; 0 for the last.
  package func secondsSinceLast(at seconds: Double, back: Int = 0) -> Double {
    let count = count(upTo: seconds) - back
    return count > 0 ? seconds - times[count - 1] : Self.longAgoSeconds
  }

  /// How far a time is between the event before it and the one after: 0 at an event, nearly 1 just before the next. Before the first and after the last
  /// event it goes on at the pace of the nearest two; 0 if there are less than two.
  package func phase(at seconds: Double) -> Double {
    guard times.count > 1 else { return 0 }
    let before = min(max(count(upTo: seconds) - 1, 0), times.count - 2)
    let length = times[before + 1] - times[before]
    guard length > 0 else { return 0 }
    let turns = (seconds - times[before]) / length
    let phase = turns - turns.rounded(.down)
    // A tiny negative number of turns would be rounded up to 1.
    return phase < 1 ? phase : 0
  }
}
