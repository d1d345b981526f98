extension Filter {
  /// The values that become black and white, and the brightness of the middle tones; all act on encoded values.
  public struct Levels: DeclaredFilter {
    /// The value that becomes black.
    public var inputBlack: AnimatedNumber = 0
    /// The value that becomes white.
    public var inputWhite: AnimatedNumber = 1
    /// Brightens the middle tones if above 1: values between black and white are raised to the power 1 ÷ gamma.
    public var gamma: AnimatedNumber = 1
    /// The value that black becomes in the end.
    public var outputBlack: AnimatedNumber = 0
    /// The value that white becomes in the end.
    public var outputWhite: AnimatedNumber = 1

    package static let name = "levels"
    package static let about = "Sets which values are black and white, and moves the middle between them."
    package static let parameters: [Parameter<Self>] = [
      .animated("inputBlack", \.inputBlack, .share, in: -1...2, "The encoded value that becomes black."),
      .animated("inputWhite", \.inputWhite, .share, in: -1...2, "The encoded value that becomes white."),
      .animated("gamma", \.gamma, .none, in: 0.05...20, "Brightens the middle if above 1."),
      .animated("outputBlack", \.outputBlack, .share, in: 0...1, "What black becomes."),
      .animated("outputWhite", \.outputWhite, .share, in: 0...1, "What white becomes."),
    ]

    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Levels that change nothing yet.
    public init() {}
  }
}
