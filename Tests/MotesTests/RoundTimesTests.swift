import Motes
import Testing

@Suite struct RoundTimesTests {
  @Test(
    "Moments are round",
    arguments: [
      (12, 6 as Rational, ["0.2", "0.7", "1.2", "1.7", "2.2", "2.7", "3.2", "3.7", "4.2", "4.7", "5.2", "5.7"], 1),
      (4, Rational(7, 2), ["0.4", "1.2", "2", "2.8"], 1), (3, 90, ["15", "45", "75"], 0), (1, 8, ["4"], 0),
      (2, Rational(1, 10), ["0.02", "0.07"], 2),
    ])
  func momentsAreRound(count: Int, duration: Rational, expected: [String], decimals: Int) {
    let times = RoundTimes(count: count, duration: duration)
    #expect(times.seconds.map(ExactNumbers.text) == expected)
    #expect(times.decimals == decimals)
  }

  @Test("Moments lie within any duration, evenly, and cover most of it")
  func momentsLieWithin() {
    let durations: [Rational] = [
      Rational(1, 1_000_000), Rational(1, 60), Rational(1001, 30_000), Rational(7, 3), 11, Rational(999_999, 1_000),
      1_000_000,
    ]
    for duration in durations {
      for count in [1, 2, 12, 1000] {
        let times = RoundTimes(count: count, duration: duration).seconds
        #expect(times.count == count && times[0] > .zero && times[count - 1] < duration, "\(count) in \(duration)")
        guard count > 1 else { continue }
        let step = times[1] - times[0]
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == step }, "\(count) in \(duration)")
        #expect(step * Rational(Int64(count)) * 5 >= duration * 4, "\(count) in \(duration)")
        // The time after the last is that before the first, or longer by less than a step.
        let (before, after) = (times[0], duration - times[count - 1])
        #expect(after >= before && after - before < step, "\(count) in \(duration)")
      }
    }
  }
}
