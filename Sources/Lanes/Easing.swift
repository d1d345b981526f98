/// A timing curve: progress from 0 to 1 over a share of time from 0 to 1.
public enum Easing: Sendable, Equatable {
  case linear
  /// The CSS curve through (0, 0), (x1, y1), (x2, y2), (1, 1); x1 and x2 in 0...1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// `count` equal steps; `jump` tells where they lie (CSS Easing Level 2).
  case steps(count: Int, jump: StepJump)
  /// The first value until the end.
  case hold

  public enum StepJump: String, Sendable, CaseIterable {
    case start = "jump-start"
    case end = "jump-end"
    case none = "jump-none"
    case both = "jump-both"
  }

  public static let ease = Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  public static let easeIn = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  public static let easeOut = Easing.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  public static let easeInOut = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  public func value(at fraction: Double) -> Double { fraction }
}
