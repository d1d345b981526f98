// Filters that move pixels in waves.

extension Filter {
  /// Straight waves, which move pixels across the direction in which they run.
  public struct Wave: DisplacementFilterKind {
    /// The greatest distance by which pixels are moved, in points.
    public var amplitude: AnimatedNumber = 10
    /// Points from one crest to the next.
    public var wavelength: AnimatedNumber = 160
    /// The direction in which the wave runs, 0 along +x, clockwise.
    public var angle: AnimatedNumber = 0
    /// Waves that pass in a second.
    public var frequency = 0.5
    /// Degrees by which the wave is ahead.
    public var phase: AnimatedNumber = 0
    /// How much brighter crests are, and how much darker troughs.
    public var light: AnimatedNumber = 0
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "wave"
    package static let about = "Moves pixels in straight waves."
    package static let parameters: [Parameter<Self>] = [
      .waveAmplitude("amplitude", \.amplitude), .wavelength("wavelength", \.wavelength),
      .animated("angle", \.angle, .degrees, "The direction in which the wave runs, clockwise from the right.")
        .repeating(every: 360),
      .frequency("frequency", \.frequency, "How many waves pass"), .phase("phase", \.phase),
      .waveLight("light", \.light), .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { amplitude.largestMagnitude(during: clocks) }
    package func spreadFactor(during clocks: ClockRange) -> Double? { displacedSpreadFactor }
    package var isSelfAnimated: Bool { frequency != 0 }
    package var isConstantIdentity: Bool { amplitude.isZero && light.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A wave that runs to the right.
    public init() {}
  }

  /// Round waves, which move pixels along the ray from their middle.
  public struct CircleWave: DisplacementFilterKind {
    /// The middle; that of the canvas if nil.
    public var center: AnimatedPoint?
    /// The greatest distance by which pixels are moved, in points.
    public var amplitude: AnimatedNumber = 10
    /// Points from one crest to the next.
    public var wavelength: AnimatedNumber = 160
    /// Points from the middle to where the waves have died down; nil if they never do.
    public var radius: AnimatedNumber?
    /// Waves that pass in a second.
    public var frequency = 0.5
    /// Degrees by which the wave is ahead.
    public var phase: AnimatedNumber = 0
    /// How much brighter crests are, and how much darker troughs.
    public var light: AnimatedNumber = 0
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "circleWave"
    package static let about = "Moves pixels in round waves around center."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "The middle of the waves."), .waveAmplitude("amplitude", \.amplitude),
      .wavelength("wavelength", \.wavelength),
      .animated(
        "radius", \.radius, .points, in: 0...2_000, "The distance from the middle at which the waves have died down."
      ).defaults(to: "never"),
      .frequency("frequency", \.frequency, "How many waves pass"), .phase("phase", \.phase),
      .waveLight("light", \.light), .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { amplitude.largestMagnitude(during: clocks) }
    package func spreadFactor(during clocks: ClockRange) -> Double? { displacedSpreadFactor }
    package var isSelfAnimated: Bool { frequency != 0 }
    package var isConstantIdentity: Bool { amplitude.isZero && light.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Waves around the middle of the canvas.
    public init() {}
  }

  /// The ring that runs outwards from where a drop has fallen.
  public struct Ripple: DisplacementFilterKind {
    /// Where the drop has fallen; the middle of the canvas if nil.
    public var center: AnimatedPoint?
    /// Seconds since the drop fell.
    public var time = AnimatedNumber.localTime
    /// The distance in points by which pixels would be moved without decay.
    public var amplitude: AnimatedNumber = 12
    /// Oscillations in a second.
    public var frequency = 2.4
    /// How fast a place comes to rest: after 1 ÷ decay seconds 37 % of the motion is left.
    public var decay: AnimatedNumber = 3
    /// Points a second by which the ring grows.
    public var velocity: AnimatedNumber = 400
    /// How much brighter crests are, and how much darker troughs.
    public var light: AnimatedNumber = 0.3
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "ripple"
    package static let about = "Moves pixels by the ring of a drop that falls at center."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "Where the drop falls."),
      .animated("time", \.time, .seconds, in: -1e6...1e6, "Seconds since the drop fell.").defaults(
        to: "the seconds of the layer's clock"),
      .waveAmplitude("amplitude", \.amplitude),
      .frequency("frequency", \.frequency, "How often a place moves there and back"),
      .animated(
        "decay", \.decay, .perSecond, in: 0...100,
        "How fast a place comes to rest: after 1 / decay seconds 37 % of the motion is left."),
      .animated("velocity", \.velocity, .pointsPerSecond, in: 1...1e5, "How fast the ring grows."),
      .waveLight("light", \.light), .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { amplitude.largestMagnitude(during: clocks) }
    package func spreadFactor(during clocks: ClockRange) -> Double? { displacedSpreadFactor }
    package var isConstantIdentity: Bool { amplitude.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A drop that falls in the middle of the canvas.
    public init() {}
  }

  /// Noise that moves pixels in all directions.
  public struct Turbulence: DisplacementFilterKind {
    /// The greatest distance by which pixels are moved, in points.
    public var amplitude: AnimatedNumber = 20
    /// Points across a cell of the noise.
    public var wavelength: AnimatedNumber = 120
    /// Number of noises that are added, each half as large and half as strong as the one before.
    public var octaves = 2
    /// How fast the noise changes: cells a second along its time axis.
    public var speed = 0.5
    /// Another number gives another noise.
    public var variant = 0
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "turbulence"
    package static let about = "Moves pixels by noise, as SVG's feTurbulence with feDisplacementMap."
    package static let parameters: [Parameter<Self>] = [
      .waveAmplitude("amplitude", \.amplitude),
      .animated("wavelength", \.wavelength, .points, in: 1...1e5, "The size of the waves."),
      .constant("octaves", \.octaves, in: 1...8, "Noises that are added, each half as large and as strong."),
      .changes("speed", \.speed), .variant("variant", \.variant), .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { amplitude.largestMagnitude(during: clocks) }
    package func spreadFactor(during clocks: ClockRange) -> Double? { displacedSpreadFactor }
    package var isSelfAnimated: Bool { speed != 0 }
    package var isConstantIdentity: Bool { amplitude.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Noise.
    public init() {}
  }
}

extension Parameter {
  fileprivate static func waveAmplitude(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(name, path, .points, in: 0...2_000, "The greatest distance by which pixels are moved.")
  }

  fileprivate static func wavelength(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(name, path, .points, in: 1...1e5, "From one crest to the next.")
  }

  fileprivate static func phase(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(name, path, .degrees, "How far the waves are ahead.").repeating(every: 360)
  }

  fileprivate static func waveLight(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .light(name, path, "How much brighter crests are, and how much darker troughs.")
  }

  /// How fast noise changes.
  static func changes(_ name: String, _ path: Path<Double>) -> Parameter {
    .constant(name, path, .perSecond, in: 0...100, "Changes a second, in a loop rounded so that the loop closes.")
  }
}

extension AnimatedNumber {
  /// The layer's local time in seconds, clamped to 0 ... a million seconds.
  public static let localTime = AnimatedNumber(
    .keys([NumberKey(time: 0, value: 0), NumberKey(time: 1e6, value: 1e6)]), in: -1e6...1e6)
}
