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

  @Test("A sequence settles in its last segment, and not before that begins")
  func sequences() {
    func segment(_ start: Double, _ source: AnimatedNumber.Source) -> AnimatedNumber.Segment {
      AnimatedNumber.Segment(start: start, source: source)
    }
    let tween = AnimatedNumber.Source.tween(NumberTween(from: 0, to: 1, duration: 2))
    #expect(AnimatedNumber.Source.sequence([segment(1, .constant(3))]).settleTime == -.infinity)
    #expect(AnimatedNumber.Source.sequence([segment(0, .constant(0)), segment(4, .constant(9))]).settleTime == 4)
    #expect(AnimatedNumber.Source.sequence([segment(0, tween), segment(4, tween)]).settleTime == 6)
    let endless = AnimatedNumber.Source.tween(NumberTween(from: 0, to: 1, duration: 2, repeatCount: .infinity))
    #expect(AnimatedNumber.Source.sequence([segment(0, endless), segment(4, .constant(1))]).settleTime == 4)
    #expect(AnimatedNumber.Source.sequence([segment(0, .constant(1)), segment(4, endless)]).settleTime == .infinity)
  }

  @Test("A formula whose local time is held by a tween still follows the time of the canvas")
  func retimedFormulas() throws {
    let tween = NumberTween(from: 0, to: 1, duration: 2)
    func settleTime(_ time: FormulaInput) throws -> Double {
      let formula = try #require(Expression(FormulaBuilder(for: .number(seed: 0)).input(time)))
      return AnimatedNumber.Source.retimed(.expression(formula), tween).settleTime
    }
    #expect(try settleTime(.localTime) == 2)
    #expect(try settleTime(.canvasTime) == .infinity)
  }

  @Test("A product settles with the later of its factors, and its range holds all products") func products() {
    func tween(_ seconds: Double) -> AnimatedNumber.Source {
      .tween(NumberTween(from: 1, to: 3, duration: seconds))
    }
    let product = AnimatedNumber.Source.product(tween(2), tween(5))
    #expect(product.settleTime == 5)
    #expect(product.value(at: AnimationClock(0)) == 1 && product.value(at: AnimationClock(6)) == 9)
    #expect(AnimatedNumber.Source.product(.constant(2), .constant(4)).settleTime == -.infinity)
    // Factors in −2 ... 3 and 4 ... 5.
    let signed = AnimatedNumber(
      .product(
        .tween(NumberTween(from: -2, to: 3, duration: 1)), .tween(NumberTween(from: 4, to: 5, duration: 1))))
    #expect(signed.valueRange(during: ClockRange(local: 0...1, canvas: 0...1)) == -10...15)
  }
}
