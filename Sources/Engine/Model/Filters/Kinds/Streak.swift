import Colorimetry

extension Filter {
  /// Streaks of light across highlights, as an anamorphic lens makes them.
  public struct Streak: DeclaredFilter {
    /// Light above this makes streaks; 1 is white.
    public var threshold: AnimatedNumber = 1
    /// Points over which a streak's light falls to 1/e, 37 %.
    public var length: AnimatedNumber = 120
    /// Direction of the streaks in degrees clockwise from +x.
    public var angle: AnimatedNumber = 0
    /// Factor of the streaks' light.
    public var strength: AnimatedNumber = 0.5
    /// The streaks' colour.
    public var color = AnimatedColor.constant(LinearColor(red: 0.25, green: 0.5, blue: 1))

    package static let name = "streak"
    package static let about = "Adds streaks of light across highlights, as an anamorphic lens does."
    package static let parameters: [Parameter<Self>] = [
      .glowThreshold("threshold", \.threshold),
      .animated("length", \.length, .points, in: 0...4_000, "The distance at which 37 % of the light is left."),
      .animated("angle", \.angle, .degrees, "The direction of the streaks, clockwise from the right.").repeating(
        every: 180),
      .animated("strength", \.strength, .factor, in: 0...100, "How much of the streaks is added."),
      .animated("color", \.color, "The colour of the streaks.").defaults(to: "blue"),
    ]

    /// The most points by which the input is larger than the output, on each side. Light from farther away is left out.
    private static let maximumReachPoints = 600.0

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: min(3 * length.largestMagnitude(during: clocks), Self.maximumReachPoints))
    }

    /// Six buffers of three planes at a sixteenth of the pixels.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 6 * 3 * 4 / 16 }

    package var readsAlpha: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Blue streaks.
    public init() {}
  }
}
