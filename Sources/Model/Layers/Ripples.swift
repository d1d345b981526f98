import Colorimetry

/// Drops on water: expanding, damped rings that interfere and tilt a lit surface.
///
/// Drops fall at random positions, `rate` a second. Each sends out a packet of ring waves and, `reboundDelay` later, a second
/// one. A packet travels outwards at `speed`; its waves are `wavelength` long, its envelope is `packetWidth` wide, and it is
/// damped by `decay`. The heights of all waves add up. The slope of their sum, lit by a lamp at `lightAngle`, brightens and
/// darkens the layers below.
public struct Ripples: LayerSource {
  /// Drops per second.
  public var rate: Double
  /// Middle of the random range of a drop's wave height, in points.
  public var amplitude: Double
  /// Width of the random range around `amplitude`, in points.
  public var amplitudeRange: Double
  /// Points from crest to crest.
  public var wavelength: Double
  /// The width of a packet, in points.
  public var packetWidth: Double
  /// Speed of a packet, in points a second.
  public var speed: Double
  /// Damping per second: a height falls as e^(−decay·age), age in seconds.
  public var decay: Double
  /// Seconds until a drop's rings end. They fade out towards that time, in addition to `decay`.
  package var lifetime: Double
  /// The direction from which the light comes, in degrees (0 along +x, clockwise).
  public var lightAngle: AnimatedNumber
  /// The elevation of the light above the surface, in degrees.
  public var lightHeight: AnimatedNumber
  /// How strongly slope changes brightness.
  public var relief: AnimatedNumber
  /// Strength of the glints, the lamp's reflections.
  public var glint: AnimatedNumber
  /// Sharpness of the glints: a larger value makes them smaller.
  public var shininess: AnimatedNumber
  /// Colour of the lit side.
  public var lightColor: LinearColor
  /// Colour of the shaded side.
  public var shadeColor: LinearColor
  /// Height ÷ width of a ring as it is drawn: 1 for water seen from straight above, less for water seen at an angle.
  public var verticalScale: Double
  /// Height of a drop's second packet of waves as a share of the first one's; 0 for none.
  public var rebound: Double
  /// Seconds from a drop to its second packet of waves.
  public var reboundDelay: Double
  /// Drops at given positions and times, besides the random ones.
  public var drops: [Drop]

  /// A drop that falls at a given time and position.
  public struct Drop: Sendable, Equatable {
    /// Seconds of the layer's own time.
    public var time: Double
    /// Horizontal position in points.
    public var x: Double
    /// Vertical position in points.
    public var y: Double
    /// Factor of the amplitude.
    public var strength: Double

    /// A drop.
    public init(time: Double, x: Double, y: Double, strength: Double = 1) {
      self.time = time
      self.x = x
      self.y = y
      self.strength = strength
    }
  }

  /// Rings on water.
  public init(
    rate: Double = 1.2, amplitude: Double = 5, amplitudeRange: Double = 3, wavelength: Double = 24,
    packetWidth: Double = 130, speed: Double = 150, decay: Double = 0.35, lifetime: Double = 5,
    lightAngle: AnimatedNumber = -60, lightHeight: AnimatedNumber = 35, relief: AnimatedNumber = 1.2,
    glint: AnimatedNumber = 0.8, shininess: AnimatedNumber = 80, lightColor: LinearColor = .white,
    shadeColor: LinearColor = .black, verticalScale: Double = 1, rebound: Double = 0.5, reboundDelay: Double = 0.35,
    drops: [Drop] = []
  ) {
    self.rate = rate
    self.amplitude = amplitude
    self.amplitudeRange = amplitudeRange
    self.wavelength = wavelength
    self.packetWidth = packetWidth
    self.speed = speed
    self.decay = decay
    self.lifetime = lifetime
    self.lightAngle = lightAngle
    self.lightHeight = lightHeight
    self.relief = relief
    self.glint = glint
    self.shininess = shininess
    self.lightColor = lightColor
    self.shadeColor = shadeColor
    self.verticalScale = verticalScale
    self.rebound = rebound
    self.reboundDelay = reboundDelay
    self.drops = drops
  }
}

extension Ripples {
  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("lightAngle", lightAngle, period: 360)
    values.add("lightHeight", lightHeight)
    values.add("relief", relief)
    values.add("glint", glint)
    values.add("shininess", shininess)
    return values
  }
}
