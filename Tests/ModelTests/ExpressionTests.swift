import Model
import Testing

@Suite struct ExpressionTests {
  private func expression(_ instructions: [Expression.Instruction], seed: UInt64 = 0) throws -> Expression {
    var builder = Expression.Builder(seed: seed)
    for instruction in instructions { builder.push(instruction) }
    return try #require(builder.finished())
  }

  @Test("Random numbers are uniform and change with the seed") func randomIsUniformAndChangesWithTheSeed() throws {
    var sum = 0.0
    var bins = [Int](repeating: 0, count: 16)
    for index in 0..<16_000 {
      let value = Expression.randomUnit(Double(index), seed: 7)
      #expect(value >= 0 && value < 1)
      sum += value
      bins[Int(value * 16)] += 1
    }
    #expect(abs(sum / 16_000 - 0.5) < 0.01)
    #expect(bins.allSatisfy { abs($0 - 1_000) < 150 })
    #expect(Expression.randomUnit(1, seed: 1) != Expression.randomUnit(1, seed: 2))
    #expect(Expression.randomUnit(0.0, seed: 1) == Expression.randomUnit(-0.0, seed: 1))
  }

  @Test("Noise is smooth and within 0 ... 1") func noiseIsSmooth() {
    for step in 0..<1_000 {
      let x = Double(step) * 0.01 - 5
      let line = Expression.noise(x, 0, seed: 3, is2D: false)
      #expect(line >= 0 && line <= 1)
      #expect(abs(line - Expression.noise(x + 1e-6, 0, seed: 3, is2D: false)) < 1e-5)
      let plane = Expression.noise(x, x * 0.7, seed: 3, is2D: true)
      #expect(abs(plane - Expression.noise(x, x * 0.7 + 1e-6, seed: 3, is2D: true)) < 1e-5)
    }
  }

  /// Tries random programs of all functions for a value outside of the range that was calculated for it.
  @Test("The range of an expression contains all its values") func rangesContainAllValues() throws {
    var state: UInt64 = 42
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let functions = Expression.Function.allCases
    for _ in 0..<3_000 {
      var builder = Expression.Builder(seed: 5)
      for _ in 0..<12 {
        let function = functions[next(functions.count)]
        if next(2) == 0, builder.stackDepth >= function.argumentCount {
          builder.push(.call(function))
        } else {
          builder.push([.localTime, .canvasTime, .constant(Double(next(9)) - 4), .constant(0.5)][next(4)])
        }
      }
      while builder.stackDepth > 1 { builder.push(.call([.add, .multiply, .subtract][next(3)])) }
      let formula = try #require(builder.finished())
      let bounds = formula.valueRange(local: -2...3, canvas: 0...5)
      for step in 0...50 {
        let share = Double(step) / 50
        let value = formula.value(at: AnimationClock(local: -2 + 5 * share, canvas: 5 * share))
        let tolerance = 1e-9 * max(1, abs(value))
        let isInside = value >= bounds.lowerBound - tolerance && value <= bounds.upperBound + tolerance
        #expect(isInside, "\(formula.program) gives \(value), not in \(bounds)")
      }
    }
  }

  @Test("The range of a sine is tight") func theRangeOfASineIsTight() throws {
    let wave = try expression([
      .constant(100), .constant(50), .localTime, .call(.sin), .call(.multiply), .call(.add),
    ])
    let bounds = wave.valueRange(local: 0...10, canvas: 0...10)
    #expect(bounds.lowerBound > 49.9 && bounds.upperBound < 150.1)
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
