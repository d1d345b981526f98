extension Filter {
  /// Light around the shape of what is drawn, below it.
  public struct Glow: DeclaredFilter {
    /// Standard deviation of the glow's blur.
    public var radius: AnimatedNumber = 12
    /// Factor of the glow's light.
    public var strength: AnimatedNumber = 1
    /// The glow's colour; if nil, the layer glows in its own colours.
    public var color: AnimatedColor?

    package static let name = "glow"
    package static let about = "Puts light around what is drawn, below it."
    package static let parameters: [Parameter<Self>] = [
      .animated("radius", \.radius, .points, in: 0...2_000, "The standard deviation of the glow's blur."),
      .animated("strength", \.strength, .factor, in: 0...100, "How much of the glow is added."),
      .animated("color", \.color, "The colour of the glow.").defaults(to: "the picture's own colours"),
    ]

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: 3 * radius.largestMagnitude(during: clocks))
    }

    package func spreadFactor(during clocks: ClockRange) -> Double? { GaussianMemory.spreadFactor }

    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      (color == nil ? 4 : 1) * GaussianMemory.bytesPerPixel(radius, pixelsPerPoint: pixelsPerPoint, during: clocks)
    }

    package func placed(by similarity: Similarity) -> Self? {
      similarity.scaled(radius).map { radius in with { $0.radius = radius } }
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A glow in the picture's own colours.
    public init() {}
  }
}
