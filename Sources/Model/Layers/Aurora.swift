import Colorimetry

/// Curtains of light: each hangs from a hem that sways, bright at the hem, fading upwards in rays.
public struct Aurora: Sendable, Equatable {
  public var curtains: Int
  /// Height of the hems' middle on the canvas, in points from the top, and how far the furthest lies from the nearest.
  public var position: AnimatedNumber
  public var spread: AnimatedNumber
  /// Points from the hem to where little is left.
  public var height: AnimatedNumber
  /// Points by which a hem swings, and from one fold to the next.
  public var sway: AnimatedNumber
  public var scale: AnimatedNumber
  /// Points across a ray, and how much darker it is between rays, 0...1.
  public var rayWidth: AnimatedNumber
  public var rays: AnimatedNumber
  /// How much rays lean, in points to the right for each point upwards.
  public var slant: AnimatedNumber
  /// Folds a second.
  public var speed: Double
  public var intensity: AnimatedNumber
  public var variant: Int
  /// Colours from the hem (0) to the top (1).
  public var colors: ColorMap

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

  package var movingValues: AnimatedValues {
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
    values.add("colors", colors.movingValues)
    return values
  }
}
