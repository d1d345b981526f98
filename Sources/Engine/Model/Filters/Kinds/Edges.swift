extension Filter {
  /// Lines where the picture changes, in place of the picture.
  public struct Edges: DeclaredFilter {
    /// How bright the lines are; 0 changes nothing.
    public var amount: AnimatedNumber = 1
    /// Points to the neighbours that are compared, hence the width of the lines.
    public var size: AnimatedNumber = 1.5
    /// The colour of all lines; with nil, red, green and blue each have lines of their own, where they change.
    public var color: AnimatedColor?

    package static let name = "edges"
    package static let about = "Shows only lines where the picture changes; between them it is transparent."
    package static let parameters: [Parameter<Self>] = [
      .animated("amount", \.amount, .factor, in: 0...100, "How bright the lines are; 0 changes nothing."),
      .animated(
        "size", \.size, .points, in: 0.1...1e3, "The distance between the places that are compared: the lines' width."),
      .animated("color", \.color, "The colour of the lines.").defaults(to: "the picture's own colours"),
    ]

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      target.neighborhood(marginPoints: size.largestMagnitude(during: clocks))
    }

    /// The picture itself, as four Floats a pixel.
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double { 4 * 4 }

    package var readsInputInFinish: Bool { false }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Lines in the picture's own colours.
    public init() {}
  }
}
