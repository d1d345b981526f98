import Colorimetry

/// A stroke along the outline of a figure.
public struct ShapeStroke: Sendable, Equatable {
  /// Colour or gradient of the line.
  public var paint: Paint
  /// What a gradient as paint spans.
  public var over: Over
  /// Width of the line in points.
  public var width: AnimatedNumber
  /// Ends of the line.
  public var cap: Cap
  /// Corners of the line.
  public var join: Join
  /// Length of the longest mitred corner, in widths of the line; a corner that would be longer becomes a bevel.
  public var miterLimit: AnimatedNumber
  /// Alternating lengths of dashes and gaps in points; empty for an unbroken line.
  public var dashes: [AnimatedNumber]
  /// Distance in points into the pattern of dashes at which the line begins.
  public var dashPhase: AnimatedNumber
  /// Share of the outline's length at which the line begins.
  public var start: AnimatedNumber
  /// Share of the outline's length at which the line ends. Beyond 1 the line continues at the outline's start.
  public var end: AnimatedNumber
  /// Points by which the stroke's fade extends to each side of its edges: the whole fade is twice as wide. 0 for sharp edges.
  public var softness: AnimatedNumber

  /// The extent that a gradient paint runs along.
  public enum Over: String, Sendable, CaseIterable {
    /// The box that a gradient of the fill spans, too.
    case box
    /// The length of the whole outline.
    case length
    /// The length of the section that is drawn, from `start` to `end`.
    case drawn
    /// The width of the stroke, from the right of its direction to the left.
    case width
  }

  /// Ends of lines.
  public enum Cap: String, Sendable, CaseIterable {
    /// Cut off straight at the end.
    case butt
    /// Round.
    case round
    /// Lengthened by half of the width.
    case square
  }
  /// Corners of lines.
  public enum Join: String, Sendable, CaseIterable {
    /// A sharp corner.
    case miter
    /// Round.
    case round
    /// Cut off.
    case bevel
  }

  /// A line along an outline.
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
  /// The animated values that change the line's geometry or the softness of its edges.
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

  /// Points of `dashPhase` after which the dashes repeat: the sum of all lengths, or twice that sum for an odd number of lengths,
  /// because each length is then a dash in one run through the list and a gap in the next. Nil for an unbroken line, and where a
  /// length is animated.
  private var dashPeriod: Double? {
    let lengths = dashes.compactMap(\.constant)
    guard !dashes.isEmpty, lengths.count == dashes.count else { return nil }
    let sum = lengths.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
    return sum > 0 ? sum : nil
  }
}
