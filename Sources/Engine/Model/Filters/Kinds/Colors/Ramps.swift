// Filters that colour the picture anew, by its luminance.

extension Filter {
  /// The colours of a ramp in place of the picture's, by luminance.
  public struct Duotone: DeclaredFilter {
    /// Colours from black to white.
    public var colors = ColorMap(.black, .white)
    /// How much of the ramp's colours is mixed in; 0 changes nothing.
    public var amount: AnimatedNumber = 1

    package static let name = "duotone"
    package static let about = "Colours the picture by its luminance: two colours, or a ramp of more."
    package static let parameters: [Parameter<Self>] = [
      .stops("colors", \.colors, "The colours from black to white, as the stops of a gradient.").required,
      .share("amount", \.amount, "How much of the colours is mixed in; 0 changes nothing."),
    ]

    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// From black to white.
    public init() {}
  }

  /// Replaces colours by those of a thermal camera, chosen by luminance.
  public struct Infrared: DeclaredFilter {
    /// How much of the camera's colours is mixed in; 0 changes nothing.
    public var amount: AnimatedNumber = 1

    package static let name = "infrared"
    package static let about = "Shows luminance in the colours of a thermal camera."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "How much of the camera's colours is mixed in; 0 changes nothing.")
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Only the camera's colours.
    public init() {}
  }
}
