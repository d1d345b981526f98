import Colorimetry

extension Filter {
  /// Light that film scatters back around highlights; most of it is red.
  public struct Halation: DeclaredFilter {
    /// Light above this is scattered; 1 is white.
    public var threshold: AnimatedNumber = 0.8
    /// The largest standard deviation of the halo, in points.
    public var radius = 8.0
    /// How much of the light is scattered.
    public var strength: AnimatedNumber = 0.5
    /// The halo's colour.
    public var color = AnimatedColor.constant(filmColor)

    /// The tint of light that is reflected from the back of a film and reaches the film's layers from behind, the red layer
    /// first.
    public static let filmColor = LinearColor(red: 1, green: 0.22, blue: 0.05)

    package static let name = "halation"
    package static let about = "Adds the tight red halo that film has around highlights."
    package static let parameters: [Parameter<Self>] = [
      .glowThreshold("threshold", \.threshold),
      .constant("radius", \.radius, .points, in: 0...2_000, "The largest standard deviation of the halo."),
      .animated("strength", \.strength, .factor, in: 0...100, "How much of the halo is added."),
      .animated("color", \.color, "The colour of the halo.").defaults(to: "red"),
    ]

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      bloom.reach(on: target, during: clocks)
    }

    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      Bloom.pyramidBytesPerPixel
    }

    package var readsAlpha: Bool { false }

    /// The bloom that makes the halo once it is tinted with `color`.
    package var bloom: Bloom { Bloom(threshold: threshold, radius: radius, strength: strength) }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A halo.
    public init() {}
  }
}
