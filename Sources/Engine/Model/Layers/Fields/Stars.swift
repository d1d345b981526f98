import Colorimetry

/// Twinkling stars at hashed positions.
public struct Stars: LayerSource, Parametrized {
  /// Mean number of stars in a square of 100 × 100 points.
  public var density = 2.0
  /// Points across the brightest stars.
  public var size = 3.4
  /// Points across the faintest stars.
  public var smallest = 1.0
  /// Exponent of the random brightness, u^faintness with u uniform in 0...1: a larger one gives more faint stars.
  public var faintness = 3.0
  /// The share of the light that twinkles, 0...1.
  public var twinkle: AnimatedNumber = 0.6
  /// Flickers a second, of which each star has a random 0.6 to 1.4 times as many; in a loop rounded so that a whole number of
  /// them, at least one, fits.
  public var twinkleSpeed = 0.4
  /// Factor of the light.
  public var intensity: AnimatedNumber = 1
  /// Selects the random numbers: another one gives other stars.
  public var variant = 0
  /// Colours of which each star has one, chosen at random.
  public var colors: [LinearColor] = [.white]

  package static let parameters: [Parameter<Self>] = [
    .constant("density", \.density, .none, in: 0...100, "Stars in 100 × 100 points."),
    .constant("size", \.size, .points, in: 0.1...50, "Diameter of the brightest stars."),
    .constant("smallest", \.smallest, .points, in: 0.1...50, "Diameter of the faintest stars."),
    .constant(
      "faintness", \.faintness, .none, in: 0...20,
      "Exponent of the random brightness, u^faintness with u from 0 to 1: a larger one gives more faint stars."),
    .animated("twinkle", \.twinkle, .share, in: 0...1, "The share of a star's light that comes and goes."),
    .constant(
      "twinkleSpeed", \.twinkleSpeed, .hertz, in: 0...30,
      "Flickers a second; in a loop, a speed other than 0 is rounded to a whole number of flickers in each loop, at least one."
    ),
    .animated("intensity", \.intensity, .factor, in: 0...100, "Multiplies the light."),
    .variant("variant", \.variant, "other stars"),
    .colors("colors", \.colors, atLeast: 1, "Each star has one of these at random."),
  ]

  /// A field of stars.
  public init() {}

  /// Whether the stars twinkle, which changes pixels even if no value is animated.
  package var isSelfAnimated: Bool { twinkleSpeed != 0 && twinkle.constant != 0 }
}
