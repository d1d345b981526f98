import Colorimetry

/// A stroke along the outline of a figure.
public struct ShapeStroke: Sendable, Equatable {
  public var paint: Paint
  public var over: Over
  public var width: AnimatedNumber
  public var cap: Cap
  public var join: Join
  public var miterLimit: AnimatedNumber
  /// Alternating lengths of dashes and gaps.
  public var dashes: [AnimatedNumber]
  public var dashPhase: AnimatedNumber
  /// The section that is drawn, in shares of the whole length. A range beyond 1 continues at the start.
  public var start: AnimatedNumber
  public var end: AnimatedNumber
  /// Points over which the stroke fades to either side of its edges; 0 for sharp edges.
  public var softness: AnimatedNumber

  /// The extent that a gradient paint runs along.
  public enum Over: String, Sendable, CaseIterable {
    /// The box of the shape.
    case box
    /// The length of the figure.
    case length
    /// The section of the figure that is drawn.
    case drawn
    /// The width of the stroke, from the right of its direction to the left.
    case width
  }

  public enum Cap: String, Sendable, CaseIterable { case butt, round, square }
  public enum Join: String, Sendable, CaseIterable { case miter, round, bevel }

  public init(
    paint: Paint = .color(.constant(.white)), over: Over = .box, width: AnimatedNumber = 1, cap: Cap = .butt,
    join: Join = .miter, miterLimit: AnimatedNumber = 10, dashes: [AnimatedNumber] = [],
    dashPhase: AnimatedNumber = 0, start: AnimatedNumber = 0, end: AnimatedNumber = 1, softness: AnimatedNumber = 0
  ) {
    self.paint = paint
    self.over = over
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
    self.start = start
    self.end = end
    self.softness = softness
  }
}

extension ShapeStroke {
  var animatedGeometryValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("width", width)
    values.add("miterLimit", miterLimit)
    for (index, dash) in dashes.enumerated() { values.add("dashes[\(index)]", dash) }
    values.add("dashPhase", dashPhase, period: dashPeriod)
    values.add("strokeStart", start, period: 1)
    values.add("strokeEnd", end, period: 1)
    values.add("softness", softness)
    return values
  }

  /// The amount of phase after which the dashes repeat.
  private var dashPeriod: Double? {
    let lengths = dashes.compactMap(\.constant)
    guard !dashes.isEmpty, lengths.count == dashes.count else { return nil }
    let sum = lengths.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
    return sum > 0 ? sum : nil
  }
}
