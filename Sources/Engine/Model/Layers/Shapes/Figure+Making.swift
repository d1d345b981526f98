// Figures by their values, for scenes in code.

extension Figure {
  /// A rectangle, whose corners may be round.
  public static func rectangle(center: AnimatedPoint, size: AnimatedPoint, corners: Corners) -> Figure {
    .rectangle(Rectangle().with { ($0.center, $0.size, $0.corners) = (center, size, corners) })
  }

  /// An ellipse, whose outline begins at the right and runs clockwise.
  public static func ellipse(center: AnimatedPoint, radius: AnimatedPoint) -> Figure {
    .ellipse(Ellipse().with { ($0.center, $0.radius) = (center, radius) })
  }

  /// A star with `points` spikes, the first at the top; `ratio` = inner ÷ outer radius, `rounding` = radius of the corners in canvas
  /// points.
  public static func star(
    center: AnimatedPoint, radius: AnimatedPoint, points: Int, ratio: AnimatedNumber, rounding: AnimatedNumber
  ) -> Figure {
    .star(
      Star().with {
        ($0.center, $0.radius, $0.rounding) = (center, radius, rounding)
        ($0.points, $0.ratio) = (points, ratio)
      })
  }

  /// A regular polygon, its first corner at the top; `rounding` = radius of the corners in points.
  public static func polygon(
    center: AnimatedPoint, radius: AnimatedPoint, sides: Int, rounding: AnimatedNumber
  ) -> Figure {
    .polygon(
      Polygon().with { ($0.center, $0.radius, $0.rounding, $0.sides) = (center, radius, rounding, sides) })
  }

  /// An open arc between two angles in degrees, clockwise from the right.
  public static func arc(
    center: AnimatedPoint, radius: AnimatedPoint, start: AnimatedNumber, end: AnimatedNumber
  ) -> Figure {
    .arc(Arc().with { ($0.center, $0.radius, $0.startAngle, $0.endAngle) = (center, radius, start, end) })
  }

  /// The area between an arc and its centre; with a `thickness` below 1, only the outer part: a section of a ring, whose width is
  /// that share of the radius.
  public static func sector(
    center: AnimatedPoint, radius: AnimatedPoint, start: AnimatedNumber, end: AnimatedNumber, thickness: AnimatedNumber
  ) -> Figure {
    .sector(
      Sector().with {
        ($0.center, $0.radius, $0.thickness) = (center, radius, thickness)
        ($0.startAngle, $0.endAngle) = (start, end)
      })
  }

  /// Straight lines between points, with corners of the radius `rounding` in points; if `isSmooth`, a Catmull-Rom spline instead.
  public static func polyline(
    points: [AnimatedPoint], isClosed: Bool, isSmooth: Bool, rounding: AnimatedNumber
  ) -> Figure {
    .polyline(
      Polyline().with { ($0.points, $0.isClosed, $0.isSmooth, $0.rounding) = (points, isClosed, isSmooth, rounding) })
  }

  /// A heart.
  public static func heart(center: AnimatedPoint, size: AnimatedPoint) -> Figure {
    .heart(Heart().with { ($0.center, $0.size) = (center, size) })
  }
}
