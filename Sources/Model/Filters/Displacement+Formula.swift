extension Filter.Displacement {
  /// Pixels are moved by formulas, which are those of fields; the initializer that takes them is in the module that reads presets.
  public struct Formula: Sendable, Equatable {
    /// The formula of the distance along x, in points, as it was written.
    public let x: String
    /// The formula of the distance along y.
    public let y: String
    /// The greatest distance along each axis, to which others are limited.
    public var amplitude: AnimatedNumber
    /// Selects the random numbers.
    public var variant: Int
    /// The compiled formulas, whose outputs are the distances along x and y.
    package let program: FieldProgram
    /// Animated numbers that the formulas read.
    package let values: [FormulaField.Value]

    package init(
      x: String, y: String, amplitude: AnimatedNumber, variant: Int, program: FieldProgram,
      values: [FormulaField.Value]
    ) {
      self.x = x
      self.y = y
      self.amplitude = amplitude
      self.variant = variant
      self.program = program
      self.values = values
    }
  }
}
