extension Filter.Displacement {
  /// Moves pixels by formulas, which are written like those of fields. The initializer that compiles the formulas' texts is in
  /// Presets.
  public struct Formula: Sendable, Equatable {
    /// The text of the formula that says how far to the right of each pixel its colour is taken from, in points.
    public let x: String
    /// The text of the formula that says how far below each pixel its colour is taken from, in points.
    public let y: String
    /// The greatest distance along each axis, in points. Greater results of the formulas are clamped to it.
    public var amplitude: AnimatedNumber
    /// Selects the random numbers.
    public var variant: Int
    /// The compiled formulas, whose outputs are the distances along x and y.
    package let program: FormulaProgram
    /// Animated numbers that the formulas read.
    package let values: [FormulaField.Value]

    package init(
      x: String, y: String, amplitude: AnimatedNumber, variant: Int, program: FormulaProgram,
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
