/// An operation of formulas, which computes one or two numbers from at most three operands. Parsers emit operations, programs hold
/// them, and they are run as they are: in Double (`value`), on intervals (`interval`), and for pixels on eight lanes (`FieldMachine`).
///
/// The three are told apart because they round differently: Double is what numbers of a preset are computed in, and pixels have no use
/// for more than Float. All of them give 0 where a function is not defined.
///
/// The cases have no associated values, so that a machine chooses what to do by one jump.
package enum FormulaOperation: Sendable, CaseIterable {
  case add, subtract, multiply, divide, negate
  /// a · b + c, each rounded by itself.
  case multiplyAdd
  /// 1 where it holds, otherwise 0.
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
  /// The second operand where the first is not 0, otherwise the third.
  case choose
  /// Sine and cosine of radians, two results.
  case sineAndCosine
  /// Trigonometric functions of radians; the arc tangent takes y and x.
  case tangent, arcSine, arcCosine, arcTangent
  case exponential, logarithm, squareRoot, power
  case absolute, sign, floor, ceiling, round, fraction, remainder
  case minimum, maximum, clamp, mix, step, smoothStep
  /// Linear light of an sRGB-encoded value, and the reverse; operands are clamped to 0...1.
  case decodeSRGB, encodeSRGB
  /// The noise and the random numbers of formulas of numbers (`ExactNoise`), of one coordinate, of two, and of a number. Formulas for
  /// pixels have a `FormulaNoise` instead.
  case exactNoise, exactNoise2D, exactRandom

  /// How many results the operation has.
  var resultCount: Int { if case .sineAndCosine = self { 2 } else { 1 } }

  /// How many operands the operation takes.
  package var operandCount: Int {
    switch self {
    case .negate, .sineAndCosine, .tangent, .arcSine, .arcCosine, .exponential, .logarithm, .squareRoot, .absolute,
      .sign, .floor, .ceiling, .round, .fraction, .decodeSRGB, .encodeSRGB, .exactNoise, .exactRandom:
      1
    case .multiplyAdd, .choose, .clamp, .mix, .smoothStep: 3
    default: 2
    }
  }

  /// The number of additions that take as long as the operation does at a pixel. Ten additions take a nanosecond on the machine
  /// that the article Speed names.
  var additions: Double {
    switch self {
    case .multiplyAdd: 1.5
    case .divide, .clamp, .mix: 2
    case .squareRoot: 3
    case .round, .remainder: 4
    case .exponential, .logarithm: 5
    case .sineAndCosine, .smoothStep, .decodeSRGB, .encodeSRGB: 6
    case .tangent, .arcSine, .arcCosine, .arcTangent: 8
    case .power: 16
    default: 1
    }
  }
}
