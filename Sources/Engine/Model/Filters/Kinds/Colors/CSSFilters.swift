// The colour filters of CSS's module Filter Effects, and `exposure`, which are one number each.

extension Filter {
  /// Multiplies colours by a number.
  public struct Brightness: DeclaredFilter {
    /// The factor; 1 changes nothing.
    public var amount: AnimatedNumber = 1

    package static let name = "brightness"
    package static let about = "Multiplies colours by amount, as CSS's brightness()."
    package static let parameters: [Parameter<Self>] = [
      .animated("amount", \.amount, .factor, in: 0...100, "The factor; 1 changes nothing.")
    ]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that changes nothing yet.
    public init() {}
  }

  /// Spreads colours around the middle grey.
  public struct Contrast: DeclaredFilter {
    /// Moves colours away from the middle grey 0.5 with numbers above 1, towards it with numbers below 1; 1 changes nothing.
    public var amount: AnimatedNumber = 1

    package static let name = "contrast"
    package static let about = "Spreads colours around the middle, 0.5 of the canvas's values, as CSS's contrast()."
    package static let parameters: [Parameter<Self>] = [
      .animated("amount", \.amount, .factor, in: 0...100, "Above 1 more contrast, below 1 less; 1 changes nothing.")
    ]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that changes nothing yet.
    public init() {}
  }

  /// Makes colours purer or greyer.
  public struct Saturate: DeclaredFilter {
    /// Moves each colour away from the grey of its brightness with numbers above 1, towards it with numbers below 1: 1 changes nothing,
    /// 0 leaves grey.
    public var amount: AnimatedNumber = 1

    package static let name = "saturate"
    package static let about = "Makes colours purer, above 1, or greyer, below 1, as CSS's saturate()."
    package static let parameters: [Parameter<Self>] = [
      .animated("amount", \.amount, .factor, in: 0...100, "1 changes nothing, 0 leaves grey.")
    ]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that changes nothing yet.
    public init() {}
  }

  /// Makes colours grey.
  public struct Grayscale: DeclaredFilter {
    /// How grey colours become: 0 changes nothing, 1 leaves grey.
    public var amount: AnimatedNumber = 1

    package static let name = "grayscale"
    package static let about = "Makes colours grey, as CSS's grayscale()."
    package static let parameters: [Parameter<Self>] = [.share("amount", \.amount, "How grey; 0 changes nothing.")]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that leaves only grey.
    public init() {}
  }

  /// Makes colours brown, like old photographs.
  public struct Sepia: DeclaredFilter {
    /// How brown colours become; 0 changes nothing.
    public var amount: AnimatedNumber = 1

    package static let name = "sepia"
    package static let about = "Makes colours brown, as CSS's sepia()."
    package static let parameters: [Parameter<Self>] = [.share("amount", \.amount, "How brown; 0 changes nothing.")]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that leaves only browns.
    public init() {}
  }

  /// Turns hues, and nearly keeps the brightness.
  public struct HueRotate: DeclaredFilter {
    /// Degrees by which hues are turned.
    public var angle: AnimatedNumber = 0

    package static let name = "hueRotate"
    package static let about = "Turns hues by angle, as CSS's hue-rotate()."
    package static let parameters: [Parameter<Self>] = [
      .animated("angle", \.angle, .degrees, "How far hues are turned.").repeating(every: 360)
    ]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that changes nothing yet.
    public init() {}
  }

  /// Moves colours towards their opposites.
  public struct Invert: DeclaredFilter {
    /// How far: 0 changes nothing, 1 gives the negative.
    public var amount: AnimatedNumber = 1

    package static let name = "invert"
    package static let about = "Makes the negative, as CSS's invert()."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "0 changes nothing, 0.5 leaves grey, 1 gives the negative.")
    ]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that gives the negative.
    public init() {}
  }

  /// Makes everything more transparent.
  public struct Opacity: DeclaredFilter {
    /// The share that is left of the opacity: 1 changes nothing, 0 leaves nothing.
    public var amount: AnimatedNumber = 1

    package static let name = "opacity"
    package static let about = "Makes everything more transparent, as CSS's opacity()."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "The share of the opacity that is left; 1 changes nothing.")
    ]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that changes nothing yet.
    public init() {}
    package init(amount: AnimatedNumber) { self.amount = amount }
  }

  /// Multiplies light by powers of 2.
  public struct Exposure: DeclaredFilter {
    /// The exponent; 0 changes nothing.
    public var stops: AnimatedNumber = 0

    package static let name = "exposure"
    package static let about = "Multiplies light by 2 to the power of stops."
    package static let parameters: [Parameter<Self>] = [
      .animated("stops", \.stops, .stops, in: -16...16, "Each stop doubles the light.")
    ]
    package var isSameEverywhere: Bool { true }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A filter that changes nothing yet.
    public init() {}
  }
}

extension Parameter {
  /// The amount of a filter, which has its full effect at 1 and none at 0; values above 1 count as 1.
  static func share(_ name: String, _ path: Path<AnimatedNumber>, _ about: String) -> Parameter {
    .animated(name, path, .factor, in: 0...100, about + " Above 1 it counts as 1.").clamped(to: 0...1)
  }
}
