/// One instruction of a field's formula. It works on strips: the values of one number at neighbouring pixels of a row, side by side in
/// memory.
struct FieldInstruction: Sendable {
  var code: Code
  /// The operands' positions in memory.
  var operands: (Slot, Slot, Slot, Slot)
  /// The offsets in memory at which the results begin. Operations with fewer results or operands do not use the last ones.
  var results: (Int, Int, Int, Int)
  /// The operation's constant: of `fractalNoise` the octaves, negated for three dimensions; of `valueNoise` and `gradientNoise` the
  /// dimensions; of `hash` the channel; else 0.
  var parameter = 0

  /// A number's position in memory: the offset of its first float, and the floats from one block of eight pixels to the next, which is 0
  /// for a number that is the same for all pixels of a row.
  struct Slot: Sendable {
    var offset = 0
    var stride = 0
  }

  /// What the instruction computes.
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
