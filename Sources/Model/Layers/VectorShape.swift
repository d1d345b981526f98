import Colorimetry

/// A figure that is filled, stroked, or both; lengths and places in canvas points.
public struct VectorShape: Sendable, Equatable {
  public var figure: Figure
  public var fillRule: VectorPath.FillRule
  public var fill: Paint?
  /// Points over which the light of the fill fades to either side of its edge; 0 is a sharp edge.
  public var softness: AnimatedNumber
  public var stroke: ShapeStroke?
  public var transform: ShapeTransform

  public init(
    _ figure: Figure, fillRule: VectorPath.FillRule = .nonzero, fill: Paint? = nil, softness: AnimatedNumber = 0,
    stroke: ShapeStroke? = nil, transform: ShapeTransform = ShapeTransform()
  ) {
    self.figure = figure
    self.fillRule = fillRule
    self.fill = fill
    self.softness = softness
    self.stroke = stroke
    self.transform = transform
  }
}

/// What a shape is before it is turned and painted.
public enum Figure: Sendable, Equatable {
  case rectangle(center: AnimatedPoint, size: AnimatedPoint, corners: Corners)
  /// Starts at the right and runs clockwise.
  case ellipse(center: AnimatedPoint, radius: AnimatedPoint)
  /// The first point is up.
  case star(center: AnimatedPoint, radius: AnimatedPoint, points: Int, ratio: AnimatedNumber, rounding: AnimatedNumber)
  /// The first corner is up.
  case polygon(center: AnimatedPoint, radius: AnimatedPoint, sides: Int, rounding: AnimatedNumber)
  /// Degrees clockwise from the right; open.
  case arc(center: AnimatedPoint, radius: AnimatedPoint, start: AnimatedNumber, end: AnimatedNumber)
  /// What lies between an arc and its centre, or, with a thickness (a share of the radius) below 1, a part of a ring.
  case sector(
    center: AnimatedPoint, radius: AnimatedPoint, start: AnimatedNumber, end: AnimatedNumber, thickness: AnimatedNumber)
  /// Corners of a line; `isSmooth`: of a curve through them (Catmull and Rom's).
  case polyline(points: [AnimatedPoint], isClosed: Bool, isSmooth: Bool, rounding: AnimatedNumber)
  case path(VectorPath, frame: PathFrame?)
  case heart(center: AnimatedPoint, size: AnimatedPoint)
  /// What lies between figures in a ring: at 1.5 half way from the second to the third, and after the last the first again.
  case morph([Figure], at: AnimatedNumber)

  public struct Corners: Sendable, Equatable {
    /// Horizontal and vertical radii: top left, top right, bottom right, bottom left. Radii that do not fit shrink together (CSS).
    public var radii: [AnimatedPoint]
    public var style: Style

    public enum Style: String, Sendable, CaseIterable {
      /// Quarters of ellipses.
      case circular
      /// The corner of a phone's icons and cards, which begins to turn gently before the radius does.
      case continuous
    }

    public init(radii: [AnimatedPoint] = [], style: Style = .circular) {
      self.radii = radii
      self.style = style
    }
  }

  /// Where the box of a path is put: its middle, and what its longer side becomes.
  public struct PathFrame: Sendable, Equatable {
    public var center: AnimatedPoint
    public var size: AnimatedNumber?

    public init(center: AnimatedPoint, size: AnimatedNumber?) {
      self.center = center
      self.size = size
    }
  }
}

/// A line along a figure's outline.
public struct ShapeStroke: Sendable, Equatable {
  public var paint: Paint
  public var over: Over
  public var width: AnimatedNumber
  public var cap: Cap
  public var join: Join
  public var miterLimit: AnimatedNumber
  /// Lengths on and off in turns.
  public var dashes: [AnimatedNumber]
  public var dashPhase: AnimatedNumber
  /// Shares of the whole length; a range that goes past 1 begins again at the start.
  public var start: AnimatedNumber
  public var end: AnimatedNumber
  /// Points over which the light fades to either side of the line's edges; 0 is a sharp line.
  public var softness: AnimatedNumber

  /// What a gradient runs over.
  public enum Over: String, Sendable, CaseIterable {
    /// The shape's box.
    case box
    /// The figure's length, from its beginning to its end.
    case length
    /// What strokeStart and strokeEnd leave of it.
    case drawn
    /// The line's width, from the right of the way along it to the left.
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

/// Moves a figure and its stroke: scaled, then skewed, then turned about the anchor, then shifted.
public struct ShapeTransform: Sendable, Equatable {
  public var position: AnimatedPoint
  /// Degrees, clockwise.
  public var rotation: AnimatedNumber
  public var scale: AnimatedPoint
  /// Degrees by which the y axis and the x axis lean, as in CSS's skew().
  public var skew: AnimatedPoint
  /// nil: the middle of the figure.
  public var anchor: AnimatedPoint?

  public init(
    position: AnimatedPoint = AnimatedPoint(0, 0), rotation: AnimatedNumber = 0,
    scale: AnimatedPoint = AnimatedPoint(1, 1), skew: AnimatedPoint = AnimatedPoint(0, 0), anchor: AnimatedPoint? = nil
  ) {
    self.position = position
    self.rotation = rotation
    self.scale = scale
    self.skew = skew
    self.anchor = anchor
  }
}

extension VectorShape {
  package var movingValues: AnimatedValues {
    var values = geometryValues
    if let fill { values.add("fill", fill.movingValues) }
    if let stroke { values.add("stroke", stroke.paint.movingValues) }
    return values
  }

  /// Those that move edges, or soften them.
  package var geometryValues: AnimatedValues {
    var values = figure.movingValues
    values.add("softness", softness)
    if let stroke { values.add("stroke", stroke.geometryValues) }
    values.add("transform", transform.movingValues)
    return values
  }
}

extension Figure {
  var movingValues: AnimatedValues {
    var values = AnimatedValues()
    switch self {
    case .rectangle(let center, let size, let corners):
      values.add("center", center)
      values.add("size", size)
      for radius in corners.radii { values.add("cornerRadius", radius) }
    case .ellipse(let center, let radius):
      values.add("center", center)
      values.add("radius", radius)
    case .star(let center, let radius, _, let ratio, let rounding):
      values.add("center", center)
      values.add("radius", radius)
      values.add("ratio", ratio)
      values.add("cornerRadius", rounding)
    case .polygon(let center, let radius, _, let rounding):
      values.add("center", center)
      values.add("radius", radius)
      values.add("cornerRadius", rounding)
    case .arc(let center, let radius, let start, let end):
      values.add("center", center)
      values.add("radius", radius)
      values.add("startAngle", start, period: 360)
      values.add("endAngle", end, period: 360)
    case .sector(let center, let radius, let start, let end, let thickness):
      values.add("center", center)
      values.add("radius", radius)
      values.add("startAngle", start, period: 360)
      values.add("endAngle", end, period: 360)
      values.add("thickness", thickness)
    case .polyline(let points, _, _, let rounding):
      for (index, point) in points.enumerated() { values.add("points[\(index)]", point) }
      values.add("cornerRadius", rounding)
    case .path(_, let frame):
      guard let frame else { break }
      values.add("center", frame.center)
      if let size = frame.size { values.add("size", size) }
    case .heart(let center, let size):
      values.add("center", center)
      values.add("size", size)
    case .morph(let figures, let place):
      values.add("at", place, period: Double(figures.count))
      for (index, figure) in figures.enumerated() { values.add("shapes[\(index)]", figure.movingValues) }
    }
    return values
  }
}

extension ShapeStroke {
  var geometryValues: AnimatedValues {
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

  /// By how much the phase may jump unseen.
  private var dashPeriod: Double? {
    let lengths = dashes.compactMap(\.constant)
    guard !dashes.isEmpty, lengths.count == dashes.count else { return nil }
    let sum = lengths.reduce(0, +) * (dashes.count % 2 == 0 ? 1 : 2)
    return sum > 0 ? sum : nil
  }
}

extension ShapeTransform {
  var movingValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("position", position)
    values.add("rotation", rotation, period: 360)
    values.add("scale", scale)
    values.add("skew.x", skew.x, period: 180)
    values.add("skew.y", skew.y, period: 180)
    if let anchor { values.add("anchor", anchor) }
    return values
  }
}
