import Model
import Testing

@Suite struct ExpressionTests {
  @Test("Random numbers are uniform and change with the seed") func randomIsUniformAndChangesWithTheSeed() throws {
    var sum = 0.0
    var bins = [Int](repeating: 0, count: 16)
    for index in 0..<16_000 {
      let value = ExactNoise.uniform(Double(index), seed: 7)
      #expect(value >= 0 && value < 1)
      sum += value
      bins[Int(value * 16)] += 1
    }
    #expect(abs(sum / 16_000 - 0.5) < 0.01)
    #expect(bins.allSatisfy { abs($0 - 1_000) < 150 })
    #expect(ExactNoise.uniform(1, seed: 1) != ExactNoise.uniform(1, seed: 2))
    #expect(ExactNoise.uniform(0.0, seed: 1) == ExactNoise.uniform(-0.0, seed: 1))
  }

  @Test("Noise is smooth and within 0 ... 1") func noiseIsSmooth() {
    for step in 0..<1_000 {
      let x = Double(step) * 0.01 - 5
      let line = ExactNoise.smooth(x, 0, dimensions: 1, seed: 3)
      #expect(line >= 0 && line <= 1)
      #expect(abs(line - ExactNoise.smooth(x + 1e-6, 0, dimensions: 1, seed: 3)) < 1e-5)
      let plane = ExactNoise.smooth(x, x * 0.7, dimensions: 2, seed: 3)
      #expect(abs(plane - ExactNoise.smooth(x, x * 0.7 + 1e-6, dimensions: 2, seed: 3)) < 1e-5)
    }
  }

  /// Tries random programs of all functions for a value outside of the range that was calculated for it.
  @Test("The range of an expression contains all its values") func rangesContainAllValues() throws {
    var state: UInt64 = 42
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let operations: [(operation: FormulaOperation, operandCount: Int)] =
      [
        .negate, .sineAndCosine, .tangent, .arcSine, .arcCosine, .exponential, .logarithm, .squareRoot, .absolute,
        .sign,
        .floor, .ceiling, .round, .fraction, .exactNoise, .exactRandom, .decodeSRGB, .encodeSRGB,
      ].map { ($0, 1) }
      + [
        .add, .subtract, .multiply, .divide, .power, .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual,
        .arcTangent, .remainder, .minimum, .maximum, .step, .exactNoise2D,
      ].map { ($0, 2) } + [.choose, .clamp, .mix, .smoothStep, .multiplyAdd].map { ($0, 3) }
    for _ in 0..<3_000 {
      let builder = FormulaBuilder(for: .number(seed: 5))
      var stack: [FormulaValue] = []
      func apply(_ operation: FormulaOperation, _ operandCount: Int) {
        let results = builder.apply(operation, Array(stack.suffix(operandCount)))
        stack.removeLast(operandCount)
        stack.append(results[next(results.count)])
      }
      for _ in 0..<12 {
        let (operation, operandCount) = operations[next(operations.count)]
        if next(2) == 0, stack.count >= operandCount {
          apply(operation, operandCount)
        } else {
          stack.append(
            [
              builder.input(.localTime), builder.input(.canvasTime), builder.constant(Double(next(9)) - 4),
              builder.constant(0.5),
            ][next(4)])
        }
      }
      while stack.count > 1 { apply([.add, .multiply, .subtract][next(3)], 2) }
      let formula = try #require(Expression(stack[0]))
      // Values that share places are those that have a place each.
      let program = builder.program([stack[0]])
      var inputs = FormulaInputs(Canvas(), at: AnimationClock(local: -0.3, canvas: 1.7), loopSeconds: nil, values: [])
      inputs.seed = 5
      let apart = program.values(inputs) { _ in .zero }[program.outputs[0]]
      #expect(formula.value(at: AnimationClock(local: -0.3, canvas: 1.7)) == apart)
      let bounds = formula.valueRange(local: -2...3, canvas: 0...5)
      for step in 0...50 {
        let share = Double(step) / 50
        let value = formula.value(at: AnimationClock(local: -2 + 5 * share, canvas: 5 * share))
        let tolerance = 1e-9 * max(1, abs(value))
        let isInside = value >= bounds.lowerBound - tolerance && value <= bounds.upperBound + tolerance
        #expect(isInside, "\(formula.program.nodes) gives \(value), not in \(bounds)")
      }
    }
  }

  @Test("A sum of many terms needs memory for a few values") func valuesSharePlaces() throws {
    let builder = FormulaBuilder(for: .number(seed: 0))
    let time = builder.input(.canvasTime)
    let sum = (0..<200).reduce(builder.constant(0)) { sum, term in
      sum + (time - Double(term) * 0.37).sine * (Double(term) + 0.5)
    }
    #expect(try #require(Expression(sum)).program.valueCount < 12)
  }

  @Test("The range of a sine is tight") func theRangeOfASineIsTight() throws {
    let builder = FormulaBuilder(for: .number(seed: 0))
    let wave = try #require(Expression(builder.input(.localTime).sine * 50 + 100))
    let bounds = wave.valueRange(local: 0...10, canvas: 0...10)
    #expect(bounds.lowerBound > 49.9 && bounds.upperBound < 150.1)
  }

  @Test("A formula of a number is rounded as it is written, however its program is simplified")
  func numbersAreRoundedAsWritten() throws {
    let builder = FormulaBuilder(for: .number(seed: 0))
    let t = builder.input(.localTime)
    let written: [(FormulaValue, (Double) -> Double)] = [
      (t / 49, { $0 / 49 }), (builder.call(.power, t, builder.constant(7)), { $0 * $0 * $0 * $0 * $0 * $0 * $0 }),
      (t * 0.3 + 0.1, { 0.1 + 0.3 * $0 }), (t * t + t / 7, { $0 * $0 + $0 / 7 }),
      // A product that overflows is 0.
      (t * 1e200 * 1e200 + 5, { _ in 5 }),
    ]
    for (value, expected) in written {
      let formula = try #require(Expression(value))
      for step in 1...200 {
        let seconds = Double(step) * 0.173
        #expect(formula.value(at: AnimationClock(seconds)) == expected(seconds))
      }
    }
    // The same formula for pixels is simplified.
    let pixels = FormulaBuilder(for: .pixels)
    let quotient = pixels.program([pixels.input(.x) / 49])
    #expect(!quotient.nodes.contains { $0.source == .operation(.divide) })
  }

  @Test("Path hashes depend on names and their order alone") func pathHashesDependOnNamesAlone() {
    let root = PathHash.root
    #expect(PathHash.child(of: root, named: "a") != PathHash.child(of: root, named: "b"))
    let left = PathHash.child(of: PathHash.child(of: root, named: "a"), named: "bc")
    let right = PathHash.child(of: PathHash.child(of: root, named: "ab"), named: "c")
    #expect(left != right)
    #expect(PathHash.child(of: root, at: 0) != PathHash.child(of: root, at: 1))
  }
}
