import Colorimetry

/// A soft, blobby figure: a closed curve around a centre, whose points lie at different distances from it and move in and out.
public struct Blob: LayerSource, Parametrized {
  /// Centre of the figure, in points.
  public var center = AnimatedPoint(960, 540)
  /// The mean radius, in points.
  public var radius: AnimatedNumber = 432
  /// The number of points of the outline, evenly spaced by angle, each with a radius of its own.
  public var points = 6
  /// Kind of curve that leads through, or near, the points.
  public var curve = Curve.smooth
  /// For quadratic curves: the distance of a control point from the centre ÷ the mean radius of the two points of the outline
  /// beside it. With nil the curves join without corners where the radii are equal.
  public var control: Double?
  /// The greatest random deviation of a radius to either side, as a share of the mean radius.
  public var irregularity: AnimatedNumber = 0
  /// The amplitude of the motion, as a share of the mean radius.
  public var wobble: AnimatedNumber = 0.15
  /// How the points of the outline move.
  public var motion = Motion.noise
  /// For waves, the phase in degrees by which each point is ahead of the one before.
  public var waveStep = 60.0
  /// Seconds after which the motion repeats. In a loop it is adjusted so that a whole number of periods fits into the loop.
  public var period = 4.0
  /// Degrees by which the figure is rotated, clockwise.
  public var rotation: AnimatedNumber = 0
  /// Selects the random numbers: another one gives another outline and motion.
  public var seed = 0.0
  /// Colour, or gradient over the figure's box.
  public var fill = Paint.color(.constant(.white))
  /// Whole width in points over which the edge fades, half of it to either side; 0 for a sharp edge.
  public var softness: AnimatedNumber = 0
  /// Light and shade of the figure; nil for a flat one.
  public var relief: Relief?

  /// The relief has no row: it is an object with rows of its own.
  package static let parameters: [Parameter<Self>] =
    outlineParameters + [
      .paint("fill", \.fill, "A colour, or a gradient over its box; white if not given."),
      .animated(
        "softness", \.softness, .points, in: 0...1e4, "The whole width over which its edge fades; 0 is sharp."),
    ]

  /// The rows on which the outline depends.
  private static let outlineParameters: [Parameter<Self>] = [
    .animated("center", \.center, "Its middle.").defaults(toShares: 0.5, 0.5),
    .animated("radius", \.radius, .points, in: 0...1e5, "Its mean radius.").defaults(to: 0.4, of: .shorterSide),
    .constant(
      "points", \.points, in: 3...64,
      "The number of points that the outline leads through or near, each at its own distance from the centre."),
    .choice("curve", \.curve, "How the outline leads along the points."),
    .constant(
      "control", \.control, .factor, in: 0.5...2,
      "A control point's distance from the centre ÷ the mean of the distances from the centre of the two points beside it. If not given, the curves join without corners where the points are equally far from the centre."
    ).applies(where: "curve", \.curve, is: .quadratic),
    .animated(
      "irregularity", \.irregularity, .share, in: 0...0.9,
      "The random deviation of each point's radius, as a share of the mean radius."),
    .animated(
      "wobble", \.wobble, .share, in: 0...0.9, "How far the points move in and out, as a share of the mean radius."),
    .choice("motion", \.motion, "How the points move."),
    .constant(
      "waveStep", \.waveStep, .degrees,
      "With motion wave: the phase by which each point is ahead of the one before."
    ).effective(where: "motion", \.motion, is: .wave),
    .period("period", \.period, "the motion"),
    .animated("rotation", \.rotation, .degrees, "How far it is rotated, clockwise.").repeating(every: 360),
    .constant(
      "seed", \.seed, .none, "Another number gives another outline and motion; \"= i\" gives each copy its own."),
  ]

  /// A blob of six points, which move in and out; with a `wobble` of 0 they are still.
  public init() {}

  package var isSelfAnimated: Bool { !wobble.isZero }

  package var animatedValues: AnimatedValues {
    var values = valuesOfParameters
    if let relief { values.add("relief", relief.valuesOfParameters) }
    return values
  }

  /// The animated values on which the outline depends. If they are constant, the outline may still move by `motion`.
  package var outlineValues: AnimatedValues { animatedValues(of: Self.outlineParameters) }

  /// Curves of an outline.
  public enum Curve: String, DescribedChoice {
    /// Smooth cubic curves through the points; with equal radii a circle.
    case smooth
    /// Quadratic curves through the points, with control points between them.
    case quadratic
    /// Quadratic curves from midpoint to midpoint of neighbouring points, with the points as control points: their corners are
    /// rounded off.
    case corners

    package var sentence: String {
      switch self {
      case .smooth: "Cubic curves through the points, smooth at each."
      case .quadratic: "Curves through the points, with one control point between each two."
      case .corners: "Curves from midpoint to midpoint, with the points as control points."
      }
    }
  }

  /// Motions of the points of an outline.
  public enum Motion: String, DescribedChoice {
    /// Each point by itself: a sum of three sines with random phases.
    case noise
    /// A sine wave that travels around the outline.
    case wave

    package var sentence: String {
      switch self {
      case .noise: "Each point moves on its own."
      case .wave: "A sine travels around the outline."
      }
    }
  }
}

extension Parameter {
  /// The time after which a body's motion repeats.
  ///
  /// - Parameter motion: what repeats.
  static func period(_ name: String, _ path: Path<Double>, _ motion: String) -> Parameter {
    .constant(
      name, path, .seconds, in: 0.01...1e5,
      "The time after which \(motion) repeats; in a loop, the nearest time that goes into the loop a whole number of times."
    )
  }
}
