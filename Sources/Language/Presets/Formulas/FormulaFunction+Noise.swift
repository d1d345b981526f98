import JSON
import Lanes
import Model

extension FormulaFunction {
  static let noises: [FormulaFunction] = [
    FormulaFunction(
      "noise", .noise, for: [.number], [.number("x"), .number("y")], required: 1,
      "Smooth noise, 0 to 1, that changes over about one unit of x and y; it follows from the seed."
    ) { call in
      FormulaVector(call.builder.call(call.argumentCount == 1 ? .exactNoise : .exactNoise2D, call.arguments.map(\.x)))
    },
    FormulaFunction(
      "random", .noise, for: [.number], [.number("x")],
      "A random number, 0 ≤ r < 1, that belongs to x; it follows from the seed."
    ) { call in FormulaVector(call.builder.call(.exactRandom, call[0].x)) },
    FormulaFunction(
      "noise", .noise, [.any("p"), .any("y")], required: 1,
      "Smooth value noise, 0 to 1, of a number, of x and y, or of a vec2 or vec3; its bumps lie about 1 apart. After a vec2 or vec3, a second number is the period of the last part, for loops."
    ) { call throws(SyntaxFailure) in
      guard call[0].count <= 3 else { throw call.failure(0, "noise takes a number, a vec2 or a vec3, not a vec4") }
      if call.argumentCount == 2, call[1].count > 1 {
        throw call.failure(1, "the second value is a number, not a \(call[1].kind)")
      }
      if call.argumentCount == 2, call[0].count == 1 {
        let noPeriod = call.builder.constant(0)
        return FormulaVector(call.builder.noise(.value(dimensions: 2), [call[0].x, call[1].x, noPeriod])[0])
      }
      let period = try period(call, at: 1)
      return FormulaVector(call.builder.noise(.value(dimensions: call[0].count), call[0].parts + [period])[0])
    },
    FormulaFunction(
      "perlin", .noise, [.position("p"), .uniformNumber("period")], required: 1,
      "Gradient noise, −1 to 1 about 0: rounder than noise. With a period the last part repeats after that many units: `perlin(vec3(4 * p, 3 * loop), 3)` loops."
    ) { call throws(SyntaxFailure) in
      let period = try period(call, at: 1)
      return FormulaVector(call.builder.noise(.gradient(dimensions: call[0].count), call[0].parts + [period])[0])
    },
    FormulaFunction(
      "fbm", .noise, [.position("p"), .whole("octaves", 1...FractalNoise.maximumOctaves), .uniformNumber("period")],
      required: 1,
      "Fractal noise, about 0 to 1: octaves of perlin, 5 unless given, each half as large and half as strong as the one before. A period repeats the last part of a vec3."
    ) { call throws(SyntaxFailure) in
      if call.argumentCount > 2, call[0].count == 2 {
        throw call.failure(2, "only a vec3 has a period, in its last part")
      }
      let noise = FormulaNoise.fractal(dimensions: call[0].count, octaves: call.whole(1, or: 5))
      let period = try period(call, at: 2)
      return FormulaVector(call.builder.noise(noise, call[0].parts + [period])[0])
    },
    FormulaFunction(
      "voronoi", .noise, [.vec2("p"), .number("jitter"), .number("turns")], required: 1,
      "Cells around random points, one in each unit square: a vec3 of the distance to the nearest point, the distance to the cell's border, and a random number of the cell. Jitter, 0 to 1, says how irregular the cells are. Turns moves the points around circles: 1 is once around."
    ) { call in
      let jitter = call.number(1, or: 0.9)
      let pointsMove = call.argumentCount > 2
      let operands = call[0].parts + [jitter] + (pointsMove ? [call[2].x] : [])
      // `.cells` gives the distance to the nearest point and the cell's random number.
      let cells = call.builder.noise(.cells(pointsMove: pointsMove), operands)
      let border = call.builder.noise(.cellBorders(pointsMove: pointsMove), operands)[0]
      return FormulaVector(cells[0], border, cells[1])
    },
    FormulaFunction("random", .noise, [.number("x")], "A random number, 0 ≤ r < 1, that belongs to x.") {
      call throws(SyntaxFailure) in try hash(call, count: 1)
    },
    FormulaFunction("hash", .noise, [.any("p")], "A random number, 0 ≤ r < 1, that belongs to a place.") {
      call throws(SyntaxFailure) in try hash(call, count: 1)
    },
    FormulaFunction("hash2", .noise, [.any("p")], "Two random numbers that belong to a place, as a vec2.") {
      call throws(SyntaxFailure) in try hash(call, count: 2)
    },
    FormulaFunction("hash3", .noise, [.any("p")], "Three random numbers that belong to a place, as a vec3.") {
      call throws(SyntaxFailure) in try hash(call, count: 3)
    },
    FormulaFunction(
      "coarse", .noise, [.any("x"), .whole("points", 2...8)], required: 1,
      "x where it changes smoothly, computed at every fourth point each way, or as many as given, and interpolated between: much cheaper for noise, clouds and other soft things, wrong for edges."
    ) { call in
      FormulaVector(parts: call[0].parts.map { call.builder.coarse($0, spacing: call.whole(1, or: 4)) })
    },
  ]

  /// The period of a noise's last coordinate: the argument at an index. Without that argument 0, which stands for no period.
  private static func period(_ call: FormulaCall, at index: Int) throws(SyntaxFailure) -> FormulaValue {
    guard index < call.argumentCount else { return call.builder.constant(0) }
    guard call[index].isSameForAllPixels else {
      throw call.failure(index, "a period is the same for all pixels: it cannot depend on the place")
    }
    if let constant = call[index].x.constant, constant < 1 || constant != constant.rounded() {
      throw call.failure(index, "a period is a whole number from 1 on, not \(plain(constant))")
    }
    return call[index].x
  }

  /// A vector of `count` random numbers that belong to the first argument's x, y and z; a part that the argument lacks counts as
  /// 0.
  private static func hash(_ call: FormulaCall, count: Int) throws(SyntaxFailure) -> FormulaVector {
    guard call[0].parts.count <= 3 else { throw call.failure(0, "a place has at most three parts, x, y and z") }
    let zero = call.builder.constant(0)
    let place = Array((call[0].parts + [zero, zero]).prefix(3))
    return FormulaVector(parts: (0..<count).map { call.builder.noise(.hash(channel: $0), place)[0] })
  }
}
