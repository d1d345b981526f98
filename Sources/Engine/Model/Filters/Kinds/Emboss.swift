extension Filter {
  /// A relief: slopes of brightness lit from one side.
  public struct Emboss: DeclaredFilter {
    /// How strong the relief is; 0 changes nothing.
    public var amount: AnimatedNumber = 1
    /// The direction from which the light comes, in degrees clockwise: 0 is the right.
    public var angle: AnimatedNumber = 225
    /// Points between the two places that are compared.
    public var size: AnimatedNumber = 2

    package static let name = "emboss"
    package static let about = "Makes a relief: slopes of brightness are lit from one side."
    package static let parameters: [Parameter<Self>] = [
      .animated("amount", \.amount, .factor, in: 0...100, "How strong the relief is; 0 changes nothing."),
      .animated("angle", \.angle, .degrees, "Where the light comes from, clockwise from the right.").repeating(
        every: 360),
      .animated("size", \.size, .points, in: 0.1...1e3, "The distance between the places that are compared."),
    ]

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: size.largestMagnitude(during: clocks))
    }

    /// The picture itself, as four Floats a pixel.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 4 * 4 }

    package var readsInputInFinish: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A relief.
    public init() {}
  }
}
