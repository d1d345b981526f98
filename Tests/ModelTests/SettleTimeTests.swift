import Model
import Testing

/// The time after which an animated value no longer changes.
@Suite struct SettleTimeTests {
  @Test("A tween settles after its delay and all repetitions, and without a duration after its delay")
  func tweens() {
    func settleTime(duration: Double, repeatCount: Double) -> Double {
      AnimatedNumber.Source.tween(
        NumberTween(from: 0, to: 1, duration: duration, repeatCount: repeatCount, delay: 2)
      ).settleTime
    }
    #expect(settleTime(duration: 1.5, repeatCount: 3) == 6.5)
    #expect(settleTime(duration: 1.5, repeatCount: .infinity) == .infinity)
    #expect(settleTime(duration: 0, repeatCount: 3) == 2)
    #expect(settleTime(duration: 0, repeatCount: .infinity) == 2)
  }
}
