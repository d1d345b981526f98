import Colorimetry

/// Curtains of light above swaying hems: brightest at the hem, fading upwards in rays.
public struct Aurora: LayerSource, Parametrized {
  /// Number of curtains, one behind another, 1 to 8.
  public var curtains = 3
  /// The mean y of the hems, in points from the top.
  public var position: AnimatedNumber = 600
  /// Points from the first curtain's hem to the last one's.
  public var spread: AnimatedNumber = 150
  /// Points from the hem to where the light has nearly faded.
  public var height: AnimatedNumber = 420
  /// Amplitude in points by which a hem sways up and down.
  public var sway: AnimatedNumber = 110
  /// Points from one fold of a curtain to the next.
  public var scale: AnimatedNumber = 700
  /// Points across a ray.
  public var rayWidth: AnimatedNumber = 36
  /// Share of the light that is missing between rays, 0 to 1.
  public var rays: AnimatedNumber = 0.7
  /// The lean of rays, in points to the right for each point upwards.
  public var slant: AnimatedNumber = 0.1
  /// How fast the curtains change shape: cells a second along the time axis of the noise that shapes them.
  public var speed = 0.12
  /// Factor of the light.
  public var intensity: AnimatedNumber = 1
  /// Selects the random numbers: another one gives other curtains.
  public var variant = 0
  /// Colours from the hem, at 0, to the top, at 1.
  public var colors = ColorMap(
    LinearColor(red: 0.1, green: 1, blue: 0.5), LinearColor(red: 0.3, green: 0.05, blue: 0.6))

  package static let parameters: [Parameter<Self>] = [
    .constant("curtains", \.curtains, in: 1...8, "How many curtains there are, one before the other."),
    .animated("position", \.position, .points, "The middle of the hems, from the top.")
      .percentages(of: .height).defaults(to: 0.55, of: .height),
    .animated("spread", \.spread, .points, "From the first curtain's hem to the last one's.")
      .percentages(of: .height).defaults(to: 0.14, of: .height),
    .animated("height", \.height, .points, "From a hem to where the light has nearly faded.")
      .percentages(of: .height).defaults(to: 0.4, of: .height),
    .animated("sway", \.sway, .points, "By how much hems swing up and down.")
      .percentages(of: .height).defaults(to: 0.1, of: .height),
    .animated("scale", \.scale, .points, in: 1...1e5, "From one fold of a curtain to the next."),
    .animated("rayWidth", \.rayWidth, .points, in: 1...1e5, "From one ray to the next."),
    .animated("rays", \.rays, .share, in: 0...1, "How much darker it is between rays."),
    .animated(
      "slant", \.slant, .factor, in: -10...10, "How far rays lean to the right, a point for each point upwards."),
    .constant(
      "speed", \.speed, .perSecond, in: 0...100,
      "How fast curtains move, in folds a second; in a loop, a speed other than 0 is rounded to a whole number of folds in each loop, at least one."
    ),
    .animated("intensity", \.intensity, .factor, in: 0...100, "Multiplies the light."),
    .variant("variant", \.variant, "other curtains"),
    .fieldStops(\.colors), .fieldInterpolation(\.colors),
  ]

  /// Northern lights.
  public init() {}

  package var isSelfAnimated: Bool { speed != 0 }
}
