import Model
import Shading
import TestSupport
import Testing

/// A processor without AVX2, and a system without executable memory, run the instructions of `FieldMachine` in both cases.
@Suite("Compiled formulas give the numbers of instructions on strips") struct CompiledFormulaTests {
  /// All but those of formulas of numbers.
  private static let operations = FormulaOperation.allCases.filter { operation in
    switch operation {
    case .exactNoise, .exactNoise2D, .exactRandom: false
    default: true
    }
  }

  /// The numbers that formulas begin with: places, and constants up to those whose products are infinite and whose differences are NaN.
  private func leaves(_ builder: FormulaBuilder) -> [FormulaValue] {
    let (x, y) = (builder.input(.x), builder.input(.y))
    let constants = [0, 1, -1, 0.5, 2, 3.7, -0.25, 1e-42, 1e-30, 3e38, -3e38, 1e9, 0.1, 12].map { builder.constant($0) }
    return [x, y, x * 0.01, y * 0.03 - 1, x - y, x * 0.05 + y * 0.07, builder.input(.localTime), builder.input(.width)]
      + constants
  }

  private func expectEqual(_ program: FormulaProgram, seed: UInt64, blocks: Int, _ comment: @autoclosure () -> String) {
    let (width, height) = [(320, 180), (1920, 1080), (64, 48)][Int(seed % 3)]
    let canvas = Canvas(
      widthPoints: Double(width), heightPoints: Double(height), widthPixels: width, heightPixels: height,
      duration: Rational(4), seed: 1, loops: false, blending: .linear)
    let moment = [0, 1.3, 2.6, 3.9][Int(seed % 4)]
    var inputs = FormulaInputs(canvas, at: AnimationClock(moment), loopSeconds: nil, values: [])
    inputs.seed = seed
    let (x, row) = (Float(8 * (seed % 13)) + 0.5, Int(seed % 61))
    func outputs(isCompiled: Bool) -> [[Float]] {
      FieldFrame.outputs(of: program, inputs, x: x, rows: row..<(row + 1), blocks: blocks, isCompiled: isCompiled)
    }
    let (compiled, interpreted) = (outputs(isCompiled: true), outputs(isCompiled: false))
    // No picture depends on the bits of a NaN.
    func bits(_ outputs: [[Float]]) -> [[UInt32]] { outputs.map { $0.map { $0.isNaN ? 0x7FC0_0000 : $0.bitPattern } } }
    #expect(bits(compiled) == bits(interpreted), "\(comment())")
  }

  @Test("each operation, of places and of numbers that are the same everywhere")
  func operations() {
    for operation in Self.operations {
      let count = operation.operandCount
      let builder = FormulaBuilder(for: .pixels)
      let leaves = leaves(builder)
      for shift in leaves.indices {
        let operands = (0..<count).map { leaves[(shift * (1 + 3 * $0) + 5 * $0) % leaves.count] }
        var results = builder.apply(operation, operands)
        // Operations on a number of the row and one of the column are computed for each pixel.
        results += builder.apply(operation, operands.map { $0 * builder.input(.x) + builder.input(.y) })
        expectEqual(builder.program(results), seed: UInt64(shift), blocks: 2, "\(operation) \(shift)")
      }
    }
  }

  @Test("random formulas of up to 400 operations and noises", arguments: 0..<4)
  func randomFormulas(part: UInt64) {
    for number in 0..<500 {
      var random = SeededRandom(state: 1000 * part + UInt64(number))
      let builder = FormulaBuilder(for: .pixels)
      var values = leaves(builder)
      for _ in 0..<Int.random(in: 1...(number % 10 == 0 ? 400 : 60), using: &random) {
        /// Any value, but mostly one of the last.
        func operand() -> FormulaValue {
          let count = Bool.random(using: &random) ? min(6, values.count) : values.count
          return values[values.count - 1 - Int.random(in: 0..<count, using: &random)]
        }
        if Int.random(in: 0..<12, using: &random) == 0 {
          let noises: [FormulaNoise] = [
            .value(dimensions: 2), .gradient(dimensions: 3), .fractal(dimensions: 2, octaves: 2), .hash(channel: 1),
            .cells(pointsMove: true),
          ]
          let period = builder.constant(0)
          values += builder.noise(
            noises.randomElement(using: &random)!, [operand(), operand(), operand(), period])
        } else {
          let operation = Self.operations.randomElement(using: &random)!
          values += builder.apply(operation, (0..<operation.operandCount).map { _ in operand() })
        }
      }
      let outputs = (0..<4).map { values[values.count - 1 - min($0, values.count - 1)] }
      let blocks = [1, 5, 32][number % 3]
      expectEqual(builder.program(outputs), seed: 1000 * part + UInt64(number), blocks: blocks, "\(part) \(number)")
    }
  }

  @Test("formulas of noises alone, and such as need more memory than stacks have, are run on strips")
  func notCompiled() {
    let noises = FormulaBuilder(for: .pixels)
    let (x, y) = (noises.input(.x) * 0.05, noises.input(.y) * 0.07)
    var values = noises.noise(.gradient(dimensions: 2), [x, y, noises.constant(0)])
    for _ in 0..<9 {
      values += noises.noise(.value(dimensions: 2), [values[values.count - 1], x, noises.constant(0)])
    }
    expectEqual(noises.program([values[9], values[3], values[0]]), seed: 3, blocks: 32, "noises")
    let many = FormulaBuilder(for: .pixels)
    let place = many.input(.x) * many.input(.y)
    let terms = (0..<1_200).map { (place + Double($0)).sine }
    // Each term is needed once more, the first of them last.
    let sum = terms.dropFirst().reduce(terms[0]) { $0 + $1 }
    expectEqual(many.program([terms.reversed().reduce(sum) { $0 * 0.5 + $1 }]), seed: 4, blocks: 3, "many terms")
  }
}
