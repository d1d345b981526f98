/// The height of a layer's surface at each place, by a formula as a field's, in points.
///
/// Formulas are texts of the preset language; the initializer that takes them is in the module that reads presets.
public struct HeightFormula: Sendable, Equatable {
  /// The text of the formula, including its equals sign.
  public let formula: String
  /// The compiled formula, whose output is the height.
  package let program: FormulaProgram
  /// Animated numbers that the formula reads, with their names in the preset.
  package let values: [FormulaField.Value]

  package init(formula: String, program: FormulaProgram, values: [FormulaField.Value]) {
    (self.formula, self.program, self.values) = (formula, program, values)
  }

  /// Whether the heights are the same at all times.
  package var isConstant: Bool { !program.readsTime && values.allSatisfy { $0.number.isConstant } }
}
