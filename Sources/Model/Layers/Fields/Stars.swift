import Colorimetry

/// Twinkling stars at hashed positions.
public struct Stars: LayerSource {
  /// Mean number of stars in a square of 100 × 100 points.
  public var density: Double
  /// Points across the brightest stars.
  public var size: Double
  /// Points across the faintest stars.
  public var smallest: Double
  /// Exponent of the random brightness, u^faintness with u uniform in 0...1: a larger one gives more faint stars.
  public var faintness: Double
  /// The share of the light that twinkles, 0...1.
  public var twinkle: AnimatedNumber
  /// Flickers a second, of which each star has a random 0.6 to 1.4 times as many; in a loop rounded so that a whole number of
  /// them, at least one, fits.
  public var twinkleSpeed: Double
  /// Factor of the light.
  public var intensity: AnimatedNumber
  /// Selects the random numbers: another one gives other stars.
  public var variant: Int
  /// Colours of which each star has one, chosen at random.
  public var colors: [LinearColor]

  /// A field of stars.
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

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("twinkle", twinkle)
    values.add("intensity", intensity)
    return values
  }

  /// Whether the stars twinkle, which changes pixels even if no value is animated.
  package var isSelfAnimated: Bool { twinkleSpeed != 0 && twinkle.constant != 0 }
}
