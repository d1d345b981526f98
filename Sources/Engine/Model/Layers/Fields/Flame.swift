/// A flame: sheets of glowing gas that rise from a bed, hotter inside than at their rims, whose licks tear off at the top.
public struct Flame: LayerSource, Parametrized {
  /// The middle of the flame's foot.
  public var position = AnimatedPoint(960, 940)
  /// Points across the foot.
  public var width: AnimatedNumber = 300
  /// Points from the foot to where most of the flame ends.
  public var height: AnimatedNumber = 560
  /// Number of sheets, one behind another, 1 to 8.
  public var sheets = 4
  /// How fast it rises, in its own heights a second.
  public var speed = 1.2
  /// How strongly the air tears at it, 0 for a candle in a still room.
  public var turbulence: AnimatedNumber = 1
  /// How far its top lies to the right of its foot, as a share of its height.
  public var lean: AnimatedNumber = 0
  /// The temperature in the middle, in kelvins.
  public var core = 2000.0
  /// The temperature at the rim, in kelvins.
  public var rim = 1080.0
  /// Factor of the light.
  public var intensity: AnimatedNumber = 1
  /// How much of what is behind the flame its soot hides, 0 to 1.
  public var soot: AnimatedNumber = 0.25
  /// Selects the random numbers: another one gives another flame.
  public var variant = 0

  package static let parameters: [Parameter<Self>] = [
    .animated("position", \.position, "The middle of its foot.").defaults(toShares: 0.5, 0.87),
    .animated("width", \.width, .points, in: 1...1e5, "Across its foot.")
      .percentages(of: .height).defaults(to: 0.28, of: .height),
    .animated(
      "height", \.height, .points, in: 1...1e5,
      "From its foot to where most of it ends; licks rise up to half as far again."
    )
    .percentages(of: .height).defaults(to: 0.52, of: .height),
    .constant("sheets", \.sheets, in: 1...8, "How many sheets of flame there are, one before the other."),
    .constant(
      "speed", \.speed, .perSecond, in: 0...100,
      "How fast it rises, in its own heights a second; in a loop, a speed other than 0 is rounded so that the end meets the start."
    ),
    .animated(
      "turbulence", \.turbulence, .factor, in: 0...3,
      "How strongly the air bends and tears it; near 0 it burns as a candle in a still room."
    ),
    .animated(
      "lean", \.lean, .factor, in: -3...3, "How far it leans to the right at its top, as a factor of its height."),
    .constant("core", \.core, .none, in: 600...10_000, "The temperature in its middle, in kelvins."),
    .constant(
      "rim", \.rim, .none, in: 600...10_000,
      "The temperature at its rims, in kelvins: 1,000 is a deep red, 2,000 a yellow."),
    .animated("intensity", \.intensity, .factor, in: 0...100, "Multiplies the light."),
    .animated("soot", \.soot, .share, in: 0...1, "How much of what is behind it its soot hides."),
    .variant("variant", \.variant, "another flame"),
  ]

  /// The fire of a few logs.
  public init() {}

  package var isSelfAnimated: Bool { speed != 0 }
}
