extension Filter {
  /// Reduces each channel to a number of steps.
  public struct Posterize: DeclaredFilter {
    /// How many encoded values each channel may have.
    public var steps: AnimatedNumber = 4

    package static let name = "posterize"
    package static let about = "Leaves each channel only a few values."
    package static let parameters: [Parameter<Self>] = [
      .animated("steps", \.steps, .none, in: 2...256, "How many encoded values each channel may have.")
    ]

    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Four steps.
    public init() {}
  }
}
