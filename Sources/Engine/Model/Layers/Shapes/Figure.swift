/// The outline of a shape, before it is transformed and painted.
public enum Figure: Sendable, Equatable {
  /// A rectangle, whose corners may be round.
  case rectangle(Rectangle)
  /// An ellipse, whose outline begins at the right and runs clockwise.
  case ellipse(Ellipse)
  /// A star, its first spike at the top.
  case star(Star)
  /// A regular polygon, its first corner at the top.
  case polygon(Polygon)
  /// An open arc between two angles.
  case arc(Arc)
  /// The area between an arc and its centre, or the outer part of it.
  case sector(Sector)
  /// Lines between points, or a curve through them.
  case polyline(Polyline)
  /// A path, scaled and moved into a box; at its own coordinates if `box` is nil.
  case path(VectorPath, box: PathBox?)
  /// A heart.
  case heart(Heart)
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
    public enum Style: String, DescribedChoice {
      /// Quarters of ellipses.
      case circular
      /// The corners of icons on phones, whose curvature begins gradually.
      case continuous

      package var sentence: String {
        switch self {
        case .circular: "Quarters of ellipses."
        case .continuous: "A curve that begins gradually, as in the icons of phones."
        }
      }
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
    switch self {
    case .rectangle(let rectangle):
      var values = rectangle.valuesOfParameters
      for radius in rectangle.corners.radii { values.add("cornerRadius", radius) }
      return values
    case .ellipse(let ellipse): return ellipse.valuesOfParameters
    case .star(let star): return star.valuesOfParameters
    case .polygon(let polygon): return polygon.valuesOfParameters
    case .arc(let arc): return arc.valuesOfParameters
    case .sector(let sector): return sector.valuesOfParameters
    case .polyline(let polyline): return polyline.valuesOfParameters
    case .heart(let heart): return heart.valuesOfParameters
    case .path(_, let box):
      var values = AnimatedValues()
      if let box { values.add("center", box.center) }
      if let size = box?.size { values.add("size", size) }
      return values
    case .morph(let figures, let position):
      var values = AnimatedValues()
      values.add("at", position, period: Double(figures.count))
      for (index, figure) in figures.enumerated() { values.add("shapes[\(index)]", figure.animatedValues) }
      return values
    }
  }
}
