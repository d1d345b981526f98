import Colorimetry

/// Drops on water: expanding, damped rings that interfere and tilt a lit surface.
///
/// Drop k of the schedule (`rate` a second, at hashed places) raises, from its own birth, a ring packet that runs
/// outwards at `speed` with waves `wavelength` long inside an envelope `packet` wide, damped by `decay` a second, and
/// a second one `reboundDelay` later. The heights add; their slope bends the light of a lamp at `lightAngle` and so
/// brightens and darkens what is below.
public struct Ripples: LayerSource {
  /// Drops a second.
  public var rate: Double
  /// Height of a drop's first ring, in points.
  public var amplitude: Double
  public var amplitudeRange: Double
  /// Points from crest to crest.
  public var wavelength: Double
  /// Width of the packet of waves, in points.
  public var packet: Double
  /// Points a second.
  public var speed: Double
  /// Share of height lost: e^(−decay·age).
  public var decay: Double
  /// Seconds after which a drop is forgotten (its rings have been faded to exactly nothing by then).
  public var lifetime: Double
  /// Canvas degrees from which the light comes (0 along +x, clockwise).
  public var lightAngle: AnimatedNumber
  /// Degrees of the light above the surface.
  public var lightHeight: AnimatedNumber
  /// How much slope turns into brightness.
  public var relief: AnimatedNumber
  /// Strength and sharpness of the glints, and their colour.
  public var glint: AnimatedNumber
  public var shininess: AnimatedNumber
  public var lightColor: LinearColor
  /// Colour of the shaded side.
  public var shadeColor: LinearColor
  /// The vertical foreshortening of a surface that is looked at from a slant: 1 from above.
  public var tilt: Double
  /// Height of a second packet that follows the first, as a share of it (0: none), and its delay in seconds.
  public var rebound: Double
  public var reboundDelay: Double
  /// Drops at given places and times besides (or, with `rate` 0, instead of) the scheduled ones.
  public var drops: [Drop]

  public struct Drop: Sendable, Equatable {
    public var time: Double
    public var x: Double
    public var y: Double
    public var strength: Double

    public init(time: Double, x: Double, y: Double, strength: Double = 1) {
      self.time = time
      self.x = x
      self.y = y
      self.strength = strength
    }
  }

  public init(
    rate: Double = 1.2, amplitude: Double = 5, amplitudeRange: Double = 3, wavelength: Double = 24,
    packet: Double = 130, speed: Double = 150, decay: Double = 0.35, lifetime: Double = 5,
    lightAngle: AnimatedNumber = -60, lightHeight: AnimatedNumber = 35, relief: AnimatedNumber = 1.2,
    glint: AnimatedNumber = 0.8, shininess: AnimatedNumber = 80, lightColor: LinearColor = .white,
    shadeColor: LinearColor = .black, tilt: Double = 1, rebound: Double = 0.5, reboundDelay: Double = 0.35,
    drops: [Drop] = []
  ) {
    self.rate = rate
    self.amplitude = amplitude
    self.amplitudeRange = amplitudeRange
    self.wavelength = wavelength
    self.packet = packet
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
    self.tilt = tilt
    self.rebound = rebound
    self.reboundDelay = reboundDelay
    self.drops = drops
  }
}

extension Ripples {
  public var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("lightAngle", lightAngle, period: 360)
    values.add("lightHeight", lightHeight)
    values.add("relief", relief)
    values.add("glint", glint)
    values.add("shininess", shininess)
    return values
  }
}
