import Colorimetry

/// Curtains of light above swaying hems: brightest at the hem, fading upwards in rays.
public struct Aurora: LayerSource {
  /// Number of curtains, one behind another, 1 to 8.
  public var curtains: Int
  /// The mean y of the hems, in points from the top.
  public var position: AnimatedNumber
  /// Points from the first curtain's hem to the last one's.
  public var spread: AnimatedNumber
  /// Points from the hem to where the light has nearly faded.
  public var height: AnimatedNumber
  /// Amplitude in points by which a hem sways up and down.
  public var sway: AnimatedNumber
  /// Points from one fold of a curtain to the next.
  public var scale: AnimatedNumber
  /// Points across a ray.
  public var rayWidth: AnimatedNumber
  /// Share of the light that is missing between rays, 0 to 1.
  public var rays: AnimatedNumber
  /// The lean of rays, in points to the right for each point upwards.
  public var slant: AnimatedNumber
  /// How fast the curtains change shape: cells a second along the time axis of the noise that shapes them.
  public var speed: Double
  /// Factor of the light.
  public var intensity: AnimatedNumber
  /// Selects the random numbers: another one gives other curtains.
  public var variant: Int
  /// Colours from the hem, at 0, to the top, at 1.
  public var colors: ColorMap

  /// Northern lights.
  public init(
    curtains: Int = 3, position: AnimatedNumber = 600, spread: AnimatedNumber = 150, height: AnimatedNumber = 420,
    sway: AnimatedNumber = 110, scale: AnimatedNumber = 700, rayWidth: AnimatedNumber = 36, rays: AnimatedNumber = 0.7,
    slant: AnimatedNumber = 0.1, speed: Double = 0.12, intensity: AnimatedNumber = 1, variant: Int = 0,
    colors: ColorMap = ColorMap(
      LinearColor(red: 0.1, green: 1, blue: 0.5), LinearColor(red: 0.3, green: 0.05, blue: 0.6))
  ) {
    self.curtains = curtains
    self.position = position
    self.spread = spread
    self.height = height
    self.sway = sway
    self.scale = scale
    self.rayWidth = rayWidth
    self.rays = rays
    self.slant = slant
    self.speed = speed
    self.intensity = intensity
    self.variant = variant
    self.colors = colors
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("position", position)
    values.add("spread", spread)
    values.add("height", height)
    values.add("sway", sway)
    values.add("scale", scale)
    values.add("rayWidth", rayWidth)
    values.add("rays", rays)
    values.add("slant", slant)
    values.add("intensity", intensity)
    values.add("colors", colors.animatedValues)
    return values
  }
}
