// Forces that are fields of moving air.

extension Force {
  /// Field of pushes that swirl: curl noise, without sources or sinks.
  public struct Turbulence: DeclaredForce {
    /// Strength in points a second squared; a typical push is 0.7 × `strength`.
    public var strength: AnimatedNumber = 100
    /// Points from swirl to swirl.
    public var scale = 100.0
    /// How fast the field changes: cells a second along the time axis of its noise.
    public var frequency = 0.5
    /// Selects the field; turbulences with equal seeds have equal fields, also in different cells.
    public var seed = 0

    package static let name = "turbulence"
    package static let about = "Swirling air that changes with time."
    package static let parameters: [Parameter<Self>] = [
      .acceleration(
        "strength", \.strength, "The size of the swirls' push, for 3-D particles along all three axes."),
      .constant("scale", \.scale, .points, in: 1...1e5, "Distance from swirl to swirl."),
      .windChanges("frequency", \.frequency), .windSeed("seed", \.seed),
    ]

    /// Swirling air.
    public init() {}
    package var asForce: Force { .turbulence(self) }
  }

  /// Uniform push that swings to and fro (Core Animation's wave): nearly a sine, each half swing a parabola.
  public struct Wave: DeclaredForce {
    /// Push in points a second squared where it is strongest.
    public var force = AnimatedPoint(0, 0)
    /// Push towards the eye in points a second squared where it is strongest.
    public var zForce: AnimatedNumber = 0
    /// Swings a second; in a loop adjusted so that a whole number of them fits.
    public var frequency = 1.0
    /// Phase of the swing at local time 0, in degrees: with 0 the push is 0 and grows.
    public var phase = 0.0

    package static let name = "wave"
    package static let about = "A push to and fro, the same everywhere."
    package static let parameters: [Parameter<Self>] = [
      .animated(
        "force", \.force, .pointsPerSecondSquared, in: Limits.accelerations, "The push where it is strongest."),
      .acceleration("zForce", \.zForce, "The push towards the eye where it is strongest."),
      .constant(
        "frequency", \.frequency, .hertz, in: 0...100,
        "Swings a second; each half of a swing is a parabola, nearly a sine. In a loop it is rounded so that a whole number fits."
      ),
      .constant(
        "phase", \.phase, .degrees, "Where in its swing the wave begins; at 0 the push is 0 and grows."
      ).effective(beside: "force", "zForce"),
    ]

    /// A wave without a push.
    public init() {}
    package var asForce: Force { .wave(self) }
  }

  /// Pushes in one direction of the canvas's plane that come and go, with calm between them.
  public struct Gust: DeclaredForce {
    /// Push of the strongest gusts in points a second squared.
    public var strength: AnimatedNumber = 100
    /// Degrees of the direction in which gusts blow.
    public var angle: AnimatedNumber = 0
    /// How fast the wind changes: cells a second along the time axis of its noise.
    public var frequency = 0.5
    /// Points from gust to gust; gusts travel in the direction `angle` at `length` × `frequency` points a second. 0 for a push
    /// that is the same everywhere.
    public var length = 0.0
    /// Selects the gusts; equal seeds give equal gusts, also in different cells.
    public var seed = 0

    package static let name = "gust"
    package static let about = "Gusts that travel in one direction."
    package static let parameters: [Parameter<Self>] = [
      .acceleration("strength", \.strength, "The push of the strongest gusts."),
      .animated(
        "angle", \.angle, .degrees, "Direction in which gusts blow, in the canvas's plane, clockwise from the right."),
      .windChanges("frequency", \.frequency),
      .constant(
        "length", \.length, .points, in: 0...1e5,
        "Distance from gust to gust, which travel at length × frequency; with 0 each gust is everywhere at once."),
      .windSeed("seed", \.seed),
    ]

    /// Gusts that are everywhere at once.
    public init() {}
    package var asForce: Force { .gust(self) }
  }
}

extension Parameter {
  fileprivate static func windChanges(_ name: String, _ path: Path<Double>) -> Parameter {
    .constant(
      name, path, .hertz, in: 0...100,
      "Changes of the field a second; in a loop rounded so that a whole number fits.")
  }

  fileprivate static func windSeed(_ name: String, _ path: Path<Int>) -> Parameter {
    .constant(
      name, path, in: 0...1_000_000,
      "Fields with the same seed are the same in all cells, so that all feel one wind.")
  }
}
