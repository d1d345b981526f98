import Lanes
import Model
import Testing

@Suite struct FormulaNoiseTests {
  /// Noises, and how many of their operands may differ from place to place.
  private static let noises: [(FormulaNoise, Int)] = [
    (.value(dimensions: 1), 1), (.value(dimensions: 2), 2), (.value(dimensions: 3), 3), (.gradient(dimensions: 2), 2),
    (.gradient(dimensions: 3), 3), (.fractal(dimensions: 2, octaves: 4), 2), (.fractal(dimensions: 3, octaves: 3), 3),
    (.hash(channel: 1), 3), (.cells(pointsMove: false), 3), (.cells(pointsMove: true), 4),
    (.cellBorders(pointsMove: false), 3), (.cellBorders(pointsMove: true), 4),
  ]

  /// Four operands of 32 blocks at offsets 0, 256, …, then two results.
  private static let operandFloats = 256

  private func run(
    _ noise: FormulaNoise, strides: [Int], blocks: Range<Int>, results: (Int, Int), _ memory: inout [Float]
  ) {
    var instruction = StripInstruction(.noise(noise))
    func slot(_ index: Int) -> StripInstruction.Slot {
      .init(offset: Self.operandFloats * index + strides[index] * blocks.lowerBound, stride: strides[index])
    }
    instruction.operands = (slot(0), slot(1), slot(2), slot(3))
    instruction.results = (results.0 + 8 * blocks.lowerBound, results.1 + 8 * blocks.lowerBound, 0, 0)
    memory.withUnsafeMutableBufferPointer {
      guard let base = $0.baseAddress else { return }
      noise.run(instruction, base: base, blocks: blocks.count, seed: 5)
    }
  }

  @Test("A noise of a strip is that of its blocks, also where it overwrites an operand", arguments: noises)
  func stripsAreTheirBlocks(_ noise: FormulaNoise, variedOperands: Int) {
    for trial in 0..<200 {
      let blocks = 1 + trial % 32
      // Each operand moves at its own pace, or is the same everywhere, as periods must be.
      let isUniform = (0..<4).map { (trial >> $0) & 1 == 1 || $0 >= variedOperands }
      var memory = [Float](repeating: 0, count: Self.operandFloats * 6)
      for operand in 0..<4 {
        let step = Float([0.001, 0.01, 0.07, 0.5][(trial + operand) % 4])
        for place in 0..<Self.operandFloats {
          memory[operand * Self.operandFloats + place] =
            isUniform[operand] ? Float(trial % 5) * 0.8 : step * Float(place) + Float(trial)
        }
      }
      let strides = isUniform.map { $0 ? 0 : 8 }
      let results = (4 * Self.operandFloats, 5 * Self.operandFloats)
      var expected = memory
      for block in 0..<blocks {
        run(noise, strides: strides, blocks: block..<(block + 1), results: results, &expected)
      }
      var strip = memory
      run(noise, strides: strides, blocks: 0..<blocks, results: results, &strip)
      #expect(strip == expected)
      for operand in 0..<4 where !isUniform[operand] {
        var overwritten = memory
        run(
          noise, strides: strides, blocks: 0..<blocks, results: (operand * Self.operandFloats, results.1), &overwritten)
        let result = overwritten[(operand * Self.operandFloats)...].prefix(8 * blocks)
        #expect(result.elementsEqual(expected[results.0...].prefix(8 * blocks)))
      }
    }
  }
}
