// Filters that paint light in place of a picture's colours.

extension Filter {
  /// Lamps in the cells of a grid.
  public struct LightGrid: Sendable, Equatable {
    /// How much of the picture's colours the lamps replace; 0 changes nothing.
    public var amount: AnimatedNumber
    /// Points from lamp to lamp.
    public var size: AnimatedNumber
    /// Factor of the lamps' light.
    public var strength: AnimatedNumber
    /// How often a lamp lights up in a second.
    public var frequency: Double
    /// Another number gives other colours and rhythms.
    public var variant: Int

    /// Lamps.
    public init(
      amount: AnimatedNumber = 1, size: AnimatedNumber = 60, strength: AnimatedNumber = 3, frequency: Double = 0.5,
      variant: Int = 0
    ) {
      self.amount = amount
      self.size = size
      self.strength = strength
      self.frequency = frequency
      self.variant = variant
    }
  }

  /// Bands of light in the colours of a rainbow, which sway.
  public struct Sinebow: Sendable, Equatable {
    /// How much of the picture's colours the bands replace; 0 changes nothing.
    public var amount: AnimatedNumber
    /// Factor of the bands' light.
    public var strength: AnimatedNumber
    /// How often the bands sway in a second.
    public var frequency: Double

    /// Bands of light.
    public init(amount: AnimatedNumber = 1, strength: AnimatedNumber = 1, frequency: Double = 0.15) {
      self.amount = amount
      self.strength = strength
      self.frequency = frequency
    }
  }
}
