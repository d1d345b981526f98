/// The outline of a shape, before it is transformed and painted.
public enum Figure: Sendable, Equatable {
  /// A rectangle, whose corners may be round.
  case rectangle(center: AnimatedPoint, size: AnimatedPoint, corners: Corners)
  /// An ellipse, whose outline begins at the right and runs clockwise.
  case ellipse(center: AnimatedPoint, radius: AnimatedPoint)
  /// A star with `points` spikes, the first at the top; `ratio` = inner ÷ outer radius, `rounding` = radius of the corners in canvas
  /// points.
  case star(center: AnimatedPoint, radius: AnimatedPoint, points: Int, ratio: AnimatedNumber, rounding: AnimatedNumber)
  /// A regular polygon, its first corner at the top; `rounding` = radius of the corners in points.
  case polygon(center: AnimatedPoint, radius: AnimatedPoint, sides: Int, rounding: AnimatedNumber)
  /// An open arc between two angles in degrees, clockwise from the right.
  case arc(center: AnimatedPoint, radius: AnimatedPoint, start: AnimatedNumber, end: AnimatedNumber)
  /// The area between an arc and its centre; with a `thickness` below 1, only the outer part: a section of a ring, whose width is
  /// that share of the radius.
  case sector(
    center: AnimatedPoint, radius: AnimatedPoint, start: AnimatedNumber, end: AnimatedNumber, thickness: AnimatedNumber)
  /// Straight lines between points, with corners of the radius `rounding` in points; if `isSmooth`, a Catmull-Rom spline instead.
  case polyline(points: [AnimatedPoint], isClosed: Bool, isSmooth: Bool, rounding: AnimatedNumber)
  /// A path, scaled and moved into a box; at its own coordinates if `box` is nil.
  case path(VectorPath, box: PathBox?)
  /// A heart.
  case heart(center: AnimatedPoint, size: AnimatedPoint)
  /// A shape between two figures of a cyclic list: `at` 1.5 is halfway from the second to the third. The first figure follows the
  /// last.
  case morph([Figure], at: AnimatedNumber)

  /// Corners of a rectangle.
  public struct Corners: Sendable, Equatable {
    /// Horizontal and vertical radii in points: one pair for all corners, or four pairs for top left, top right, bottom right and
    /// bottom left; none for square corners. Radii that do not fit are scaled down together, as in CSS.
    public var radii: [AnimatedPoint]
    /// Curve of each corner.
    public var style: Style

    /// Curves of corners.
    public enum Style: String, Sendable, CaseIterable {
      /// Quarters of ellipses.
      case circular
      /// The corners of icons on phones, whose curvature begins gradually.
      case continuous
    }

    /// Corners; without radii they are square.
    public init(radii: [AnimatedPoint] = [], style: Style = .circular) {
      self.radii = radii
      self.style = style
    }
  }

  /// The box into which a path is scaled and moved: its centre, and the length of its longer side.
  public struct PathBox: Sendable, Equatable {
    /// Centre of the box, in points.
    public var center: AnimatedPoint
    /// Length of the box's longer side, in points; nil for the path's own.
    public var size: AnimatedNumber?

    /// A box for a path.
    public init(center: AnimatedPoint, size: AnimatedNumber?) {
      self.center = center
      self.size = size
    }
  }
}

extension Figure {
  var animatedValues: AnimatedValues {
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
    // Each angle may gain whole revolutions during a loop by itself, so that a dial or a ring can fill up.
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
    case .path(_, let box):
      guard let box else { break }
      values.add("center", box.center)
      if let size = box.size { values.add("size", size) }
    case .heart(let center, let size):
      values.add("center", center)
      values.add("size", size)
    case .morph(let figures, let position):
      values.add("at", position, period: Double(figures.count))
      for (index, figure) in figures.enumerated() { values.add("shapes[\(index)]", figure.animatedValues) }
    }
    return values
  }
}
