import Model

// Each operation as the instructions that give the very bits of `FieldMachine`'s function, of which this is the translation: the operations
// of Lanes one by one, in their order. Tests compare the two.

extension FormulaOperation {
  /// Whether the compiler knows the operation. The others are run on strips, as are noises and the ramp.
  var isCompiled: Bool {
    switch self {
    case .tangent, .arcSine, .arcCosine, .logarithm, .power, .exactNoise, .exactNoise2D, .exactRandom: false
    default: true
    }
  }
}

extension StripCompiler {
  /// Writes the instructions of a node.
  mutating func emit(_ node: FormulaProgram.Node) {
    guard case .operation(let operation) = node.source else { preconditionFailure("Only operations are compiled.") }
    let (a, b, c) = (Int(node.operands.x), Int(node.operands.y), Int(node.operands.z))
    let result = node.firstValue
    switch operation {
    case .add: finish(result, in: commutative(.add, a, b))
    case .subtract: finish(result, in: compute(.subtract, register(of: a), operand(b)))
    case .multiply: finish(result, in: commutative(.multiply, a, b))
    case .divide: finish(result, in: quotient(a, b))
    case .negate: finish(result, in: compute(.subtract, zero(), operand(a)))
    case .multiplyAdd:
      let product = commutative(.multiply, a, b)
      finish(result, in: compute(.add, product, operand(c), to: product))
    case .less: finish(result, in: flag(.less, a, b))
    case .lessOrEqual: finish(result, in: flag(.lessOrEqual, a, b))
    case .greater: finish(result, in: flag(.greater, a, b))
    case .greaterOrEqual: finish(result, in: flag(.greaterOrEqual, a, b))
    case .equal: finish(result, in: flag(.equal, a, b))
    case .notEqual: finish(result, in: flag(.notEqual, a, b))
    case .choose:
      let mask = compare(.notEqual, register(of: a), .float(0))
      let no = register(of: c)
      finish(result, in: select(mask, pinned(b), no, to: mask))
    case .sineAndCosine: sineAndCosine(a, result)
    case .exponential: finish(result, in: exponential(register(of: a)))
    case .squareRoot:
      let root = compute(.maximum, register(of: a), .float(0))
      assembler.squareRoot(.register(root), to: root)
      finish(result, in: root)
    case .absolute: finish(result, in: compute(.and, register(of: a), .constant(0x7FFF_FFFF)))
    case .sign:
      let positive = flag(.greater, register(of: a), .float(0))
      let negative = flag(.less, register(of: a), .float(0))
      finish(result, in: compute(.subtract, positive, .register(negative), to: positive))
    case .floor: finish(result, in: floor(operand(a)))
    case .ceiling:
      let negated = compute(.subtract, zero(), operand(a))
      assembler.floor(.register(negated), to: negated)
      finish(result, in: compute(.subtract, zero(), .register(negated), to: negated))
    case .round: finish(result, in: roundedAwayFromZero(register(of: a)))
    case .fraction:
      let whole = floor(operand(a))
      finish(result, in: compute(.subtract, register(of: a), .register(whole), to: whole))
    case .remainder: finish(result, in: remainder(register(of: a), register(of: b)))
    case .minimum: finish(result, in: compute(.minimum, register(of: a), operand(b)))
    case .maximum: finish(result, in: compute(.maximum, register(of: a), operand(b)))
    case .clamp: finish(result, in: clamped(a, b, c))
    case .mix:
      let difference = compute(.subtract, register(of: b), operand(a))
      assembler.compute(.multiply, difference, operand(c), to: difference)
      finish(result, in: compute(.add, difference, operand(a), to: difference))
    case .step: finish(result, in: step(at: a, register(of: b)))
    case .smoothStep: finish(result, in: smoothStep(a, b, register(of: c)))
    case .arcTangent: finish(result, in: arcTangent(y: register(of: a), x: register(of: b)))
    case .decodeSRGB: finish(result, in: decodedSRGB(register(of: a)))
    case .encodeSRGB: finish(result, in: encodedSRGB(register(of: a)))
    case .tangent, .arcSine, .arcCosine, .logarithm, .power, .exactNoise, .exactNoise2D, .exactRandom:
      preconditionFailure("The operation is run on strips.")
    }
  }

  // MARK: Single instructions

  /// first · second, in `target` or in a new register.
  mutating func compute(
    _ operation: VectorAssembler.Operation, _ first: Register, _ second: Operand, to target: Register? = nil
  ) -> Register {
    let result = target ?? newRegister()
    assembler.compute(operation, first, second, to: result)
    return result
  }

  /// A sum or a product: whichever operand lies in a register comes first.
  private mutating func commutative(_ operation: VectorAssembler.Operation, _ a: Int, _ b: Int) -> Register {
    if case .register = operand(a) { return compute(operation, register(of: a), pinned(b)) }
    if case .register = operand(b) { return compute(operation, register(of: b), pinned(a)) }
    return compute(operation, register(of: a), pinned(b))
  }

  /// Where a number lies. If that is a register, the number stays in it.
  private mutating func pinned(_ value: Int) -> Operand {
    if case .register = operand(value) { return .register(register(of: value)) }
    return operand(value)
  }

  mutating func compare(
    _ comparison: VectorAssembler.Comparison, _ first: Register, _ second: Operand
  ) -> Register {
    let result = newRegister()
    assembler.compare(comparison, first, second, to: result)
    return result
  }

  mutating func select(
    _ mask: Register, _ yes: Operand, _ no: Register, to target: Register
  ) -> Register {
    assembler.select(mask, yes, no, to: target)
    return target
  }

  private mutating func floor(_ operand: Operand) -> Register {
    let result = newRegister()
    assembler.floor(operand, to: result)
    return result
  }

  private mutating func zero() -> Register {
    let result = newRegister()
    assembler.compute(.xor, result, .register(result), to: result)
    return result
  }

  // MARK: Functions

  /// 1 where the comparison holds, otherwise 0.
  private mutating func flag(_ comparison: VectorAssembler.Comparison, _ first: Register, _ second: Operand) -> Register
  {
    let mask = compare(comparison, first, second)
    return compute(.and, mask, .float(1), to: mask)
  }

  private mutating func flag(_ comparison: VectorAssembler.Comparison, _ a: Int, _ b: Int) -> Register {
    flag(comparison, register(of: a), pinned(b))
  }

  private mutating func quotient(_ a: Int, _ b: Int) -> Register {
    let divisor = register(of: b)
    let result = compute(.divide, register(of: a), .register(divisor))
    let isZero = compare(.equal, divisor, .float(0))
    return compute(.andNot, isZero, .register(result), to: result)
  }

  private mutating func roundedAwayFromZero(_ x: Register) -> Register {
    let magnitude = compute(.and, x, .constant(0x7FFF_FFFF))
    let whole = floor(.register(magnitude))
    let rest = compute(.subtract, magnitude, .register(whole), to: magnitude)
    assembler.compare(.greaterOrEqual, rest, .float(0.5), to: rest)
    let next = compute(.add, whole, .float(1))
    let rounded = select(rest, .register(next), whole, to: whole)
    let negated = compute(.subtract, zero(), .register(rounded))
    let isNegative = compare(.less, x, .float(0))
    return select(isNegative, .register(negated), rounded, to: rounded)
  }

  private mutating func remainder(_ a: Register, _ b: Register) -> Register {
    let quotient = compute(.divide, a, .register(b))
    let rest = floor(.register(quotient))
    assembler.compute(.multiply, b, .register(rest), to: rest)
    assembler.compute(.subtract, a, .register(rest), to: rest)
    let positive = compute(.maximum, rest, .float(0))
    assembler.compute(.minimum, positive, .register(b), to: positive)
    assembler.compute(.minimum, rest, .float(0), to: rest)
    assembler.compute(.maximum, rest, .register(b), to: rest)
    let isPositive = compare(.greater, b, .float(0))
    let bounded = select(isPositive, .register(positive), rest, to: rest)
    assembler.compute(.and, quotient, .constant(0x7FFF_FFFF), to: quotient)
    assembler.compare(.less, quotient, .float(0x1p23), to: quotient)
    return compute(.and, quotient, .register(bounded), to: bounded)
  }

  private mutating func clamped(_ a: Int, _ low: Int, _ high: Int) -> Register {
    let x = register(of: a)
    // high where x is greater, else x, also where that is NaN.
    let limited = compute(.minimum, register(of: high), .register(x))
    if let low = constants[low], let high = constants[high], low <= high {
      // The same in one instruction less: x is below `low` where `limited` is.
      let floor = newRegister()
      assembler.load(.float(low), to: floor)
      return compute(.maximum, floor, .register(limited), to: floor)
    }
    let isBelow = compare(.less, x, pinned(low))
    return select(isBelow, pinned(low), limited, to: limited)
  }

  /// 0 where x < edge, otherwise 1.
  private mutating func step(at edge: Int, _ x: Register) -> Register {
    let isBelow = compare(.less, x, pinned(edge))
    return compute(.andNot, isBelow, .float(1), to: isBelow)
  }

  private mutating func smoothStep(_ low: Int, _ high: Int, _ x: Register) -> Register {
    let (from, to) = (register(of: low), register(of: high))
    let share = compute(.subtract, x, .register(from))
    let width = compute(.subtract, to, .register(from))
    assembler.compute(.divide, share, .register(width), to: share)
    assembler.compute(.maximum, share, .float(0), to: share)
    assembler.compute(.minimum, share, .float(1), to: share)
    // (share · share) · (3 − 2 · share)
    let factor = compute(.multiply, share, .float(2), to: width)
    let three = newRegister()
    assembler.load(.float(3), to: three)
    assembler.compute(.subtract, three, .register(factor), to: factor)
    assembler.compute(.multiply, share, .register(share), to: share)
    assembler.compute(.multiply, share, .register(factor), to: share)
    if let low = constants[low], let high = constants[high], low != high { return share }
    let step = step(at: low, x)
    let isStep = compare(.equal, from, .register(to))
    return select(isStep, .register(step), share, to: share)
  }
}
