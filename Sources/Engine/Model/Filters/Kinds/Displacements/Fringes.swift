// Filters that move red and blue apart.

extension Filter {
  /// Red moved one way, and blue as far in the opposite direction.
  public struct ColorPlanes: DisplacementFilterKind {
    /// How far red is moved, in points.
    public var shift = AnimatedPoint(4, 0)

    package static let name = "colorPlanes"
    package static let about = "Moves red one way and blue the other."
    package static let parameters: [Parameter<Self>] = [
      .animated(
        "shift", \.shift, .points, in: -5_000...5_000,
        "How far red is moved, [right, down], while blue is moved the other way.")
    ]

    package func reachPoints(during clocks: ClockRange) -> Double {
      max(shift.x.largestMagnitude(during: clocks), shift.y.largestMagnitude(during: clocks))
    }

    /// All pixels are moved by the same distance.
    package func spreadFactor(during clocks: ClockRange) -> Double? { 1 }
    package var takesColorsApart: Bool { true }
    package var isConstantIdentity: Bool { shift.x.isZero && shift.y.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Red moved to the right.
    public init() {}
  }

  /// Red and blue moved apart towards the corners, as by a simple lens.
  public struct ChromaticAberration: DisplacementFilterKind {
    /// The middle, which stays clean; that of the canvas if nil.
    public var center: AnimatedPoint?
    /// The distance in points by which red and blue are moved at a place as far from the middle as a corner of the canvas.
    public var amplitude: AnimatedNumber = 4

    package static let name = "chromaticAberration"
    package static let about = "Moves red outwards and blue inwards, more towards the corners, as a simple lens does."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "The middle, which stays clean."),
      .animated(
        "amplitude", \.amplitude, .points, in: 0...2_000,
        "The distance by which red and blue are moved at the corners of the canvas."),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { amplitude.largestMagnitude(during: clocks) }
    package var takesColorsApart: Bool { true }
    package var isConstantIdentity: Bool { amplitude.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Fringes of colour.
    public init() {}
  }
}
