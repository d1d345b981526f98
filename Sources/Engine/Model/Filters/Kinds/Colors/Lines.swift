import Colorimetry

// Filters that draw lines from left to right.

extension Filter {
  /// Dark lines, like those between the lines of an old screen.
  public struct Scanlines: DeclaredFilter {
    /// The share of the light that is gone in a line.
    public var amount: AnimatedNumber = 0.4
    /// Points from one line to the next.
    public var spacing: AnimatedNumber = 4
    /// Thickness of a line as a share of the spacing.
    public var thickness: AnimatedNumber = 0.5
    /// Points by which all lines are moved down.
    public var offset: AnimatedNumber = 0

    package static let name = "scanlines"
    package static let about = "Darkens lines, as on an old screen."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "The share of the light that is gone in a line; 0 changes nothing."),
      .animated("spacing", \.spacing, .points, in: 0.1...1e4, "From one line to the next."),
      .animated("thickness", \.thickness, .share, in: 0...1e4, "A line's share of the spacing. Above 1 it counts as 1.")
        .clamped(to: 0...1),
      .animated("offset", \.offset, .points, "How far all lines are moved down."),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Dark lines.
    public init() {}
  }

  /// Lines of a colour that cover every second line of the picture.
  public struct Interlace: DeclaredFilter {
    /// How much of the colour is mixed in; 0 changes nothing.
    public var amount: AnimatedNumber = 1
    /// Thickness of a line in points.
    public var thickness: AnimatedNumber = 1
    /// Points by which all lines are moved down.
    public var offset: AnimatedNumber = 0
    /// The lines' colour.
    public var color = AnimatedColor.constant(.black)

    package static let name = "interlace"
    package static let about = "Puts lines of a colour between those of the picture."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "How much of the colour is mixed in; 0 changes nothing."),
      .animated(
        "thickness", \.thickness, .points, in: 0...1e4, "The thickness of a line, and the distance between lines."),
      .animated("offset", \.offset, .points, "How far all lines are moved down."),
      .animated("color", \.color, "The lines' colour.").defaults(to: "\"black\""),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Black lines.
    public init() {}
  }
}
