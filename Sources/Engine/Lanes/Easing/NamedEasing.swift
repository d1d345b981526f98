/// The timing curves that easings.net names, in closed form (Robert Penner, "Motion, Tweening, and Easing", in Programming
/// Macromedia Flash MX, 2002). "In" begins slowly, "Out" ends slowly, "InOut" does both.
public enum NamedEasing: String, Sendable, CaseIterable {
  case easeInSine, easeOutSine, easeInOutSine
  case easeInQuad, easeOutQuad, easeInOutQuad
  case easeInCubic, easeOutCubic, easeInOutCubic
  case easeInQuart, easeOutQuart, easeInOutQuart
  case easeInQuint, easeOutQuint, easeInOutQuint
  case easeInExpo, easeOutExpo, easeInOutExpo
  case easeInCirc, easeOutCirc, easeInOutCirc
  case easeInBack, easeOutBack, easeInOutBack
  case easeInElastic, easeOutElastic, easeInOutElastic
  case easeInBounce, easeOutBounce, easeInOutBounce

  /// A range that contains all values: back and elastic curves leave 0...1.
  package var range: ClosedRange<Double> {
    switch self {
    case .easeInBack, .easeOutBack, .easeInOutBack: -0.11...1.11
    case .easeInElastic, .easeOutElastic, .easeInOutElastic: -0.38...1.38
    default: 0...1
    }
  }

  /// Progress at `x`, 0...1; exactly 0 and 1 at the ends.
  func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    switch self {
    case .easeInSine: return NamedEasing.sine(x)
    case .easeOutSine: return 1 - NamedEasing.sine(1 - x)
    case .easeInOutSine: return 0.5 - 0.5 * Lanes.cos(Double.pi * x)
    case .easeInQuad: return x * x
    case .easeOutQuad: return 1 - (1 - x) * (1 - x)
    case .easeInOutQuad: return NamedEasing.inOut(x) { $0 * $0 }
    case .easeInCubic: return NamedEasing.cubic(x)
    case .easeOutCubic: return 1 - NamedEasing.cubic(1 - x)
    case .easeInOutCubic: return NamedEasing.inOut(x, NamedEasing.cubic)
    case .easeInQuart: return NamedEasing.quart(x)
    case .easeOutQuart: return 1 - NamedEasing.quart(1 - x)
    case .easeInOutQuart: return NamedEasing.inOut(x, NamedEasing.quart)
    case .easeInQuint: return NamedEasing.quart(x) * x
    case .easeOutQuint: return 1 - NamedEasing.quart(1 - x) * (1 - x)
    case .easeInOutQuint: return NamedEasing.inOut(x) { NamedEasing.quart($0) * $0 }
    case .easeInExpo: return NamedEasing.exponential(x)
    case .easeOutExpo: return 1 - NamedEasing.exponential(1 - x)
    case .easeInOutExpo: return NamedEasing.inOut(x, NamedEasing.exponential)
    case .easeInCirc: return NamedEasing.circle(x)
    case .easeOutCirc: return 1 - NamedEasing.circle(1 - x)
    case .easeInOutCirc: return NamedEasing.inOut(x, NamedEasing.circle)
    case .easeInBack: return NamedEasing.back(x, overshoot: NamedEasing.overshoot)
    case .easeOutBack: return 1 - NamedEasing.back(1 - x, overshoot: NamedEasing.overshoot)
    case .easeInOutBack:
      // Penner's factor 1.525: each half, which covers half of the way, goes back by a tenth of the whole way.
      return NamedEasing.inOut(x) { NamedEasing.back($0, overshoot: NamedEasing.overshoot * 1.525) }
    case .easeInElastic: return 1 - NamedEasing.elastic(1 - x)
    case .easeOutElastic: return NamedEasing.elastic(x)
    case .easeInOutElastic:
      // The swings have a period of 0.45 of each half of the time, 0.225 of the whole time. In the other two elastic curves the
      // period is 0.3 of the whole time.
      let swing = Lanes.sin((20 * x - 11.125) * (2 * Double.pi / 4.5)) * 0.5
      return x < 0.5 ? -Lanes.exp2(20 * x - 10) * swing : Lanes.exp2(10 - 20 * x) * swing + 1
    case .easeInBounce: return 1 - NamedEasing.bounce(1 - x)
    case .easeOutBounce: return NamedEasing.bounce(x)
    case .easeInOutBounce:
      return x < 0.5 ? 0.5 - 0.5 * NamedEasing.bounce(1 - 2 * x) : 0.5 + 0.5 * NamedEasing.bounce(2 * x - 1)
    }
  }

  // MARK: Curves that begin slowly

  private static func sine(_ x: Double) -> Double { 1 - Lanes.cos(0.5 * Double.pi * x) }
  private static func cubic(_ x: Double) -> Double { x * x * x }
  private static func quart(_ x: Double) -> Double { (x * x) * (x * x) }
  /// 2^(10x − 10), which is 1/1024 at 0. `value(at: 0)` is 0, so the curve begins with a small step, as Penner's does.
  private static func exponential(_ x: Double) -> Double { Lanes.exp2(10 * x - 10) }
  private static func circle(_ x: Double) -> Double { 1 - (1 - x * x).squareRoot() }
  /// Penner's constant with which `back` first goes back by a tenth of the way.
  private static let overshoot = 1.70158
  private static func back(_ x: Double, overshoot: Double) -> Double {
    (overshoot + 1) * x * x * x - overshoot * x * x
  }

  // MARK: Curves that end with swings

  /// Swings around 1 with a period of three tenths of the time.
  private static func elastic(_ x: Double) -> Double {
    Lanes.exp2(-10 * x) * Lanes.sin((10 * x - 0.75) * (2 * Double.pi / 3)) + 1
  }

  /// Four parabolas, which meet where their value is 1. With u = 2.75·x they are u², (u − 1.5)² + 0.75, (u − 2.25)² + 0.9375 and
  /// (u − 2.625)² + 0.984375.
  private static func bounce(_ x: Double) -> Double {
    let (scale, scaleSquared) = (2.75, 7.5625)
    func parabola(middle: Double, lowest: Double) -> Double {
      let distance = x - middle / scale
      return scaleSquared * distance * distance + lowest
    }
    if x < 1 / scale { return scaleSquared * x * x }
    if x < 2 / scale { return parabola(middle: 1.5, lowest: 0.75) }
    if x < 2.5 / scale { return parabola(middle: 2.25, lowest: 0.9375) }
    return parabola(middle: 2.625, lowest: 0.984375)
  }

  /// A slow beginning in the first half of the time, and its mirror image in the second.
  private static func inOut(_ x: Double, _ slowBeginning: (Double) -> Double) -> Double {
    x < 0.5 ? 0.5 * slowBeginning(2 * x) : 1 - 0.5 * slowBeginning(2 - 2 * x)
  }
}
