import Colorimetry

/// Stars at hashed places, which twinkle.
public struct Stars: Sendable, Equatable {
  /// Stars in a square of 100 points.
  public var density: Double
  /// Points across, of the brightest and of the faintest ones.
  public var size: Double
  public var smallest: Double
  /// How many faint stars come with a bright one: brightness is u^(this), u uniform.
  public var faintness: Double
  /// How much of a star's light comes and goes, 0...1, and how often a second.
  public var twinkle: AnimatedNumber
  public var twinkleSpeed: Double
  public var intensity: AnimatedNumber
  public var variant: Int
  /// Drawn for each star.
  public var colors: [LinearColor]

  public init(
    density: Double = 2, size: Double = 3.4, smallest: Double = 1, faintness: Double = 3, twinkle: AnimatedNumber = 0.6,
    twinkleSpeed: Double = 0.4, intensity: AnimatedNumber = 1, variant: Int = 0, colors: [LinearColor] = [.white]
  ) {
    self.density = density
    self.size = size
    self.smallest = smallest
    self.faintness = faintness
    self.twinkle = twinkle
    self.twinkleSpeed = twinkleSpeed
    self.intensity = intensity
    self.variant = variant
    self.colors = colors
  }

  package var movingValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("twinkle", twinkle)
    values.add("intensity", intensity)
    return values
  }

  package var isMoving: Bool { twinkleSpeed != 0 && twinkle.constant != 0 }
}
