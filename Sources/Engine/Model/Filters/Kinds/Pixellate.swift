extension Filter {
  /// Squares, each in the mean colour of the pixels that it covers.
  public struct Pixellate: DeclaredFilter {
    /// Side of a square, in points.
    public var size: AnimatedNumber = 16
    /// A point at which corners of squares meet; the middle of the canvas if nil.
    public var center: AnimatedPoint?

    package static let name = "pixellate"
    package static let about = "Makes squares, each of the mean of its pixels."
    package static let parameters: [Parameter<Self>] = [
      .animated("size", \.size, .points, in: 0.1...1e3, "The side of a square."),
      .center("center", \.center, "A corner where squares meet."),
    ]

    package func reach(on target: Target, during clocks: ClockRange) -> Reach { .neighborhood(marginPoints: 0) }

    /// The picture, and a grid of means, which are kept where squares are larger than pixels.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      let side = max(size.magnitudes(during: clocks).lowerBound * pixelsPerPoint, 1)
      return 4 * 4 + 4 * 4 / (side * side)
    }

    package var readsInputInFinish: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Squares.
    public init() {}
    package init(size: AnimatedNumber, center: AnimatedPoint?) { (self.size, self.center) = (size, center) }
  }
}
