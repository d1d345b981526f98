import Colorimetry

/// A fan of light rays from a point, modulated by noise and fading with distance.
public struct LightRays: LayerSource, Parametrized {
  /// The point from which the rays come, on the canvas or outside of it.
  public var position = AnimatedPoint(960, -100)
  /// The direction of the middle of the fan in degrees, 0 along +x, clockwise.
  public var angle: AnimatedNumber = 90
  /// Degrees of the whole fan.
  public var spread: AnimatedNumber = 100
  /// Points from `position` to where the light has faded.
  public var length: AnimatedNumber = 1300
  /// The number of rays in the fan.
  public var count: AnimatedNumber = 12
  /// The contrast of rays, 0...1.
  public var contrast: AnimatedNumber = 0.9
  /// How fast rays brighten and fade in place: cells a second along the time axis of their noise.
  public var speed = 0.15
  /// Factor of the light.
  public var intensity: AnimatedNumber = 1
  /// Selects the random numbers: another one gives other rays.
  public var variant = 0
  /// Colours from the point, at 0, to the end of the rays, at 1.
  public var colors = ColorMap(.white, .clear)

  package static let parameters: [Parameter<Self>] = [
    .animated("position", \.position, "Where they come from, on the canvas or outside.").defaults(toShares: 0.5, -0.1),
    .animated("angle", \.angle, .degrees, "The middle of the fan: 0 to the right, 90 downwards.")
      .repeating(every: 360),
    .animated("spread", \.spread, .degrees, in: 0...360, "The width of the fan."),
    .animated("length", \.length, .points, in: 1...1e5, "The distance at which the rays have faded to nothing.")
      .defaults(to: 1.2, of: .height),
    .animated("count", \.count, .none, in: 1...1_000, "How many rays the whole fan has."),
    .animated("contrast", \.contrast, .share, in: 0...1, "How much darker it is between rays."),
    .constant(
      "speed", \.speed, .perSecond, in: 0...100,
      "How often a second rays brighten and fade; in a loop, a speed other than 0 is rounded to a whole number of changes in each loop, at least one."
    ),
    .animated("intensity", \.intensity, .factor, in: 0...100, "Multiplies the light."),
    .variant("variant", \.variant, "other rays"),
    .fieldStops(\.colors), .fieldInterpolation(\.colors),
  ]

  /// A fan of rays.
  public init() {}

  package var isSelfAnimated: Bool { speed != 0 }
}
