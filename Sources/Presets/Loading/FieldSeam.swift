import Colorimetry
import Model

/// Looks for jumps, at a loop's seam, of formulas that are computed per pixel (fields, displacements): their values at some places, computed
/// for the loop's start and for its end, have to be equal. A formula whose jumps lie only between these places is not found out.
enum FieldSeam {
  /// Places each way.
  private static let columns = 13
  private static let rows = 9

  /// A sentence on the jump of a field's colour; nil where none is found.
  ///
  /// - Parameters:
  ///   - start: the layer's clock at the loop's start.
  ///   - end: its clock at the loop's end.
  ///   - length: seconds of the loop.
  static func problem(
    of field: FormulaField, on canvas: Canvas, from start: AnimationClock, to end: AnimationClock, length: Double
  ) -> String? {
    guard field.isSelfAnimated || !field.values.isEmpty else { return nil }
    // Less than a step of eight bits cannot be seen.
    return problem(canvas, field.values, start, end, length, tolerance: 0.002) { inputs in
      // A place in the ramp stands for its colour.
      let values = field.program.values(inputs) { SIMD4($0, $0, $0, 1) }
      let opacity = field.hasOpacity ? min(max(values[field.program.outputs[field.componentCount]], 0), 1) : 1
      return field.program.outputs.prefix(field.componentCount).map {
        min(max(values[$0], 0), Double(field.space.range.upperBound)) * opacity
      } + [opacity]
    }
  }

  /// A sentence on the jump of a displacement; nil where none is found.
  static func problem(
    of formula: Filter.Displacement.Formula, on canvas: Canvas, from start: AnimationClock, to end: AnimationClock,
    length: Double
  ) -> String? {
    guard formula.program.readsTime || !formula.values.isEmpty else { return nil }
    let largest = formula.amplitude.value(at: start)
    return problem(canvas, formula.values, start, end, length, tolerance: 0.05) { inputs in
      let values = formula.program.values(inputs) { SIMD4($0, $0, $0, 1) }
      return formula.program.outputs.map { min(max(values[$0], -largest), largest) }
    }
  }

  /// - Parameter values: the numbers at a place that have to be equal, apart from the tolerance.
  private static func problem(
    _ canvas: Canvas, _ numbers: [FormulaField.Value], _ start: AnimationClock, _ end: AnimationClock,
    _ length: Double, tolerance: Double, _ values: (FieldInputs) -> [Double]
  ) -> String? {
    // The layer's own seconds in one loop: `loop` and `phase` run through once in these.
    let passed = end.local - start.local
    var inputs = [start, end].map {
      FieldInputs(canvas, at: $0, loopSeconds: passed > 0 ? passed : length, values: numbers.map(\.number))
    }
    // Just before the end the variable `loop` is 1 higher, not back where it began.
    if passed > 0 { inputs[1].loop = inputs[0].loop + 1 }
    var differing = 0
    for row in 0..<rows {
      for column in 0..<columns {
        let found = inputs.indices.map { index in
          inputs[index].x = canvas.widthPoints * (Double(column) + 0.37) / Double(columns)
          inputs[index].y = canvas.heightPoints * (Double(row) + 0.61) / Double(rows)
          return values(inputs[index])
        }
        if zip(found[0], found[1]).contains(where: { abs($0 - $1) > tolerance }) { differing += 1 }
      }
    }
    guard differing > 0 else { return nil }
    let share = differing * 100 / (rows * columns)
    return
      "jumps at the loop's seam, at \(share > 0 ? "about \(share) % of the places" : "some places"): in place of t, "
      + "loop (0 to 1) and phase (0 to 2π) pass once in \(SceneProblem.shown(length)) s, and sin(phase), "
      + "cos(2 * phase) or a noise with a period repeat"
  }
}
