import Model

// Each operation as the instructions that give the very bits of `FieldMachine`'s function, of which this is the translation: the operations
// of Lanes one by one, in their order. Tests compare the two.

extension FormulaOperation {
  /// Whether the compiler knows the operation. The others are run on strips, as are noises and the ramp.
  var isCompiled: Bool {
    switch self {
    case .tangent, .arcSine, .arcCosine, .arcTangent, .logarithm, .power, .decodeSRGB, .encodeSRGB, .exactNoise,
      .exactNoise2D, .exactRandom:
      false
    default: true
    }
  }

  /// How many operands the operation takes.
  var operandCount: Int {
    switch self {
    case .negate, .sineAndCosine, .tangent, .arcSine, .arcCosine, .exponential, .logarithm, .squareRoot, .absolute,
      .sign, .floor, .ceiling, .round, .fraction, .decodeSRGB, .encodeSRGB, .exactNoise, .exactRandom:
      1
    case .multiplyAdd, .choose, .clamp, .mix, .smoothStep: 3
    default: 2
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
    case .tangent, .arcSine, .arcCosine, .arcTangent, .logarithm, .power, .decodeSRGB, .encodeSRGB, .exactNoise,
      .exactNoise2D, .exactRandom:
      preconditionFailure("The operation is run on strips.")
    }
  }

  // MARK: Single instructions

  /// first · second, in `target` or in a new register.
  private mutating func compute(
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

  private mutating func compare(
    _ comparison: VectorAssembler.Comparison, _ first: Register, _ second: Operand
  ) -> Register {
    let result = newRegister()
    assembler.compare(comparison, first, second, to: result)
    return result
  }

  private mutating func select(
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

  /// `Lanes.exp`.
  private mutating func exponential(_ x: Register) -> Register {
    let clamped = compute(.maximum, x, .float(-87.3))
    assembler.compute(.minimum, clamped, .float(88.7228), to: clamped)
    let shifted = compute(.multiply, clamped, .float(0x1.715476p+0))
    assembler.compute(.add, shifted, .float(0x1.8p23), to: shifted)
    let k = compute(.subtract, shifted, .float(0x1.8p23))
    let product = compute(.multiply, k, .float(0x1.62ep-1))
    let r = compute(.subtract, clamped, .register(product), to: clamped)
    assembler.compute(.multiply, k, .float(0x1.0bfbe8p-15), to: product)
    assembler.compute(.subtract, r, .register(product), to: r)
    let p = polynomial(r, [0x1.6d755cp-10, 0x1.120b82p-7, 0x1.5554b8p-5, 0x1.5554dcp-3, 0.5])
    let square = compute(.multiply, r, .register(r), to: product)
    assembler.compute(.multiply, p, .register(square), to: p)
    assembler.compute(.add, p, .register(r), to: p)
    assembler.compute(.add, p, .float(1), to: p)
    // The exponent is added to the bits.
    assembler.shiftLeft(shifted, by: 23, to: shifted)
    assembler.addWhole(p, .register(shifted), to: p)
    assembler.compare(.greaterOrEqual, x, .float(-87.3), to: k)
    return compute(.and, k, .register(p), to: p)
  }

  /// `Lanes.sincos`; only what is needed of it.
  private mutating func sineAndCosine(_ a: Int, _ result: Int) {
    let x = register(of: a)
    let shifted = compute(.multiply, x, .float(0x1.45f306p-1))
    assembler.compute(.add, shifted, .float(0x1.8p23), to: shifted)
    let q = compute(.subtract, shifted, .float(0x1.8p23))
    let r = newRegister()
    let product = newRegister()
    for (index, part) in [Float(0x1.92p+0), 0x1.fb4p-12, 0x1.444p-24, 0x1.68c234p-39].enumerated() {
      assembler.compute(.multiply, q, .float(part), to: product)
      assembler.compute(.subtract, index == 0 ? x : r, .register(product), to: r)
    }
    assembler.compute(.maximum, r, .float(-0.8), to: r)
    assembler.compute(.minimum, r, .float(0.8), to: r)
    let z = compute(.multiply, r, .register(r), to: q)
    // s = r + r·z·(…)
    let sine = polynomial(z, [-0x1.9aca04p-13, 0x1.110c2ap-7, -0x1.555552p-3])
    assembler.compute(.multiply, r, .register(z), to: product)
    assembler.compute(.multiply, product, .register(sine), to: sine)
    assembler.compute(.add, r, .register(sine), to: sine)
    // c = z·z·(…) + (1 − z·½)
    let cosine = polynomial(z, [0x1.9bd8cap-16, -0x1.6c12d4p-10, 0x1.555554p-5])
    assembler.compute(.multiply, z, .register(z), to: product)
    assembler.compute(.multiply, product, .register(cosine), to: cosine)
    assembler.compute(.multiply, z, .float(0.5), to: product)
    assembler.load(.float(1), to: r)
    assembler.compute(.subtract, r, .register(product), to: product)
    assembler.compute(.add, cosine, .register(product), to: cosine)
    // The sign bit of `isOdd` is the lowest bit of the number of quarter turns.
    let isOdd = newRegister()
    assembler.shiftLeft(shifted, by: 31, to: isOdd)
    if isNeeded(result) {
      assembler.select(isOdd, .register(cosine), sine, to: r)
      assembler.shiftLeft(shifted, by: 30, to: product)
      assembler.compute(.and, product, .constant(0x8000_0000), to: product)
      finish(result, in: compute(.xor, r, .register(product), to: r))
    }
    if isNeeded(result + 1) {
      assembler.select(isOdd, .register(sine), cosine, to: cosine)
      assembler.addWhole(shifted, .constant(1), to: shifted)
      assembler.shiftLeft(shifted, by: 30, to: shifted)
      assembler.compute(.and, shifted, .constant(0x8000_0000), to: shifted)
      finish(result + 1, in: compute(.xor, cosine, .register(shifted), to: cosine))
    }
  }

  /// ((c₀ · x + c₁) · x + c₂) …, in a new register.
  private mutating func polynomial(_ x: Register, _ coefficients: [Float]) -> Register {
    let result = compute(.multiply, x, .float(coefficients[0]))
    for (index, coefficient) in coefficients.dropFirst().enumerated() {
      if index > 0 { assembler.compute(.multiply, result, .register(x), to: result) }
      assembler.compute(.add, result, .float(coefficient), to: result)
    }
    return result
  }
}
