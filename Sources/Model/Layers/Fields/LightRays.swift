import Colorimetry

/// A fan of light rays from a point, modulated by noise and fading with distance.
public struct LightRays: LayerSource {
  /// The point from which the rays come, on the canvas or outside of it.
  public var position: AnimatedPoint
  /// The direction of the middle of the fan in degrees, 0 along +x, clockwise.
  public var angle: AnimatedNumber
  /// Degrees of the whole fan.
  public var spread: AnimatedNumber
  /// Points from `position` to where the light has faded.
  public var length: AnimatedNumber
  /// The number of rays in the fan.
  public var count: AnimatedNumber
  /// The contrast of rays, 0...1.
  public var contrast: AnimatedNumber
  /// How fast rays brighten and fade in place: cells a second along the time axis of their noise.
  public var speed: Double
  /// Factor of the light.
  public var intensity: AnimatedNumber
  /// Selects the random numbers: another one gives other rays.
  public var variant: Int
  /// Colours from the point, at 0, to the end of the rays, at 1.
  public var colors: ColorMap

  /// A fan of rays.
  public init(
    position: AnimatedPoint = AnimatedPoint(960, -100), angle: AnimatedNumber = 90, spread: AnimatedNumber = 100,
    length: AnimatedNumber = 1300, count: AnimatedNumber = 12, contrast: AnimatedNumber = 0.9, speed: Double = 0.15,
    intensity: AnimatedNumber = 1, variant: Int = 0, colors: ColorMap = ColorMap(.white, .clear)
  ) {
    self.position = position
    self.angle = angle
    self.spread = spread
    self.length = length
    self.count = count
    self.contrast = contrast
    self.speed = speed
    self.intensity = intensity
    self.variant = variant
    self.colors = colors
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("position", position)
    values.add("angle", angle, period: 360)
    values.add("spread", spread)
    values.add("length", length)
    values.add("count", count)
    values.add("contrast", contrast)
    values.add("intensity", intensity)
    values.add("colors", colors.animatedValues)
    return values
  }
}
