import Colorimetry
import Model

/// Looks for jumps at a loop's seam in formulas that are evaluated per pixel (fields, displacements, heights). The formulas' values at the
/// loop's start and end are compared on a coarse grid of places; a jump that is seen only between these places goes unnoticed.
enum FieldSeam {
  /// Columns of the grid of places.
  private static let columns = 13
  /// Rows of the grid of places.
  private static let rows = 9

  /// A sentence on the jump of a field's colour; nil if none is found.
  ///
  /// - Parameters:
  ///   - start: the layer's clock at the loop's start.
  ///   - end: the layer's clock at the loop's end.
  ///   - loopSeconds: the loop's length in seconds of the canvas.
  static func problem(
    of field: FormulaField, on canvas: Canvas, from start: AnimationClock, to end: AnimationClock, loopSeconds: Double
  ) -> String? {
    guard field.isSelfAnimated || !field.values.isEmpty else { return nil }
    // A tolerance of about half of 1/255, the step of 8-bit colours, cannot be seen.
    return problem(canvas, field.values, start, end, loopSeconds, tolerance: 0.002) { inputs in
      // The location on the ramp takes the place of the ramp's colour there, which is enough to compare colours.
      let programValues = field.program.values(inputs) { SIMD4($0, $0, $0, 1) }
      let opacity = field.hasOpacity ? min(max(programValues[field.program.outputs[field.componentCount]], 0), 1) : 1
      return field.program.outputs.prefix(field.componentCount).map {
        min(max(programValues[$0], 0), Double(field.space.range.upperBound)) * opacity
      } + [opacity]
    }
  }

  /// A sentence on the jump of formulas of lengths: a displacement or a height; nil if none is found.
  ///
  /// - Parameters:
  ///   - amplitude: the greatest length that has an effect, in points.
  ///   - start: the clock by which the formulas run, at the loop's start.
  ///   - end: the clock by which the formulas run, at the loop's end.
  ///   - loopSeconds: the loop's length in seconds of the canvas.
  static func problem(
    ofLengths program: FormulaProgram, _ values: [FormulaField.Value], upTo amplitude: Double = .infinity,
    on canvas: Canvas, from start: AnimationClock, to end: AnimationClock, loopSeconds: Double
  ) -> String? {
    guard program.readsTime || !values.isEmpty else { return nil }
    // The tolerance is in points.
    return problem(canvas, values, start, end, loopSeconds, tolerance: 0.05) { inputs in
      let programValues = program.values(inputs) { SIMD4($0, $0, $0, 1) }
      return program.outputs.map { min(max(programValues[$0], -amplitude), amplitude) }
    }
  }

  /// A sentence on the jump of a formula; nil if none is found.
  ///
  /// - Parameters:
  ///   - numbers: the animated numbers that the formula names.
  ///   - tolerance: the greatest difference that is no jump.
  ///   - evaluate: the results of the formula at a place and time. Those at the loop's start and end are compared.
  private static func problem(
    _ canvas: Canvas, _ numbers: [FormulaField.Value], _ start: AnimationClock, _ end: AnimationClock,
    _ loopSeconds: Double, tolerance: Double, _ evaluate: (FormulaInputs) -> [Double]
  ) -> String? {
    // The seconds of the layer's own clock in one loop, during which the formula's variables `loop` and `phase` run through once.
    let localSeconds = end.local - start.local
    var inputs = [start, end].map {
      FormulaInputs(
        canvas, at: $0, loopSeconds: localSeconds > 0 ? localSeconds : loopSeconds, values: numbers.map(\.number))
    }
    // The variable `loop` grows by 1 during a loop and falls back at its end. So that both sides of the seam are compared, `loop`
    // does not fall back here.
    if localSeconds > 0 { inputs[1].loop = inputs[0].loop + 1 }
    var differingCount = 0
    for row in 0..<rows {
      for column in 0..<columns {
        // The fractions 0.37 and 0.61 keep all places off the edges and the middle lines of the canvas.
        let startAndEnd = inputs.indices.map { index in
          inputs[index].x = canvas.widthPoints * (Double(column) + 0.37) / Double(columns)
          inputs[index].y = canvas.heightPoints * (Double(row) + 0.61) / Double(rows)
          return evaluate(inputs[index])
        }
        if zip(startAndEnd[0], startAndEnd[1]).contains(where: { abs($0 - $1) > tolerance }) { differingCount += 1 }
      }
    }
    guard differingCount > 0 else { return nil }
    let percent = differingCount * 100 / (rows * columns)
    return
      "jumps at the loop's seam, at \(percent > 0 ? "about \(percent) % of the places" : "some places"): write loop "
      + "or phase in place of t, which go from 0 to 1 and from 0 to 2π once in \(SceneProblem.numberText(loopSeconds)) s; "
      + "sin(phase), cos(2 * phase) and noises with a period repeat"
  }
}
