import JSON
import Model

extension FieldFunction {
  /// The functions that fields share with other formulas, applied to each part of a vector. `noise` and `random` are left out,
  /// because fields have their own.
  static let numbers: [FieldFunction] = FormulaFunction.all.compactMap { function in
    guard let operation = Expression.Function(rawValue: function.name), !["noise", "random"].contains(function.name)
    else { return nil }
    // Only min and max take more than three arguments: min(a, b, c) is min(min(a, b), c).
    let isPairwise = function.argumentCounts.upperBound > 3
    let parameterNames =
      isPairwise
      ? (1...function.argumentCounts.upperBound).map { "a\($0)" }
      : function.argumentsText.split(separator: ",").map {
        String($0.drop { $0 == " " })
      }
    return FieldFunction(
      function.name, .numbers, parameterNames.map { .any($0) }, required: function.argumentCounts.lowerBound,
      function.about
    ) { call throws(SyntaxFailure) in
      if isPairwise {
        var result = call[0]
        for index in 1..<call.argumentCount {
          guard let combined = FieldVector.combined(operation, [result, call[index]]) else {
            throw call.failure(index, mismatchMessage(function.name, [result, call[index]]))
          }
          result = combined
        }
        return result
      }
      guard let result = FieldVector.combined(operation, call.arguments) else {
        throw call.failure(0, mismatchMessage(function.name, call.arguments))
      }
      return result
    }
  }

  /// The message that vectors with different numbers of parts cannot be combined.
  static func mismatchMessage(_ name: String, _ operands: [FieldVector]) -> String {
    let kinds = listed(operands.map(\.kind), conjunction: "and")
    return "\(name) acts part by part, so its vectors need the same number of parts: here are \(kinds)"
  }

  static let vectors: [FieldFunction] = [
    vector(2), vector(3), vector(4),
    FieldFunction("length", .vectors, [.vector("p")], "The length of a vector.") { FieldVector($0[0].length) },
    FieldFunction("distance", .vectors, [.vector("a"), .vector("b")], "The distance of two places.") {
      call throws(SyntaxFailure) in
      try requireSameKinds(call)
      return FieldVector((call[0] - call[1]).length)
    },
    FieldFunction(
      "dot", .vectors, [.vector("a"), .vector("b")],
      "The dot product: the sum of the products of parts."
    ) { call throws(SyntaxFailure) in
      try requireSameKinds(call)
      return FieldVector(FieldVector.dot(call[0], call[1]))
    },
    FieldFunction(
      "cross", .vectors, [.position("a"), .position("b")],
      "The cross product of two vec3; of two vec2 the number a.x · b.y − a.y · b.x."
    ) { call throws(SyntaxFailure) in
      try requireSameKinds(call)
      let (a, b) = (call[0], call[1])
      if a.count == 2 { return FieldVector(a.x * b.y - a.y * b.x) }
      return FieldVector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    },
    FieldFunction("normalize", .vectors, [.vector("p")], "The vector with a length of 1; 0 for a length of 0.") {
      call in
      // In formulas 1 / 0 is 0, so a vector with a length of 0 stays 0.
      call[0] * (1 / call[0].length)
    },
    FieldFunction(
      "rotate", .vectors, [.vec2("p"), .number("angle")],
      "A place rotated about 0 by an angle in radians, clockwise."
    ) { call in
      let (sine, cosine) = (call.builder.call(.sin, call[1].x), call.builder.call(.cos, call[1].x))
      let p = call[0]
      return FieldVector(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine)
    },
    FieldFunction("polar", .vectors, [.vec2("p")], "Distance from 0, and angle in radians, as a vec2.") { call in
      FieldVector(call[0].length, call.builder.call(.atan2, call[0].y, call[0].x))
    },
    FieldFunction(
      "repeat", .vectors, [.any("p"), .any("size")],
      "Divides the plane into squares of a size and repeats what lies around 0 in each: p relative to the middle of its square."
    ) { call throws(SyntaxFailure) in
      // p − size · floor(p ÷ size + 0.5)
      guard let placeInSquares = FieldVector.combined(.divide, call.arguments),
        let squareIndex = FieldVector.combined(.floor, [placeInSquares + FieldVector(call.builder.constant(0.5))])
      else { throw call.failure(0, mismatchMessage("repeat", call.arguments)) }
      return call[0] - squareIndex * call[1]
    },
    FieldFunction(
      "kaleidoscope", .vectors, [.vec2("p"), .number("sectors")],
      "The plane folded into a sector about 0, with a mirror at each side, as many times as there are sectors."
    ) { call in
      let builder = call.builder
      let p = call[0]
      let sector = (2 * Double.pi) / call[1].x
      let angle = builder.call(.atan2, p.y, p.x)
      // The angle from the middle of the sector: |mod(angle + sector ÷ 2, sector) − sector ÷ 2|
      let folded = builder.call(.abs, builder.call(.mod, angle + sector * 0.5, sector) - sector * 0.5)
      let length = p.length
      return FieldVector(length * builder.call(.cos, folded), length * builder.call(.sin, folded))
    },
  ]

  /// The function `vec2`, `vec3` or `vec4`: of one number, which is repeated, or of arguments with `count` parts in all.
  private static func vector(_ count: Int) -> FieldFunction {
    let names = ["x", "y", "z", "w"].prefix(count)
    return FieldFunction(
      "vec\(count)", .vectors, names.map { .any($0) }, required: 1,
      "A vector of \(count) numbers, or of shorter vectors with as many parts in all; a single number is repeated in each part."
    ) { call throws(SyntaxFailure) in
      let parts = call.arguments.flatMap(\.parts)
      if parts.count == count { return FieldVector(parts: parts) }
      if parts.count == 1 { return FieldVector(parts: Array(repeating: parts[0], count: count)) }
      throw call.failure(0, "vec\(count) takes \(count) numbers in all, not \(parts.count)")
    }
  }

  /// Throws if the first two arguments have different numbers of parts.
  private static func requireSameKinds(_ call: FieldCall) throws(SyntaxFailure) {
    if call[0].count == call[1].count { return }
    throw call.failure(
      1, "this is a \(call[1].kind), and the first value a \(call[0].kind): both need the same number of parts")
  }
}
