extension Filter {
  /// Moves pixels by formulas, which are written like those of fields. The initializer that compiles the formulas' texts is in
  /// Presets.
  public struct Displace: DisplacementFilterKind {
    /// The text of the formula that says how far to the right of each pixel its colour is taken from, in points.
    public let x: String
    /// The text of the formula that says how far below each pixel its colour is taken from, in points.
    public let y: String
    /// The greatest distance along each axis, in points. Greater results of the formulas are clamped to it.
    public var amplitude: AnimatedNumber = 100
    /// Selects the random numbers.
    public var variant = 0
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0
    /// The compiled formulas, whose outputs are the distances along x and y.
    package let program: FormulaProgram
    /// Animated numbers that the formulas read.
    package let values: [FormulaField.Value]

    package static let name = "displace"
    package static let about = "Moves pixels by the formulas x and y, which are those of fields."
    /// The formulas and the names that they use have no rows: Presets compiles them.
    package static let parameters: [Parameter<Self>] = [
      .animated(
        "amplitude", \.amplitude, .points, in: 0...2_000,
        "The greatest distance by which pixels are moved along each axis; farther ones are moved as far as this."),
      .variant("variant", \.variant), .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { amplitude.largestMagnitude(during: clocks) }
    package func spreadFactor(during clocks: ClockRange) -> Double? { displacedSpreadFactor }
    package func readPixels(on canvas: Canvas, during clocks: ClockRange) -> Int? {
      displacedReadPixels(on: canvas, during: clocks)
    }
    package var isSelfAnimated: Bool { program.readsTime }
    package var isConstantIdentity: Bool { amplitude.isZero }

    package var animatedValues: AnimatedValues {
      var found = valuesOfParameters
      for value in values { found.add(value.isSignal ? "x" : "let.\(value.name)", value.number) }
      return found
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }

    /// Formulas that move nothing.
    package init() {
      let builder = FormulaBuilder(for: .pixels)
      let zero = builder.constant(0)
      self.init(x: "= 0", y: "= 0", program: builder.program([zero, zero]), values: [])
    }

    package init(x: String, y: String, program: FormulaProgram, values: [FormulaField.Value]) {
      (self.x, self.y, self.program, self.values) = (x, y, program, values)
    }
  }
}
