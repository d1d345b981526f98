/// One instruction of a field's formula for strips: rows of neighbouring pixels of which each number is a run of floats in memory.
struct FieldInstruction: Sendable {
  var code: Code
  /// Where its operands begin in memory.
  var operands: (Slot, Slot, Slot, Slot)
  /// Where its results begin.
  var results: (Int, Int, Int, Int)
  /// A number of the operation: the octaves of fractal noise, negated for three dimensions; the dimensions of other noise; the channel of
  /// `hash`.
  var parameter = 0

  /// A number in memory: the offset of its first float, and the floats from one block of eight pixels to the next, 0 for a number that is
  /// the same for all.
  struct Slot: Sendable {
    var offset = 0
    var stride = 0
  }

  enum Code: Sendable {
    case add, subtract, multiply, divide, negate, multiplyAdd
    case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual, choose
    case sineAndCosine, tangent, arcSine, arcCosine, arcTangent, exponential, logarithm, squareRoot, power
    case absolute, sign, floor, ceiling, round, fraction, remainder
    case minimum, maximum, clamp, mix, step, smoothStep
    case decodeSRGB, encodeSRGB
    case valueNoise, gradientNoise, fractalNoise, hash
    case cells, movingCells, cellBorders, movingCellBorders
    case ramp
  }
}
