// The figures that are given by numbers alone, each with its rows. (A path is read from text, a morph from other figures; Presets declares
// these two.)

/// A kind of figure, with its values.
package protocol DeclaredFigure: DeclaredKind, Adjustable, Equatable {
  /// The value as a figure.
  var asFigure: Figure { get }
}

extension Figure {
  /// A rectangle.
  public struct Rectangle: DeclaredFigure {
    /// The middle, in points.
    public var center = AnimatedPoint(0, 0)
    /// Width and height in points.
    public var size = AnimatedPoint(0, 0)
    /// How round the corners are.
    public var corners = Corners()

    package static let name = "rectangle"
    package static let about = "A rectangle, whose corners may be round."
    package static let parameters: [Parameter<Self>] = [
      .middle(\.center), .figureSize(\.size),
      .choice("corners", \.corners.style, "The curve of its corners.").effective(beside: "cornerRadius"),
    ]

    /// A rectangle without extent.
    public init() {}
    package var asFigure: Figure { .rectangle(self) }
  }

  /// A circle or an ellipse.
  public struct Ellipse: DeclaredFigure {
    /// The middle, in points.
    public var center = AnimatedPoint(0, 0)
    /// Horizontal and vertical radius in points.
    public var radius = AnimatedPoint(0, 0)

    package static let name = "ellipse"
    package static let about = "An ellipse, or a circle."
    package static let parameters: [Parameter<Self>] = [.middle(\.center), .figureRadius(\.radius)]

    /// An ellipse without extent.
    public init() {}
    package var asFigure: Figure { .ellipse(self) }
  }

  /// A star.
  public struct Star: DeclaredFigure {
    /// The middle, in points.
    public var center = AnimatedPoint(0, 0)
    /// Horizontal and vertical radius of the spikes in points.
    public var radius = AnimatedPoint(0, 0)
    /// Radius of the corners in points.
    public var rounding: AnimatedNumber = 0
    /// How many spikes it has.
    public var points = 5
    /// Inner radius ÷ outer radius.
    public var ratio: AnimatedNumber = 0.4

    package static let name = "star"
    package static let about = "A star, its first point at the top."
    package static let parameters: [Parameter<Self>] = [
      .middle(\.center), .figureRadius(\.radius), .rounding(\.rounding),
      .constant("points", \.points, in: 2...Limits.figureCorners, "How many points it has."),
      .animated("ratio", \.ratio, .share, in: 0...1, "Inner radius as a share of the outer."),
    ]

    /// A star without extent.
    public init() {}
    package var asFigure: Figure { .star(self) }
  }

  /// A regular polygon.
  public struct Polygon: DeclaredFigure {
    /// The middle, in points.
    public var center = AnimatedPoint(0, 0)
    /// Horizontal and vertical radius of the corners in points.
    public var radius = AnimatedPoint(0, 0)
    /// Radius of the corners in points.
    public var rounding: AnimatedNumber = 0
    /// How many sides it has.
    public var sides = 6

    package static let name = "polygon"
    package static let about = "A regular polygon, its first corner at the top."
    package static let parameters: [Parameter<Self>] = [
      .middle(\.center), .figureRadius(\.radius), .rounding(\.rounding),
      .constant("sides", \.sides, in: 3...Limits.figureCorners, "How many sides."),
    ]

    /// A polygon without extent.
    public init() {}
    package var asFigure: Figure { .polygon(self) }
  }

  /// A piece of the outline of an ellipse.
  public struct Arc: DeclaredFigure {
    /// The middle of the ellipse, in points.
    public var center = AnimatedPoint(0, 0)
    /// Horizontal and vertical radius in points.
    public var radius = AnimatedPoint(0, 0)
    /// Degrees at which it begins, clockwise from the right.
    public var startAngle: AnimatedNumber = -90
    /// Degrees at which it ends, clockwise from the right.
    public var endAngle: AnimatedNumber = 270

    package static let name = "arc"
    package static let about = "A piece of the outline of a circle or an ellipse."
    package static let parameters: [Parameter<Self>] = [
      .middle(\.center), .figureRadius(\.radius), .startAngle(\.startAngle), .endAngle(\.endAngle),
    ]

    /// An arc without extent.
    public init() {}
    package var asFigure: Figure { .arc(self) }
  }

  /// The area between an arc and its centre, or a section of a ring.
  public struct Sector: DeclaredFigure {
    /// The middle of the ellipse, in points.
    public var center = AnimatedPoint(0, 0)
    /// Horizontal and vertical radius in points.
    public var radius = AnimatedPoint(0, 0)
    /// Degrees at which it begins, clockwise from the right.
    public var startAngle: AnimatedNumber = -90
    /// Degrees at which it ends, clockwise from the right.
    public var endAngle: AnimatedNumber = 270
    /// Width of the outer part that it covers, as a share of the radius: 1 reaches the centre.
    public var thickness: AnimatedNumber = 1

    package static let name = "sector"
    package static let about = "The area between an arc and its centre, or a section of a ring."
    package static let parameters: [Parameter<Self>] = [
      .middle(\.center), .figureRadius(\.radius), .startAngle(\.startAngle), .endAngle(\.endAngle),
      .animated(
        "thickness", \.thickness, .share, in: 0...1,
        "Width of the rim as a share of the radius; 1 reaches the centre."),
    ]

    /// A sector without extent.
    public init() {}
    package var asFigure: Figure { .sector(self) }
  }

  /// Straight lines between points, or a Catmull-Rom spline through them.
  public struct Polyline: DeclaredFigure {
    /// Radius of the corners in points, for straight lines.
    public var rounding: AnimatedNumber = 0
    /// The points that it goes through.
    public var points: [AnimatedPoint] = []
    /// Whether the end is joined to the beginning.
    public var isClosed = false
    /// Whether a curve runs through the points.
    public var isSmooth = false

    package static let name = "polyline"
    package static let about = "Lines from point to point, or a curve through them."
    package static let parameters: [Parameter<Self>] = [
      .rounding(\.rounding),
      .animatedPoints(
        "points", \.points, .points, in: Limits.numbers, atMost: Limits.listElements, "Its corners, [[x, y], …]."
      ).required,
      .flag("closed", \.isClosed, "Whether its end is joined to its beginning."),
      .flag("smooth", \.isSmooth, "Whether a curve runs through its points."),
    ]

    /// A polyline without points.
    public init() {}
    package var asFigure: Figure { .polyline(self) }
  }

  /// A heart.
  public struct Heart: DeclaredFigure {
    /// The middle, in points.
    public var center = AnimatedPoint(0, 0)
    /// Width and height in points.
    public var size = AnimatedPoint(0, 0)

    package static let name = "heart"
    package static let about = "A heart, its tip down."
    package static let parameters: [Parameter<Self>] = [.middle(\.center), .figureSize(\.size)]

    /// A heart without extent.
    public init() {}
    package var asFigure: Figure { .heart(self) }
  }
}

extension Parameter {
  fileprivate static func middle(_ path: Path<AnimatedPoint>) -> Parameter {
    .animated("center", path, "Its middle.").defaults(toShares: 0.5, 0.5)
  }

  fileprivate static func figureSize(_ path: Path<AnimatedPoint>) -> Parameter {
    .animatedPair("size", path, .points, in: 0...1e6, "Width and height, or one number for both.").required
      .otherwise("radius", "write radius, half of the size")
  }

  fileprivate static func figureRadius(_ path: Path<AnimatedPoint>) -> Parameter {
    .animatedPair(
      "radius", path, .points, in: 0...1e6, "The (outer) radius, not the diameter, or [horizontal, vertical]."
    ).required.otherwise("size", "write size, twice the radius")
  }

  fileprivate static func rounding(_ path: Path<AnimatedNumber>) -> Parameter {
    .animated(
      "cornerRadius", path, .points, in: 0...1e6, "How round its corners are; what does not fit shrinks as in CSS.")
  }

  // Each angle may gain whole revolutions during a loop by itself, so that a dial or a ring can fill up.

  fileprivate static func startAngle(_ path: Path<AnimatedNumber>) -> Parameter {
    .animated("startAngle", path, .degrees, "Where it begins, clockwise from the right; -90 is the top.")
      .repeating(every: 360)
  }

  fileprivate static func endAngle(_ path: Path<AnimatedNumber>) -> Parameter {
    .animated("endAngle", path, .degrees, "Where it ends.").repeating(every: 360)
  }
}
