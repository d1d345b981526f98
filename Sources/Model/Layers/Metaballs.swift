import Colorimetry

/// Balls that merge where they come near each other.
public struct Metaballs: LayerSource {
  /// Balls with given positions and radii.
  public var balls: [Ball]
  /// The number of random balls, besides those in `balls`.
  public var count: Int
  /// Centre of the box in which random balls move, in points.
  public var center: AnimatedPoint
  /// Width and height of the box in which random balls move, in points.
  public var size: AnimatedPoint
  /// Middle of the random range of the random balls' radii, in points.
  public var radius: AnimatedNumber
  /// Width of the random range around `radius`, in points.
  public var radiusRange: AnimatedNumber
  /// The share of the box's width and height through which each random ball moves. The balls' middle positions are spread over
  /// the remainder.
  public var sway: AnimatedPoint
  /// Seconds after which the motion repeats. In a loop it is adjusted so that a whole number of periods fits into the loop.
  public var period: Double
  /// Selects the random numbers: another one gives other movements.
  public var seed: Double
  /// Distance from a ball's centre at which its field ends, in radii of the ball.
  public var reach: Double
  /// Colour, or gradient over the canvas.
  public var fill: Paint
  /// Colours that the balls take in turn, and that mix where balls merge; if there are any, they replace the fill.
  public var colors: [LinearColor]
  /// Whole width in points over which the edge fades, half of it to either side; 0 for a sharp edge.
  public var softness: AnimatedNumber
  /// Light and shade of the balls; nil for flat ones.
  public var relief: Relief?

  /// A ball with a given position and radius.
  public struct Ball: Sendable, Equatable {
    /// Centre of the ball in points.
    public var center: AnimatedPoint
    /// Radius of the ball in points.
    public var radius: AnimatedNumber
    /// Colour of the ball, used only if `colors` is not empty; nil to take the colours of `colors` in turn.
    public var color: LinearColor?

    /// A ball.
    public init(center: AnimatedPoint, radius: AnimatedNumber, color: LinearColor? = nil) {
      self.center = center
      self.radius = radius
      self.color = color
    }
  }

  /// Balls that move in a box.
  public init(center: AnimatedPoint, size: AnimatedPoint, radius: AnimatedNumber, fill: Paint) {
    balls = []
    count = 0
    self.center = center
    self.size = size
    self.radius = radius
    radiusRange = 0
    sway = AnimatedPoint(0.5, 0.5)
    period = 8
    seed = 0
    reach = 2
    self.fill = fill
    colors = []
    softness = 0
  }
}

extension Metaballs {
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    for (index, ball) in balls.enumerated() {
      values.add("balls[\(index)].center", ball.center)
      values.add("balls[\(index)].radius", ball.radius)
    }
    values.add("center", center)
    values.add("size", size)
    values.add("radius", radius)
    values.add("radiusRange", radiusRange)
    values.add("sway", sway)
    values.add("fill", fill.animatedValues)
    values.add("softness", softness)
    if let relief { values.add("relief", relief.animatedValues) }
    return values
  }
}

extension Limits {
  /// Balls in one layer.
  package static let balls = 256
}
