import Model
import Testing

/// A layer's clock, which converts the canvas's seconds to the layer's local time.
@Suite struct LayerTimingTests {
  @Test("Local time restarts with every iteration") func localTimeRestartsWithEveryIteration() {
    let timing = LayerTiming(begin: 2, duration: 1.5, speed: 2, timeOffset: 10, repeatCount: 3)
    for (time, local) in [(1, 8), (2, 10), (2.5, 11), (3.5, 10), (4, 11), (6.25, 12.5)] as [(Double, Double)] {
      #expect(timing.localTime(at: time) == local, "\(time)")
    }
    #expect(!timing.isShown(at: 1.99) && timing.isShown(at: 2) && timing.isShown(at: 6.49))
    #expect(!timing.isShown(at: 6.5))
    #expect(timing.cycleSeconds == nil && timing.iterationSeconds == 1.5)
  }

  @Test("With autoreverses every second iteration runs backwards") func everySecondIterationRunsBackwards() {
    let timing = LayerTiming(duration: 2, repeatCount: .infinity, autoreverses: true)
    for (time, local) in [(0, 0), (1.5, 1.5), (2, 2), (2.5, 1.5), (3.75, 0.25), (4, 0), (1005, 1)] as [(Double, Double)]
    {
      #expect(timing.localTime(at: time) == local, "\(time)")
    }
    #expect(timing.isShown(at: 1e9) && timing.cycleSeconds == 4)
  }

  @Test("The local time of a single iteration is linear in the canvas's time") func aSingleIterationIsLinear() {
    let timing = LayerTiming(begin: 0.1, duration: 0.3, speed: 3, timeOffset: 0.7)
    for step in 0..<50 {
      let time = Double(step) * 0.037
      #expect(timing.localTime(at: time) == (time - 0.1) * 3 + 0.7)
    }
    #expect(timing.iterationSeconds == nil && LayerTiming(duration: 0, repeatCount: 5).iterationSeconds == nil)
  }

  /// The time of a layer within groups passes through the groups' clocks, from the outermost to the layer's own.
  @Test("Clocks of nested groups are joined into one") func clocksOfGroupsAreJoined() {
    let outer = LayerTiming(begin: 3, speed: 2, timeOffset: 1)
    let inner = LayerTiming(begin: 0.5, duration: 6, speed: 0.25, timeOffset: -4)
    let own = LayerTiming(begin: 2, duration: 1, speed: 3, timeOffset: 7)
    let joined = [inner, outer].reduce(own) { $0.firstIteration(inside: $1) }
    for time in [3.5, 6, 9.75] {
      let expected = own.localTime(at: inner.localTime(at: outer.localTime(at: time)))
      #expect(abs(joined.localTime(at: time) - expected) < 1e-12)
    }
    // The layer's duration of 1 s is 1 s in the inner group, 4 s in the outer one and 2 s of the canvas.
    #expect(joined.duration == 2)
    #expect([outer, inner, own].localTime(at: 2.9) == nil)
    let still = own.firstIteration(inside: LayerTiming(begin: 1, speed: 0, timeOffset: 2.5))
    #expect(still.localTime(at: 5) == own.localTime(at: 2.5) && still.localTime(at: 50) == still.localTime(at: 5))
  }

  @Test("Groups so slow that no number holds their beginnings stand still") func slowGroupsStandStill() {
    let slow = LayerTiming(begin: 0.1, duration: 3, speed: 1e-300, timeOffset: 2)
    let joined = Array(repeating: slow, count: 25).firstIteration
    #expect(joined.speed == 0 && joined.begin.isFinite && joined.localTime(at: 5) == joined.localTime(at: 50))
    #expect([LayerTiming](repeating: LayerTiming(speed: 0.5), count: 3).firstIteration.speed == 0.125)
  }

  @Test(
    "A loop's length on the clock of nested layers is the product of their speeds, or the innermost iteration's length")
  func loopsOfNestedLayers() {
    let canvas = Canvas(duration: Rational(4), loops: true)
    let half = LayerTiming(speed: 0.5)
    #expect([half, half].loopSeconds(on: canvas) == 1)
    #expect([half, LayerTiming(duration: 0.25, speed: 2, repeatCount: 3), half].loopSeconds(on: canvas) == 0.25)
    #expect([half, LayerTiming(duration: 1, repeatCount: 3, autoreverses: true)].loopSeconds(on: canvas) == nil)
    #expect([half, LayerTiming(speed: 0)].loopSeconds(on: canvas) == nil)
    #expect([half].loopSeconds(on: Canvas(duration: Rational(4))) == nil)
  }
}
