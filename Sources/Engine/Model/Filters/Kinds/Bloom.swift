extension Filter {
  /// A glow around pixels that are brighter than a threshold.
  public struct Bloom: DeclaredFilter {
    /// Light above this glows; 1 is white.
    public var threshold: AnimatedNumber
    /// The largest standard deviation of the glow, in points.
    public var radius: Double
    /// Factor of the glow that is added.
    public var strength: AnimatedNumber
    /// Each doubling of the glow's width has this many times the light of the one before: 1 makes a tail like 1/r².
    public var tail: AnimatedNumber
    /// Whether the glow's light is subtracted where it came from, so that the picture keeps its energy.
    public var scatters: Bool
    /// How much more red the tight part of the glow is, as film's halation makes it; 0 leaves the light's own colour.
    public var halation: AnimatedNumber

    package static let name = "bloom"
    package static let about = "Adds a glow around what is brighter than a threshold."
    package static let parameters: [Parameter<Self>] = [
      .glowThreshold("threshold", \.threshold),
      .constant("radius", \.radius, .points, in: 0...2_000, "The largest standard deviation of the glow."),
      .animated("strength", \.strength, .factor, in: 0...100, "How much of the glow is added."),
      .animated(
        "tail", \.tail, .factor, in: 0...4,
        "Each doubling of the glow's width has this many times the light of the one before. 1 makes a tail like 1/r²; above 1 the glow is a wide haze, below 1 it is tight."
      ),
      .flag(
        "scatters", \.scatters,
        "Takes the glow's light away from where it comes from, as a lens does: the picture keeps its energy."),
      .animated(
        "halation", \.halation, .factor, in: 0...100,
        "How much of a film's red halo is added to the tight part of the glow; 1 doubles its red."),
    ]

    /// There is nothing beyond the canvas, so the canvas's light is mirrored at its edges. The parts of a layer outside of the frame glow
    /// into it: two standard deviations to each side contain 95 % of the light along an axis.
    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: 2 * radius)
    }

    /// A pyramid of two buffers of three planes of 4-byte Floats, whose finest level has a sixteenth of the pixels; each level
    /// has a quarter of the one before, all together 1 + 1/4 + 1/16 + … = 4/3 of the finest.
    package static let pyramidBytesPerPixel = 2.0 * 3 * 4 / 16 * 4 / 3

    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      Self.pyramidBytesPerPixel
    }

    package var readsAlpha: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }

    /// A glow with all defaults.
    public init() { self.init(threshold: 1) }

    /// A glow.
    public init(
      threshold: AnimatedNumber = 1, radius: Double = 28, strength: AnimatedNumber = 0.5, tail: AnimatedNumber = 1,
      scatters: Bool = false, halation: AnimatedNumber = 0
    ) {
      self.threshold = threshold
      self.radius = radius
      self.strength = strength
      self.tail = tail
      self.scatters = scatters
      self.halation = halation
    }
  }
}

extension Parameter {
  /// The light above which highlights glow, or make halos and streaks.
  static func glowThreshold(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(name, path, .none, in: 0...1e4, "Only light above this glows; 1 is paper white.")
  }
}
