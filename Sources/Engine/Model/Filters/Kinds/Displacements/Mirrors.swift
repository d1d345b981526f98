// Filters that turn or mirror the picture.

extension Filter {
  /// A whirl: the picture is turned in the middle, less farther out, and not at all from the radius on.
  public struct Swirl: DisplacementFilterKind {
    /// The middle; that of the canvas if nil.
    public var center: AnimatedPoint?
    /// Points from the middle to where nothing is turned.
    public var radius: AnimatedNumber = 200
    /// Degrees by which the middle is turned, clockwise.
    public var angle: AnimatedNumber = 180
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "swirl"
    package static let about = "Turns the picture around center, less and less towards the radius."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "The middle of the whirl."),
      .animated("radius", \.radius, .points, in: 0...2_000, "The distance from the middle at which nothing is turned."),
      .animated("angle", \.angle, .degrees, "How far the middle is turned, clockwise."),
      .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double {
      min(radius.largestMagnitude(during: clocks), maximumDisplacementPoints)
    }

    package var isConstantIdentity: Bool { angle.isZero || radius.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A whirl in the middle of the canvas.
    public init() {}
  }

  /// Mirrors that meet at a point: one wedge of the picture is shown again and again around it.
  public struct Kaleidoscope: DisplacementFilterKind {
    /// Where the mirrors meet; the middle of the canvas if nil.
    public var center: AnimatedPoint?
    /// The point of the picture that is shown where the mirrors meet; `center` if nil.
    public var source: AnimatedPoint?
    /// Number of wedges, each of which is symmetric.
    public var segments = 6
    /// Degrees by which the mirrors are turned, clockwise.
    public var angle: AnimatedNumber = 0
    /// Degrees by which the picture is turned behind them, clockwise.
    public var rotation: AnimatedNumber = 0
    /// How much larger the picture is.
    public var zoom: AnimatedNumber = 1

    package static let name = "kaleidoscope"
    package static let about = "Shows one wedge of the picture again and again, mirrored."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "Where the mirrors meet."),
      .animated("source", \.source, "The point of the picture that is shown where the mirrors meet.").defaults(
        to: "center"),
      .constant("segments", \.segments, in: 2...64, "How many symmetric wedges lie around the middle."),
      .animated("angle", \.angle, .degrees, "How far the mirrors are turned, clockwise.").repeating(every: 360),
      .animated("rotation", \.rotation, .degrees, "How far the picture is turned behind the mirrors, clockwise.")
        .repeating(every: 360),
      .animated("zoom", \.zoom, .factor, in: 0.05...100, "How much larger the picture is."),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { 0 }
    package var isConstantIdentity: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A kaleidoscope in the middle of the canvas.
    public init() {}
  }

  /// A mirror: what lies on one side of a line is shown on both.
  public struct Mirror: DisplacementFilterKind {
    /// A point of the line; the middle of the canvas if nil.
    public var center: AnimatedPoint?
    /// Direction of the line in degrees clockwise from +x. The part of the picture on the left, seen in this direction, is
    /// shown on both sides.
    public var angle: AnimatedNumber = 0

    package static let name = "mirror"
    package static let about = "Shows what is on the left of a line on both of its sides."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "A point of the line."),
      .animated("angle", \.angle, .degrees, "The direction of the line, clockwise from the right.").repeating(
        every: 360),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { 0 }
    package var isConstantIdentity: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A mirror through the middle of the canvas.
    public init() {}
  }
}
