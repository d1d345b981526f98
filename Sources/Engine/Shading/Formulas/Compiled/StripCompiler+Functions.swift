import Model

// The functions of Lanes and Raster that take many instructions, with the constants that stand and are explained there.

extension StripCompiler {
  /// `Lanes.exp`.
  mutating func exponential(_ x: Register) -> Register {
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
  mutating func sineAndCosine(_ a: Int, _ result: Int) {
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

  /// `Lanes.atan2`.
  mutating func arcTangent(y: Register, x: Register) -> Register {
    let ax = compute(.and, x, .constant(0x7FFF_FFFF))
    let ay = compute(.and, y, .constant(0x7FFF_FFFF))
    let large = compute(.maximum, ax, .register(ay))
    let a = compute(.minimum, ax, .register(ay))
    let mask = compare(.equal, large, .float(0))
    assembler.select(mask, .float(1), large, to: large)
    assembler.compute(.divide, a, .register(large), to: a)
    let z = compute(.multiply, a, .register(a), to: large)
    let p = polynomial(
      z,
      [
        -0x1.dedec2p-10, 0x1.6a7ecap-7, -0x1.01a83cp-5, 0x1.dd0808p-5, -0x1.58daap-4, 0x1.c0d1f2p-4, -0x1.2426ecp-3,
        0x1.999276p-3, -0x1.55554p-2,
      ])
    assembler.compute(.multiply, a, .register(z), to: z)
    assembler.compute(.multiply, z, .register(p), to: p)
    let t = compute(.add, a, .register(p), to: a)
    // The octant.
    assembler.compare(.greater, ay, .register(ax), to: mask)
    for (isMirrored, low, high) in [
      (mask, Float(0x1.777a5cp-25), Float(0x1.921fb6p+0)), (ax, 0x1.777a5cp-24, 0x1.921fb6p+1),
    ] {
      if isMirrored == ax { assembler.compare(.less, x, .float(0), to: ax) }
      assembler.compute(.add, t, .float(low), to: z)
      assembler.load(.float(high), to: p)
      assembler.compute(.subtract, p, .register(z), to: p)
      assembler.select(isMirrored, .register(p), t, to: t)
    }
    assembler.compare(.less, y, .float(0), to: mask)
    assembler.compute(.and, mask, .constant(0x8000_0000), to: mask)
    return compute(.xor, t, .register(mask), to: t)
  }

  /// Raster's `decodeSRGB`, of 0...1.
  mutating func decodedSRGB(_ value: Register) -> Register {
    let x = clampedToUnit(value)
    let v = compute(.add, x, .float(0.055))
    assembler.compute(.multiply, v, .float(1 / 1.055), to: v)
    assembler.squareRoot(.register(v), to: v)
    assembler.compute(.subtract, v, .float(0.6875), to: v)
    let square = compute(.multiply, v, .register(v))
    let power = polynomial(
      ofPairs: [
        (0x1.5307d6p-3, 0x1.27e192p+0), (0x1.98da98p+1, 0x1.1586eap+2), (0x1.6b5142p+1, 0x1.520426p-1),
        (-0x1.0ee26ep-5, 0x1.39c602p-7),
      ], v, square)
    assembler.compute(.multiply, square, .register(square), to: square)
    assembler.compute(.multiply, power.high, .register(square), to: power.high)
    assembler.compute(.add, power.low, .register(power.high), to: power.low)
    assembler.compute(.multiply, x, .float(1 / 12.92), to: v)
    assembler.compare(.lessOrEqual, x, .float(0.04045), to: square)
    return select(square, .register(v), power.low, to: v)
  }

  /// Raster's `encodeSRGB`, of 0...1.
  mutating func encodedSRGB(_ value: Register) -> Register {
    let x = clampedToUnit(value)
    let u = newRegister()
    assembler.squareRoot(.register(x), to: u)
    assembler.squareRoot(.register(u), to: u)
    assembler.compute(.subtract, u, .float(0.625), to: u)
    let square = compute(.multiply, u, .register(u))
    let power = polynomial(
      ofPairs: [
        (0x1.b54116p-2, 0x1.490cc2p+0), (0x1.5efac2p-1, -0x1.f3b416p-4), (0x1.0c8452p-4, -0x1.752f66p-5),
        (0x1.1d778ap-5, -0x1.12931ap-4),
      ], u, square)
    assembler.compute(.multiply, square, .register(square), to: square)
    assembler.compute(.multiply, square, .float(0x1.7803a4p-4), to: u)
    assembler.compute(.add, power.high, .register(u), to: power.high)
    assembler.compute(.multiply, power.high, .register(square), to: power.high)
    assembler.compute(.add, power.low, .register(power.high), to: power.low)
    assembler.compute(.minimum, power.low, .float(1), to: power.low)
    assembler.compute(.multiply, x, .float(12.92), to: u)
    assembler.compare(.lessOrEqual, x, .float(0.003_130_8), to: square)
    return select(square, .register(u), power.low, to: u)
  }

  /// `Lanes.clamp` to 0...1, in a new register.
  private mutating func clampedToUnit(_ x: Register) -> Register {
    let limited = compute(.maximum, x, .float(0))
    return compute(.minimum, limited, .float(1), to: limited)
  }

  /// The halves of a polynomial of eight terms: (c₀ + c₁·x) + (c₂ + c₃·x)·x², and the same of the other four.
  private mutating func polynomial(
    ofPairs pairs: [(Float, Float)], _ x: Register, _ square: Register
  ) -> (low: Register, high: Register) {
    let sums = pairs.map { constant, factor in
      let sum = compute(.multiply, x, .float(factor))
      return compute(.add, sum, .float(constant), to: sum)
    }
    for (first, second) in [(sums[0], sums[1]), (sums[2], sums[3])] {
      assembler.compute(.multiply, second, .register(square), to: second)
      assembler.compute(.add, first, .register(second), to: first)
    }
    return (sums[0], sums[2])
  }
}
