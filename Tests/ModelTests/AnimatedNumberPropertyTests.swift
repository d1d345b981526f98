import Lanes
import Model
import TestSupport
import Testing

/// What holds for all animated numbers, tried on random ones.
@Suite struct AnimatedNumberPropertyTests {
  private static let times = -2.0...12.0

  private func easing(_ random: inout SeededRandom) -> Easing {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .linear
    case 1:
      .cubicBezier(
        x1: .random(in: 0...1, using: &random), y1: .random(in: -2...3, using: &random),
        x2: .random(in: 0...1, using: &random), y2: .random(in: -2...3, using: &random))
    case 2:
      .steps(count: .random(in: 2...5, using: &random), jump: Easing.StepJump.allCases.randomElement(using: &random)!)
    case 3: .named(NamedEasing.allCases.randomElement(using: &random)!)
    case 4: .hold
    default:
      .linearPoints([
        EasingPoint(x: 0.2, y: .random(in: -1...2, using: &random)),
        EasingPoint(x: 0.7, y: .random(in: -1...2, using: &random)),
      ])
    }
  }

  private func tween(_ random: inout SeededRandom) -> NumberTween {
    let spring = Spring(
      stiffness: .random(in: 5...200, using: &random), damping: .random(in: 0.5...30, using: &random),
      initialVelocity: .random(in: -3...3, using: &random))
    return NumberTween(
      from: .random(in: -5...5, using: &random), to: .random(in: -5...5, using: &random),
      duration: .random(in: 0...3, using: &random),
      motion: Bool.random(using: &random) ? .spring(spring) : .easing(easing(&random)),
      repeatCount: [1, 2.5, 3, .infinity].randomElement(using: &random)!, autoreverses: Bool.random(using: &random),
      delay: .random(in: -1...2, using: &random))
  }

  private func source(depth: Int, _ random: inout SeededRandom) -> AnimatedNumber.Source {
    func sortedTimes(_ count: Int) -> [Double] {
      (0..<count).map { _ in Double.random(in: -1...8, using: &random) }.sorted()
    }
    switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
    case 0: return .constant(.random(in: -5...5, using: &random))
    case 1:
      return .keys(
        sortedTimes(Int.random(in: 1...5, using: &random)).map {
          NumberKey(time: $0, value: .random(in: -5...5, using: &random), easing: easing(&random))
        })
    case 2: return .tween(tween(&random))
    case 3, 4:
      let curve = NumberCurve(
        knots: sortedTimes(Int.random(in: 1...5, using: &random)).map {
          NumberCurve.Knot(
            position: $0, value: .random(in: -5...5, using: &random), slopeIn: .random(in: -9...9, using: &random),
            slopeOut: .random(in: -9...9, using: &random), easing: easing(&random))
        })
      return .curve(curve, at: depth > 0 && Bool.random(using: &random) ? source(depth: depth - 1, &random) : nil)
    case 5: return .retimed(source(depth: depth - 1, &random), tween(&random))
    case 6:
      return .sequence(
        sortedTimes(Int.random(in: 1...3, using: &random)).map {
          AnimatedNumber.Segment(start: $0, source: source(depth: depth - 1, &random))
        })
    case 7:
      let (first, second) = (source(depth: depth - 1, &random), source(depth: depth - 1, &random))
      return Bool.random(using: &random) ? .sum([first, second]) : .product(first, second)
    default:
      let (start, end) = (Double.random(in: -1...3, using: &random), Double.random(in: 3...9, using: &random))
      return .held(
        source(depth: depth - 1, &random),
        AnimatedNumber.Hold(
          before: Bool.random(using: &random) ? 1 : nil, start: start, after: Bool.random(using: &random) ? 2 : nil,
          end: end))
    }
  }

  @Test("No value lies outside of the range that is told for its times") func ranges() {
    var random = SeededRandom(state: 1)
    for _ in 0..<2_000 {
      let number = AnimatedNumber(source(depth: 3, &random), in: -20...20)
      let (a, b) = (Double.random(in: Self.times, using: &random), Double.random(in: Self.times, using: &random))
      let times = min(a, b)...max(a, b)
      let range = number.valueRange(during: ClockRange(local: times, canvas: times))
      // Rounding of products and sums of ends.
      let slack = 1e-9 * max(1, range.upperBound - range.lowerBound)
      for step in 0...60 {
        let time = times.lowerBound + (times.upperBound - times.lowerBound) * Double(step) / 60
        let value = number.value(at: AnimationClock(time))
        #expect(value >= range.lowerBound - slack && value <= range.upperBound + slack, "\(number) at \(time)")
      }
    }
  }

  @Test("After its time of settling a value does not change") func settling() {
    var random = SeededRandom(state: 2)
    var settled = 0
    for _ in 0..<2_000 {
      let number = source(depth: 3, &random)
      let settleTime = number.settleTime
      guard settleTime < .infinity else { continue }
      settled += 1
      // The time itself is rounded.
      let from = max(settleTime, -100) + 1e-9
      let value = number.value(at: AnimationClock(from))
      for time in [from + 1e-3, from + 0.3, from + 7, from + 1e4] {
        #expect(
          abs(number.value(at: AnimationClock(time)) - value) <= 1e-9 * max(1, abs(value)), "\(number) at \(time)")
      }
    }
    // Endless tweens, and springs that swing on, are the others.
    #expect(settled > 500)
  }
}
