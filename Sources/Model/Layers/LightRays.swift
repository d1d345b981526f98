import Colorimetry

/// Rays that fan out from a point, brighter and darker by noise, fading with distance.
public struct LightRays: Sendable, Equatable {
  public var position: AnimatedPoint
  /// Canvas degrees of the fan's middle (0 along +x, clockwise), and its whole width.
  public var angle: AnimatedNumber
  public var spread: AnimatedNumber
  /// Points until nothing is left.
  public var length: AnimatedNumber
  /// Rays in the whole fan.
  public var count: AnimatedNumber
  /// How much darker it is between rays, 0...1.
  public var contrast: AnimatedNumber
  /// Changes a second.
  public var speed: Double
  public var intensity: AnimatedNumber
  public var variant: Int
  /// Colours from the point (0) to the end (1).
  public var colors: ColorMap

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

  package var movingValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("position", position)
    values.add("angle", angle, period: 360)
    values.add("spread", spread)
    values.add("length", length)
    values.add("count", count)
    values.add("contrast", contrast)
    values.add("intensity", intensity)
    values.add("colors", colors.movingValues)
    return values
  }
}
