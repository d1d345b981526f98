import Colorimetry

/// Balls that merge where they come near each other.
public struct Metaballs: LayerSource, Parametrized {
  /// Balls with given positions and radii.
  public var balls: [Ball] = []
  /// The number of random balls, besides those in `balls`.
  public var count = 0
  /// Centre of the box in which random balls move, in points.
  public var center = AnimatedPoint(960, 540)
  /// Width and height of the box in which random balls move, in points.
  public var size = AnimatedPoint(1920, 1080)
  /// Middle of the random range of the random balls' radii, in points.
  public var radius: AnimatedNumber = 108
  /// Width of the random range around `radius`, in points.
  public var radiusRange: AnimatedNumber = 0
  /// The share of the box's width and height through which each random ball moves. The balls' middle positions are spread over
  /// the remainder.
  public var sway = AnimatedPoint(0.5, 0.5)
  /// Seconds after which the motion repeats. In a loop it is adjusted so that a whole number of periods fits into the loop.
  public var period = 8.0
  /// Selects the random numbers: another one gives other movements.
  public var seed = 0.0
  /// Distance from a ball's centre at which its field ends, in radii of the ball.
  public var reach = 2.0
  /// Colour, or gradient over the canvas.
  public var fill = Paint.color(.constant(.white))
  /// Colours that the balls take in turn, and that mix where balls merge; if there are any, they replace the fill.
  public var colors: [LinearColor] = []
  /// Whole width in points over which the edge fades, half of it to either side; 0 for a sharp edge.
  public var softness: AnimatedNumber = 0
  /// Light and shade of the balls; nil for flat ones.
  public var relief: Relief?

  /// The balls and the relief have no rows: they are objects with rows of their own.
  package static let parameters: [Parameter<Self>] = [
    .constant(
      "count", \.count, in: 0...Limits.balls,
      "How many random balls there are besides those of balls; each moves on its own."),
    .animated("center", \.center, "The centre of the box in which random balls move.").defaults(toShares: 0.5, 0.5)
      .effective(beside: "count"),
    .animatedPair(
      "size", \.size, .points, in: 0...1e5,
      "Width and height of the box in which random balls move, or one number for both."
    ).defaults(toShares: 1, 1).effective(beside: "count"),
    .animated("radius", \.radius, .points, in: 0...1e5, "The radius of random balls.")
      .defaults(to: 0.1, of: .shorterSide).effective(beside: "count"),
    .animated(
      "radiusRange", \.radiusRange, .points, in: 0...1e5,
      "Each radius is random, from radius − radiusRange/2 to radius + radiusRange/2."
    ).effective(beside: "count"),
    .animated(
      "sway", \.sway, .share, in: 0...1,
      "The shares of the box's width and height that each random ball moves through: with [0.1, 1] it rises and sinks."
    ).effective(beside: "count"),
    .period("period", \.period, "all motion"),
    .constant("seed", \.seed, .none, "Another number gives other movements."),
    .constant("reach", \.reach, .factor, in: 1.1...6, "How far a ball's field reaches, in radii of the ball."),
    .paint("fill", \.fill, "A colour, or a gradient over the canvas; white if not given."),
    .colors(
      "colors", \.colors,
      "Colours that the balls take in turn, and which blend where balls melt into each other; in place of fill."),
    .animated(
      "softness", \.softness, .points, in: 0...1e4, "The whole width over which the edge fades; 0 is sharp."),
  ]

  /// No balls yet.
  public init() {}

  package var isSelfAnimated: Bool { count > 0 }

  package var animatedValues: AnimatedValues {
    var values = valuesOfParameters
    for (index, ball) in balls.enumerated() { values.add("balls[\(index)]", ball.valuesOfParameters) }
    if let relief { values.add("relief", relief.valuesOfParameters) }
    return values
  }

  /// A ball with a given position and radius.
  public struct Ball: Parametrized, Equatable {
    /// Centre of the ball in points.
    public var center: AnimatedPoint
    /// Radius of the ball in points.
    public var radius: AnimatedNumber
    /// Colour of the ball, used only if `colors` is not empty; nil to take the colours of `colors` in turn.
    public var color: LinearColor?

    package static let parameters: [Parameter<Self>] = [
      .animated("center", \.center, "Its middle.").required,
      .animated("radius", \.radius, .points, in: 0...1e5, "Its radius.").required,
      .constant("color", \.color, "Its colour; the next of colors if not given."),
    ]

    /// A ball.
    public init(center: AnimatedPoint, radius: AnimatedNumber, color: LinearColor? = nil) {
      (self.center, self.radius, self.color) = (center, radius, color)
    }
  }
}

extension Limits {
  /// Balls in one layer.
  package static let balls = 256
}
