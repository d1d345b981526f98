/// A point of a piecewise linear timing curve: the progress `y` after the fraction `x` of the time.
public struct EasingPoint: Sendable, Equatable {
  /// Fraction of the time; it may lie outside 0...1, as in CSS.
  public var x: Double
  /// Fraction of the change; it may lie outside 0...1, where the curve overshoots.
  public var y: Double

  /// A point of a curve.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A timing curve: progress from 0 to 1 as a function of the fraction of time, 0...1.
public enum Easing: Sendable, Equatable {
  /// Even speed.
  case linear
  /// The CSS curve from (0, 0) to (1, 1) with the control points (x1, y1) and (x2, y2); x1 and x2 in 0...1.
  case cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double)
  /// `count` equal steps, with a jump between any two of them and at the ends that `jump` names (CSS Easing Level 2).
  case steps(count: Int, jump: StepJump)
  /// Straight lines between points whose x never decreases (CSS `linear()`).
  case linearPoints([EasingPoint])
  /// A curve of easings.net.
  case named(NamedEasing)
  /// Progress 0 until the end of the time.
  case hold

  /// At which ends of the time a step curve jumps, besides the jumps between its steps (CSS).
  public enum StepJump: String, Sendable, CaseIterable {
    /// Jumps at the start.
    case start = "jump-start"
    /// Jumps at the end.
    case end = "jump-end"
    /// Jumps at neither end.
    case none = "jump-none"
    /// Jumps at both ends.
    case both = "jump-both"
  }

  /// CSS's `ease`: quick start, slow end.
  public static let ease = Easing.cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  /// CSS's `ease-in`: slow start.
  public static let easeIn = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// CSS's `ease-out`: slow end.
  public static let easeOut = Easing.cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// CSS's `ease-in-out`: slow start and end.
  public static let easeInOut = Easing.cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// Progress after `fraction` of the time. Fractions below 0 count as 0, fractions above 1 as 1; at a jump the result is the
  /// value after the jump.
  ///
  /// Cubic curves are within 1e-9 of the exact solution.
  package func value(at fraction: Double) -> Double {
    let x = fraction > 0 ? min(fraction, 1) : 0
    switch self {
    case .linear: return x
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return CubicBezier.value(at: x, x1: x1, y1: y1, x2: x2, y2: y2)
    case .steps(let count, let jump): return Easing.step(at: x, count: count, jump: jump)
    case .linearPoints(let points): return Easing.polyline(at: x, points)
    case .named(let name): return name.value(at: x)
    case .hold: return x < 1 ? 0 : 1
    }
  }

  /// The value of a step curve at x: the number of jumps so far ÷ the number of all jumps.
  private static func step(at x: Double, count: Int, jump: StepJump) -> Double {
    let steps = Double(max(count, 1))
    let jumps: Double
    switch jump {
    case .start, .end: jumps = steps
    case .none: jumps = max(steps - 1, 1)
    case .both: jumps = steps + 1
    }
    let jumpsAtStart: Double = jump == .start || jump == .both ? 1 : 0
    return min((x * steps).rounded(.down) + jumpsAtStart, jumps) / jumps
  }

  /// The value at x of the straight line between the points on both sides of x. The first and the last line extend beyond their
  /// points, as in CSS.
  private static func polyline(at x: Double, _ points: [EasingPoint]) -> Double {
    guard let first = points.first else { return x }
    guard points.count > 1 else { return first.y }
    // Binary search for the last point at or before x, apart from the final point, which starts no line.
    var low = 0
    var high = points.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].x <= x { low = middle } else { high = middle }
    }
    let start = points[low]
    let end = points[low + 1]
    if end.x == start.x { return x < start.x ? start.y : end.y }
    return start.y + (end.y - start.y) * ((x - start.x) / (end.x - start.x))
  }
}

/// The curve of a CSS cubic-bezier(): x(s) = x is solved for the curve's parameter s by Newton's method inside a
/// shrinking bracket, and the result is y(s).
private enum CubicBezier {
  static func value(at x: Double, x1: Double, y1: Double, x2: Double, y2: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // x(s) = ((ax·s + bx)·s + cx)·s, and y(s) has the same form; both are 0 at s = 0.
    let cx = 3 * x1
    let bx = 3 * (x2 - x1) - cx
    let ax = 1 - cx - bx
    var low = 0.0
    var high = 1.0
    var s = x
    for _ in 0..<64 {
      let error = ((ax * s + bx) * s + cx) * s - x
      if error == 0 { break }
      if error < 0 { low = s } else { high = s }
      let slope = (3 * ax * s + 2 * bx) * s + cx
      var next = slope > 0 ? s - error / slope : low
      // Where the curve is flat, Newton's step may leave the bracket: bisect it instead.
      if !(next > low && next < high) { next = 0.5 * (low + high) }
      let change = next - s
      s = next
      if change.magnitude < 1e-15 { break }
    }
    let cy = 3 * y1
    let by = 3 * (y2 - y1) - cy
    let ay = 1 - cy - by
    return ((ay * s + by) * s + cy) * s
  }
}
