import Colorimetry

/// A soft body: a closed curve round a centre whose radii differ and swell in turns.
public struct Blob: Sendable, Equatable {
  public var center: AnimatedPoint
  /// The mean radius, in points.
  public var radius: AnimatedNumber
  /// How many points of the outline have radii of their own.
  public var points: Int
  public var curve: Curve
  /// Of the quadratic curve: how far its control points lie out, as a share of the mean of the radii beside them.
  public var control: Double?
  /// By how much of the mean radius the points lie in or out, each by its own draw.
  public var irregularity: AnimatedNumber
  /// By how much of the mean radius they move.
  public var wobble: AnimatedNumber
  public var motion: Motion
  /// Of waves: degrees by which each point is ahead of the one before it.
  public var waveStep: Double
  /// Seconds in which the motion comes round; a looping canvas takes the nearest length that fits into it.
  public var period: Double
  /// Degrees, clockwise.
  public var rotation: AnimatedNumber
  /// Another outline and another motion.
  public var seed: Double
  public var fill: Paint
  /// Points over which the edge fades; 0 is sharp.
  public var softness: AnimatedNumber
  public var relief: Relief?

  public enum Curve: String, Sendable, CaseIterable {
    /// Cubic curves through the points that are smooth at each: of equal radii a circle.
    case smooth
    /// Quadratic curves through the points, with a control point between each two.
    case quadratic
    /// Quadratic curves from middle to middle, with the points as control points.
    case corners
  }

  public enum Motion: String, Sendable, CaseIterable {
    /// Each point in a way of its own: three sines whose times and sizes are drawn.
    case noise
    /// A sine that runs round the outline.
    case wave
  }

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

/// Balls that melt into each other where they come near.
public struct Metaballs: Sendable, Equatable {
  /// Balls whose places and radii are given.
  public var balls: [Ball]
  /// Balls that are drawn by chance, besides those.
  public var count: Int
  /// The middle and the size of where they move.
  public var center: AnimatedPoint
  public var size: AnimatedPoint
  public var radius: AnimatedNumber
  /// Width of the draw around the radius.
  public var radiusRange: AnimatedNumber
  /// How much of the width and of the height each one moves through; the rest is where it may be at home.
  public var sway: AnimatedPoint
  /// Seconds in which all come round; a looping canvas takes the nearest length that fits into it.
  public var period: Double
  public var seed: Double
  /// Radii at which a ball is no longer felt: how far it reaches out to others.
  public var reach: Double
  public var fill: Paint
  /// Colours of the balls in turns; where they melt, so do these. In place of the fill.
  public var colors: [LinearColor]
  public var softness: AnimatedNumber
  public var relief: Relief?

  public struct Ball: Sendable, Equatable {
    public var center: AnimatedPoint
    public var radius: AnimatedNumber
    public var color: LinearColor?

    public init(center: AnimatedPoint, radius: AnimatedNumber, color: LinearColor? = nil) {
      self.center = center
      self.radius = radius
      self.color = color
    }
  }

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

/// Light and shade of a body that bulges towards the eye.
public struct Relief: Sendable, Equatable {
  /// Canvas degrees from which the light comes (0 along +x, clockwise), and degrees of it above the plane.
  public var lightAngle: AnimatedNumber
  public var lightHeight: AnimatedNumber
  /// How much of the lit side takes the light's colour, and of the other side the shade's.
  public var light: AnimatedNumber
  public var shade: AnimatedNumber
  public var lightColor: LinearColor
  public var shadeColor: LinearColor
  /// A line of light inside the edge: its strength and its width as a share of the body.
  public var rim: AnimatedNumber
  public var rimWidth: AnimatedNumber
  /// The mirror image of the lamp, and how small it is.
  public var gloss: AnimatedNumber
  public var shininess: AnimatedNumber
  /// 0: flat in the middle and round at the edge; 1: round all over, like a ball.
  public var roundness: AnimatedNumber
  /// How much clearer the middle is than the edge: 1 is a bubble.
  public var hollow: AnimatedNumber

  public init() {
    lightAngle = -60
    lightHeight = 45
    light = 0.5
    shade = 0.4
    lightColor = .white
    shadeColor = .black
    rim = 0
    rimWidth = 0.15
    gloss = 0
    shininess = 40
    roundness = 0.3
    hollow = 0
  }
}

extension Blob {
  package var movingValues: AnimatedValues {
    var values = outlineValues
    values.add("fill", fill.movingValues)
    values.add("softness", softness)
    if let relief { values.add("relief", relief.movingValues) }
    return values
  }

  /// Those that move the outline, besides its wobble.
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

extension Metaballs {
  package var movingValues: AnimatedValues {
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
    values.add("fill", fill.movingValues)
    values.add("softness", softness)
    if let relief { values.add("relief", relief.movingValues) }
    return values
  }
}

extension Relief {
  var movingValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("lightAngle", lightAngle, period: 360)
    values.add("lightHeight", lightHeight)
    values.add("light", light)
    values.add("shade", shade)
    values.add("rim", rim)
    values.add("rimWidth", rimWidth)
    values.add("gloss", gloss)
    values.add("shininess", shininess)
    values.add("roundness", roundness)
    values.add("hollow", hollow)
    return values
  }
}

extension Limits {
  /// Balls of one layer.
  package static let balls = 256
}
