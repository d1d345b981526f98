// Filters that paint light in place of a picture's colours.

extension Filter {
  /// Lamps in the cells of a grid.
  public struct LightGrid: DeclaredFilter {
    /// How much of the picture's colours the lamps replace; 0 changes nothing.
    public var amount: AnimatedNumber = 1
    /// Points from lamp to lamp.
    public var size: AnimatedNumber = 60
    /// Factor of the lamps' light.
    public var strength: AnimatedNumber = 3
    /// How often a lamp lights up in a second.
    public var frequency = 0.5
    /// Another number gives other colours and rhythms.
    public var variant = 0

    package static let name = "lightGrid"
    package static let about = "Paints lamps of many colours in the shape of what is drawn."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "How much of the picture's colours the lamps replace; 0 changes nothing."),
      .animated("size", \.size, .points, in: 0.1...1e3, "From lamp to lamp."),
      .animated("strength", \.strength, .factor, in: 0...100, "How bright the lamps are."),
      .frequency("frequency", \.frequency, "How often a lamp lights up"),
      .variant("variant", \.variant),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Lamps.
    public init() {}
  }

  /// Bands of light in the colours of a rainbow, which sway.
  public struct Sinebow: DeclaredFilter {
    /// How much of the picture's colours the bands replace; 0 changes nothing.
    public var amount: AnimatedNumber = 1
    /// Factor of the bands' light.
    public var strength: AnimatedNumber = 1
    /// How often the bands sway in a second.
    public var frequency = 0.15

    package static let name = "sinebow"
    package static let about = "Paints swaying bands of a rainbow's light in the shape of what is drawn."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "How much of the picture's colours the bands replace; 0 changes nothing."),
      .animated("strength", \.strength, .factor, in: 0...100, "How bright the bands are."),
      .frequency("frequency", \.frequency, "How often the bands sway"),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Bands of light.
    public init() {}
  }
}

extension Parameter {
  /// How often something happens in a second.
  ///
  /// - Parameter subject: the beginning of the sentence: what happens.
  static func frequency(_ name: String, _ path: Path<Double>, _ subject: String) -> Parameter {
    .constant(
      name, path, .hertz, in: -100...100, "\(subject) in a second; in a loop it is rounded so that the loop closes.")
  }
}
