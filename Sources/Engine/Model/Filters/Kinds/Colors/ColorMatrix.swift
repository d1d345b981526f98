extension Filter {
  /// A matrix that mixes red, green, blue and alpha anew, as SVG's feColorMatrix.
  public struct ColorMatrix: DeclaredFilter {
    /// Four rows, for red, green, blue and alpha, of five numbers: the factors of the old red, green, blue and alpha, and a
    /// summand. All act on colours that are not multiplied by alpha.
    public var values: [AnimatedNumber]

    package static let name = "colorMatrix"
    package static let about = "Mixes red, green, blue and alpha anew, as SVG's feColorMatrix."
    package static let parameters: [Parameter<Self>] = [
      .animatedNumbers(
        "matrix", \.values, .none, in: -100...100, count: 20, arrangedAs: "four rows of five",
        "Twenty numbers: for red, green, blue and alpha the factors of the old red, green, blue and alpha, and what is added (1 is the whole range)."
      ).required
    ]

    package var isSameEverywhere: Bool { true }

    /// The last number is added to alpha: above 0 it makes all transparent pixels visible.
    package func spreadFactor(during clocks: ClockRange) -> Double? {
      (values.last?.valueRange(during: clocks).upperBound ?? 0) <= 0 ? 0 : nil
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }

    /// A matrix that changes nothing yet.
    public init() { self.init([]) }

    /// A matrix of four rows of five numbers; where numbers are missing at the end, the matrix is like the identity.
    public init(_ values: [AnimatedNumber]) {
      self.values = (0..<20).map { $0 < values.count ? values[$0] : ($0 % 6 == 0 ? 1 : 0) }
    }
  }
}
