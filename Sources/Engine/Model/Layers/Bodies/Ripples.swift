import Colorimetry

/// Drops on water: expanding, damped rings that interfere and tilt a lit surface.
///
/// Drops fall at random positions, `rate` a second. Each sends out a packet of ring waves and, `reboundDelay` later, a second
/// one. A packet travels outwards at `speed`; its waves are `wavelength` long, its envelope is `packetWidth` wide, and it is
/// damped by `decay`. The heights of all waves add up. The slope of their sum, lit by a lamp at `lightAngle`, brightens and
/// darkens the layers below.
public struct Ripples: LayerSource, Parametrized {
  /// Drops per second.
  public var rate = 1.2
  /// Middle of the random range of a drop's wave height, in points.
  public var amplitude = 5.0
  /// Width of the random range around `amplitude`, in points.
  public var amplitudeRange = 3.0
  /// Points from crest to crest.
  public var wavelength = 24.0
  /// The width of a packet, in points.
  public var packetWidth = 130.0
  /// Speed of a packet, in points a second.
  public var speed = 150.0
  /// Damping per second: a height falls as e^(−decay·age), age in seconds.
  public var decay = 0.35
  /// Seconds until a drop's rings end. They fade out towards that time, in addition to `decay`.
  public var lifetime = 5.0
  /// The direction from which the light comes, in degrees (0 along +x, clockwise).
  public var lightAngle: AnimatedNumber = -60
  /// The elevation of the light above the surface, in degrees.
  public var lightHeight: AnimatedNumber = 35
  /// How strongly slope changes brightness.
  public var relief: AnimatedNumber = 1.2
  /// Strength of the glints, the lamp's reflections.
  public var glint: AnimatedNumber = 0.8
  /// Sharpness of the glints: a larger value makes them smaller.
  public var shininess: AnimatedNumber = 80
  /// Colour of the lit side.
  public var lightColor = LinearColor.white
  /// Colour of the shaded side.
  public var shadeColor = LinearColor.black
  /// Height ÷ width of a ring as it is drawn: 1 for water seen from straight above, less for water seen at an angle.
  public var verticalScale = 1.0
  /// Height of a drop's second packet of waves as a share of the first one's; 0 for none.
  public var rebound = 0.5
  /// Seconds from a drop to its second packet of waves.
  public var reboundDelay = 0.35
  /// Drops at given positions and times, besides the random ones.
  public var drops: [Drop] = []

  /// The drops have no row: they are objects with rows of their own.
  package static let parameters: [Parameter<Self>] = [
    .constant("rate", \.rate, .perSecond, in: 0...200, "Drops a second at random positions."),
    .constant("amplitude", \.amplitude, .points, in: 0...1_000, "Height of a drop's first ring."),
    .constant(
      "amplitudeRange", \.amplitudeRange, .points, in: 0...2_000,
      "Each amplitude is random, from amplitude − amplitudeRange/2 to amplitude + amplitudeRange/2."),
    .constant("wavelength", \.wavelength, .points, in: 1...1e4, "From crest to crest."),
    .constant(
      "packet", \.packetWidth, .points, in: 1...1e5, "Width of the packet of ring waves that a drop sends out."),
    .constant("speed", \.speed, .pointsPerSecond, in: 0...1e5, "How fast the rings grow."),
    .constant(
      "decay", \.decay, .perSecond, in: 0...100, "How fast the rings fade: by e to the power −decay · age."),
    .constant(
      "lifetime", \.lifetime, .seconds, in: 0.01...120,
      "How long a drop's rings last. They fade to 0 by then, in addition to decay."),
    .animated("lightAngle", \.lightAngle, .degrees, "Where the light comes from, clockwise from the right.")
      .repeating(every: 360),
    .animated("lightHeight", \.lightHeight, .degrees, in: 0...90, "The light's angle above the water."),
    .animated(
      "relief", \.relief, .factor, in: 0...100, "How strongly the slope of the water changes brightness."),
    .animated("glint", \.glint, .factor, in: 0...100, "Strength of the glints, the light's reflections."),
    .animated(
      "shininess", \.shininess, .none, in: 1...1_000, "Sharpness of the glints: the larger, the smaller they are."),
    .constant("lightColor", \.lightColor, "Colour of the lit side and of the glints."),
    .constant("shadeColor", \.shadeColor, "Colour of the shaded side."),
    .constant(
      "tilt", \.verticalScale, .factor, in: 0.05...1,
      "Height ÷ width of a ring: at 1 the water is seen from straight above, below 1 at an angle."),
    .constant(
      "rebound", \.rebound, .factor, in: 0...1,
      "Height of the second packet of waves as a share of the first one's; 0 for none."),
    .constant(
      "reboundDelay", \.reboundDelay, .seconds, in: 0...10, "How long after a drop its second packet starts."),
  ]

  /// Rings on water.
  public init() {}

  package var isSelfAnimated: Bool { true }

  /// A drop that falls at a given time and position.
  public struct Drop: Parametrized, Equatable {
    /// Seconds of the layer's own time.
    public var time: Double
    /// Position in points.
    public var position: PlanePoint
    /// Factor of the amplitude.
    public var strength = 1.0

    package static let parameters: [Parameter<Self>] = [
      .constant("time", \.time, .seconds, "When it falls, in seconds of the layer."),
      .constant("position", \.position, .points, "Where it falls; the middle of the canvas if not given.")
        .defaults(toShares: 0.5, 0.5),
      .constant("strength", \.strength, .factor, in: -100...100, "Multiplies the amplitude."),
    ]

    /// A drop.
    public init(time: Double, at position: PlanePoint) {
      (self.time, self.position) = (time, position)
    }
  }
}
