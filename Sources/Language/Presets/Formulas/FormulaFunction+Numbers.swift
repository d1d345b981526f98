import JSON
import Model

extension FormulaFunction {
  /// The functions that all formulas have, applied to each part of a vector.
  static let numbers: [FormulaFunction] = [
    partByPart("sin", ["x"], "Sine of an angle in radians.") { $0[0].sine },
    partByPart("cos", ["x"], "Cosine of an angle in radians.") { $0[0].cosine },
    partByPart("tan", ["x"], .tangent, "Tangent of an angle in radians."),
    partByPart("asin", ["x"], .arcSine, "Angle in radians whose sine is x; 0 outside of −1 to 1."),
    partByPart("acos", ["x"], .arcCosine, "Angle in radians whose cosine is x; 0 outside of −1 to 1."),
    partByPart("atan2", ["y", "x"], .arcTangent, "Angle in radians of the point (x, y); 0 for (0, 0)."),
    partByPart("exp", ["x"], .exponential, "e to the power of x."),
    partByPart("log", ["x"], .logarithm, "Natural logarithm; 0 for numbers that are not positive."),
    partByPart("pow", ["x", "y"], .power, "x to the power of y, as x ^ y."),
    partByPart("sqrt", ["x"], .squareRoot, "Square root; 0 for negative numbers."),
    partByPart("abs", ["x"], .absolute, "x without its sign."),
    partByPart("sign", ["x"], .sign, "−1, 0 or 1."),
    partByPart("floor", ["x"], .floor, "The next whole number below or equal."),
    partByPart("ceil", ["x"], .ceiling, "The next whole number above or equal."),
    partByPart("round", ["x"], .round, "The nearest whole number, halves away from 0."),
    partByPart("fract", ["x"], .fraction, "x − floor(x)."),
    partByPart("mod", ["x", "y"], .remainder, "Remainder of x ÷ y, with the sign of y; 0 for y = 0."),
    pairwise("min", .minimum, "The smallest of 2 to 16 numbers."),
    pairwise("max", .maximum, "The largest of 2 to 16 numbers."),
    partByPart("clamp", ["x", "low", "high"], .clamp, "x, but at least low and at most high."),
    partByPart("mix", ["a", "b", "share"], .mix, "a + (b − a) · share."),
    partByPart("step", ["edge", "x"], .step, "0 below the edge, 1 from it on."),
    partByPart("smoothstep", ["from", "to", "x"], .smoothStep, "0 up to `from`, 1 beyond `to`, smooth between."),
  ]

  /// A function that is an operation on each part of its arguments.
  private static func partByPart(
    _ name: String, _ parameters: [String], _ operation: FormulaOperation, _ about: String
  ) -> FormulaFunction {
    partByPart(name, parameters, about) { $0[0].builder.call(operation, $0) }
  }

  /// A function that computes each part of its value from the same parts of its arguments.
  private static func partByPart(
    _ name: String, _ parameters: [String], _ about: String,
    compute: @escaping @Sendable ([FormulaValue]) -> FormulaValue
  ) -> FormulaFunction {
    FormulaFunction(name, .numbers, for: [.number, .pixels], parameters.map { .any($0) }, about) {
      call throws(SyntaxFailure) in
      guard let result = FormulaVector.combined(call.arguments, compute) else {
        throw call.failure(0, mismatchMessage(name, call.arguments))
      }
      return result
    }
  }

  /// A function of two or more arguments: f(a, b, c) is f(f(a, b), c), part by part.
  private static func pairwise(_ name: String, _ operation: FormulaOperation, _ about: String) -> FormulaFunction {
    FormulaFunction(name, .numbers, for: [.number, .pixels], [.any("a"), .any("b")], atMost: 16, about) {
      call throws(SyntaxFailure) in
      var result = call[0]
      for index in 1..<call.argumentCount {
        guard let combined = FormulaVector.combined(operation, [result, call[index]]) else {
          throw call.failure(index, mismatchMessage(name, [result, call[index]]))
        }
        result = combined
      }
      return result
    }
  }

  /// The message that vectors with different numbers of parts cannot be combined.
  static func mismatchMessage(_ name: String, _ operands: [FormulaVector]) -> String {
    let kinds = listed(operands.map(\.kind), conjunction: "and")
    return "\(name) acts part by part, so its vectors need the same number of parts: here are \(kinds)"
  }

  static let vectors: [FormulaFunction] = [
    vector(2), vector(3), vector(4),
    FormulaFunction("length", .vectors, [.vector("p")], "The length of a vector.") { FormulaVector($0[0].length) },
    FormulaFunction("distance", .vectors, [.vector("a"), .vector("b")], "The distance of two places.") {
      call throws(SyntaxFailure) in
      try requireSameKinds(call)
      return FormulaVector((call[0] - call[1]).length)
    },
    FormulaFunction(
      "dot", .vectors, [.vector("a"), .vector("b")],
      "The dot product: the sum of the products of parts."
    ) { call throws(SyntaxFailure) in
      try requireSameKinds(call)
      return FormulaVector(FormulaVector.dot(call[0], call[1]))
    },
    FormulaFunction(
      "cross", .vectors, [.position("a"), .position("b")],
      "The cross product of two vec3; of two vec2 the number a.x · b.y − a.y · b.x."
    ) { call throws(SyntaxFailure) in
      try requireSameKinds(call)
      let (a, b) = (call[0], call[1])
      if a.count == 2 { return FormulaVector(a.x * b.y - a.y * b.x) }
      return FormulaVector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    },
    FormulaFunction("normalize", .vectors, [.vector("p")], "The vector with a length of 1; 0 for a length of 0.") {
      call in
      // In formulas 1 / 0 is 0, so a vector with a length of 0 stays 0.
      call[0] * (1 / call[0].length)
    },
    FormulaFunction(
      "rotate", .vectors, [.vec2("p"), .number("angle")],
      "A place rotated about 0 by an angle in radians, clockwise."
    ) { call in
      let (sine, cosine) = (call[1].x.sine, call[1].x.cosine)
      let p = call[0]
      return FormulaVector(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine)
    },
    FormulaFunction("polar", .vectors, [.vec2("p")], "Distance from 0, and angle in radians, as a vec2.") { call in
      FormulaVector(call[0].length, call.builder.call(.arcTangent, call[0].y, call[0].x))
    },
    FormulaFunction(
      "repeat", .vectors, [.any("p"), .any("size")],
      "Divides the plane into squares of a size and repeats what lies around 0 in each: p relative to the middle of its square."
    ) { call throws(SyntaxFailure) in
      // p − size · floor(p ÷ size + 0.5)
      guard let placeInSquares = FormulaVector.combined(.divide, call.arguments),
        let squareIndex = FormulaVector.combined(.floor, [placeInSquares + FormulaVector(call.builder.constant(0.5))])
      else { throw call.failure(0, mismatchMessage("repeat", call.arguments)) }
      return call[0] - squareIndex * call[1]
    },
    FormulaFunction(
      "kaleidoscope", .vectors, [.vec2("p"), .number("sectors")],
      "The plane folded into a sector about 0, with a mirror at each side, as many times as there are sectors."
    ) { call in
      let builder = call.builder
      let p = call[0]
      let sector = (2 * Double.pi) / call[1].x
      let angle = builder.call(.arcTangent, p.y, p.x)
      // The angle from the middle of the sector: |mod(angle + sector ÷ 2, sector) − sector ÷ 2|
      let folded = builder.call(.absolute, builder.call(.remainder, angle + sector * 0.5, sector) - sector * 0.5)
      let length = p.length
      return FormulaVector(length * folded.cosine, length * folded.sine)
    },
  ]

  /// The function `vec2`, `vec3` or `vec4`: of one number, which is repeated, or of arguments with `count` parts in all.
  private static func vector(_ count: Int) -> FormulaFunction {
    let names = ["x", "y", "z", "w"].prefix(count)
    return FormulaFunction(
      "vec\(count)", .vectors, names.map { .any($0) }, required: 1,
      "A vector of \(count) numbers, or of shorter vectors with as many parts in all; a single number is repeated in each part."
    ) { call throws(SyntaxFailure) in
      let parts = call.arguments.flatMap(\.parts)
      if parts.count == count { return FormulaVector(parts: parts) }
      if parts.count == 1 { return FormulaVector(parts: Array(repeating: parts[0], count: count)) }
      throw call.failure(0, "vec\(count) takes \(count) numbers in all, not \(parts.count)")
    }
  }

  /// Throws if the first two arguments have different numbers of parts.
  private static func requireSameKinds(_ call: FormulaCall) throws(SyntaxFailure) {
    if call[0].count == call[1].count { return }
    throw call.failure(
      1, "this is a \(call[1].kind), and the first value a \(call[0].kind): both need the same number of parts")
  }
}
