extension Filter {
  /// Darkness towards the corners of the canvas.
  public struct Vignette: DeclaredFilter {
    /// The share of the light that is gone at the outer radius.
    public var amount: AnimatedNumber = 0.5
    /// The middle; that of the canvas if nil.
    public var center: AnimatedPoint?
    /// Radius at which the darkness begins, as a share of the distance from the canvas's middle to a corner.
    public var inner: AnimatedNumber = 0.4
    /// Radius at which the darkness is complete, as a share of the same distance.
    public var outer: AnimatedNumber = 1.1

    package static let name = "vignette"
    package static let about = "Darkens towards the corners of the canvas."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "The share of the light that is gone where it is darkest; 0 changes nothing."),
      .center("center", \.center, "The brightest place."),
      .animated(
        "inner", \.inner, .share, in: 0...10,
        "Where darkness begins, as a share of the way from the canvas's middle to a corner."),
      .animated("outer", \.outer, .share, in: 0...10, "Where it is darkest, in the unit of inner."),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Half of the light is gone in the corners.
    public init() {}
  }
}

extension Parameter {
  /// A point on the canvas; the canvas's centre where it is not given.
  static func center(_ name: String, _ path: Path<AnimatedPoint?>, _ about: String) -> Parameter {
    .animated(name, path, about).defaults(to: "the canvas's centre")
  }
}
