import Lanes

/// A formula that says where along the stops of `PlaceColors` a place on the canvas is.
public struct PlaceFormula: Sendable, Equatable {
  /// The formula's text, with its equals sign.
  public let formula: String
  /// A formula as for pixels, which reads no time. Its first output is the location; its input `.value(0)` is z in points, and noises have
  /// the seed 0.
  package let program: FormulaProgram
  /// The inputs `.value` from 1 on.
  package let values: [Double]

  package init(formula: String, program: FormulaProgram, values: [Double]) {
    self.formula = formula
    self.program = program.sharingPlaces()
    self.values = values
  }
}

/// Computes a `PlaceFormula` at places on a canvas, in Double, lane by lane. Nothing is allocated if at most 128 values are needed at once.
package final class PlaceFormulaReader: Sendable {
  private let formula: PlaceFormula
  private let inputs: FormulaInputs
  private let pointsPerPixel: Double

  package init(_ formula: PlaceFormula, canvas: Canvas) {
    self.formula = formula
    pointsPerPixel = 1 / canvas.pixelsPerPoint
    inputs = FormulaInputs(canvas, at: AnimationClock(0), loopSeconds: nil, values: [])
  }

  /// - Parameters:
  ///   - x: pixels; likewise y and z.
  package func locations(x: Float8, y: Float8, z: Float8) -> Float8 {
    let program = formula.program
    let valueCount = program.valueCount
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: valueCount + 1 + formula.values.count) { memory in
      memory.initialize(repeating: 0)
      for (index, value) in formula.values.enumerated() { memory[valueCount + 1 + index] = value }
      var inputs = inputs
      var locations = Float8()
      for lane in 0..<8 {
        (inputs.x, inputs.y) = (Double(x[lane]) * pointsPerPixel, Double(y[lane]) * pointsPerPixel)
        memory[valueCount] = Double(z[lane]) * pointsPerPixel
        program.compute(
          inputs, given: UnsafePointer(memory.baseAddress.unsafelyUnwrapped) + valueCount, into: memory)
        locations[lane] = Float(memory[program.outputs[0]])
      }
      return locations
    }
  }
}
