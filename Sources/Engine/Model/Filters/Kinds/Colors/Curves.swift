extension Filter {
  /// Smooth curves through points, each from an old encoded value to a new one. A curve is monotone between neighbouring points,
  /// and level before its first and after its last point. A curve without points changes nothing.
  public struct Curves: DeclaredFilter {
    /// Points of the curve for red, green and blue.
    public var all: [AnimatedPoint] = []
    /// Points of a further curve for red, applied after `all`.
    public var red: [AnimatedPoint] = []
    /// Points of a further curve for green, applied after `all`.
    public var green: [AnimatedPoint] = []
    /// Points of a further curve for blue, applied after `all`.
    public var blue: [AnimatedPoint] = []

    package static let name = "curves"
    package static let about = "Bends brightness, or red, green and blue each, by smooth curves."
    package static let parameters: [Parameter<Self>] = [
      .points(
        "all", \.all, "Points [old, new] of encoded values; all channels follow the smooth curve through them."),
      .points("red", \.red, "Points of the curve that red follows after the curve of all."),
      .points("green", \.green, "Points of the curve that green follows after the curve of all."),
      .points("blue", \.blue, "Points of the curve that blue follows after the curve of all."),
    ]

    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Curves that change nothing yet.
    public init() {}
  }
}

extension Parameter<Filter.Curves> {
  fileprivate static func points(_ name: String, _ path: Path<[AnimatedPoint]>, _ about: String) -> Parameter {
    .animatedPoints(name, path, .share, in: 0...1, atMost: 64, about)
  }
}
