import Colorimetry

/// A soft, blobby figure: a closed curve around a centre, whose points lie at different distances from it and move in and out.
public struct Blob: LayerSource {
  /// Centre of the figure, in points.
  public var center: AnimatedPoint
  /// The mean radius, in points.
  public var radius: AnimatedNumber
  /// The number of points of the outline, evenly spaced by angle, each with a radius of its own.
  public var points: Int
  /// Kind of curve that leads through, or near, the points.
  public var curve: Curve
  /// For quadratic curves: the distance of a control point from the centre ÷ the mean radius of the two points of the outline
  /// beside it. With nil the curves join without corners where the radii are equal.
  public var control: Double?
  /// The greatest random deviation of a radius to either side, as a share of the mean radius.
  public var irregularity: AnimatedNumber
  /// The amplitude of the motion, as a share of the mean radius.
  public var wobble: AnimatedNumber
  /// How the points of the outline move.
  public var motion: Motion
  /// For waves, the phase in degrees by which each point is ahead of the one before.
  public var waveStep: Double
  /// Seconds after which the motion repeats. In a loop it is adjusted so that a whole number of periods fits into the loop.
  public var period: Double
  /// Degrees by which the figure is rotated, clockwise.
  public var rotation: AnimatedNumber
  /// Selects the random numbers: another one gives another outline and motion.
  public var seed: Double
  /// Colour, or gradient over the figure's box.
  public var fill: Paint
  /// Whole width in points over which the edge fades, half of it to either side; 0 for a sharp edge.
  public var softness: AnimatedNumber
  /// Light and shade of the figure; nil for a flat one.
  public var relief: Relief?

  /// Curves of an outline.
  public enum Curve: String, Sendable, CaseIterable {
    /// Smooth cubic curves through the points; with equal radii a circle.
    case smooth
    /// Quadratic curves through the points, with control points between them.
    case quadratic
    /// Quadratic curves from midpoint to midpoint of neighbouring points, with the points as control points: their corners are
    /// rounded off.
    case corners
  }

  /// Motions of the points of an outline.
  public enum Motion: String, Sendable, CaseIterable {
    /// Each point by itself: a sum of three sines with random phases.
    case noise
    /// A sine wave that travels around the outline.
    case wave
  }

  /// A blob of six points, which move in and out; with a `wobble` of 0 they are still.
  public init(center: AnimatedPoint, radius: AnimatedNumber, fill: Paint) {
    self.center = center
    self.radius = radius
    self.fill = fill
    points = 6
    curve = .smooth
    irregularity = 0
    wobble = 0.15
    motion = .noise
    waveStep = 60
    period = 4
    rotation = 0
    seed = 0
    softness = 0
  }
}

extension Blob {
  package var animatedValues: AnimatedValues {
    var values = outlineValues
    values.add("fill", fill.animatedValues)
    values.add("softness", softness)
    if let relief { values.add("relief", relief.animatedValues) }
    return values
  }

  /// The animated values on which the outline depends. If they are constant, the outline may still move by `motion`.
  package var outlineValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("center", center)
    values.add("radius", radius)
    values.add("irregularity", irregularity)
    values.add("wobble", wobble)
    values.add("rotation", rotation, period: 360)
    return values
  }
}
