import Lanes

/// A noise of formulas that are computed for pixels. It is computed on strips, in Float, whether it is needed for pixels or once a
/// frame, so that a value does not depend on how often it is computed.
///
/// A noise is added here: what it is, its cost, and which function of Lanes computes it. `FormulaFunction` gives it a name.
package enum FormulaNoise: Sendable, Hashable {
  /// Value noise, 0...1, of one to three coordinates. The last operand is the period of the last coordinate, 0 for none.
  case value(dimensions: Int)
  /// Gradient noise, −1...1, of two or three coordinates and a period.
  case gradient(dimensions: Int)
  /// Fractal noise, about 0...1, of two or three coordinates and a period.
  case fractal(dimensions: Int, octaves: Int)
  /// A random number, 0 ..< 1, that belongs to three coordinates; another channel gives another number.
  case hash(channel: Int)
  /// Cell noise of x, y, the jitter and, if points move, their phase in turns. It gives the distance of the nearest point, and
  /// the random number of that point.
  case cells(pointsMove: Bool)
  /// The distance to the nearest border of a cell noise, with the operands of `cells`.
  case cellBorders(pointsMove: Bool)

  /// How many results the noise has.
  var resultCount: Int { if case .cells = self { 2 } else { 1 } }

  /// The number of additions that take as long with the coordinates of the shipped presets. Noise of finer grain takes up to twice as long.
  var additions: Double {
    switch self {
    case .value(let dimensions): [5, 8, 20][dimensions - 1]
    case .gradient(let dimensions): dimensions == 2 ? 8 : 28
    case .fractal(let dimensions, let octaves): Double(octaves) * (dimensions == 2 ? 10 : 38)
    case .hash: 3
    case .cells: 16
    case .cellBorders(let moves): moves ? 60 : 80
    }
  }

  /// Computes the noise on strips.
  ///
  /// - Parameters:
  ///   - instruction: where the operands and results lie.
  ///   - base: the memory from which their offsets count.
  ///   - blocks: number of blocks of eight places.
  @inline(never)
  package func run(_ instruction: StripInstruction, base: UnsafeMutablePointer<Float>, blocks: Int, seed: UInt32) {
    let strips = NoiseStrips(base: base, instruction: instruction, blocks: blocks)
    switch self {
    case .value(1):
      let period = strips.period(of: 1)
      strips.compute { x, _, _, _ in 0.5 + 0.5 * ValueNoise.at(x, seed: seed, period: period) }
    case .value(2):
      PlaneNoise(ValueCorners.self, seed: seed, periodY: strips.period(of: 2))
        .forEach(strips.x, strips.y, blocks: blocks) { strips.store(0.5 + 0.5 * $1, at: $0) }
    case .value:
      SpaceNoise(ValueCorners.self, seed: seed, periodZ: strips.period(of: 3))
        .forEach(strips.x, strips.y, strips.z, blocks: blocks) { strips.store(0.5 + 0.5 * $1, at: $0) }
    case .gradient(2):
      GradientNoise.forEach(strips.x, strips.y, blocks: blocks, seed: seed, periodY: strips.period(of: 2)) {
        strips.store($1, at: $0)
      }
    case .gradient:
      GradientNoise.forEach(
        strips.x, strips.y, strips.z, blocks: blocks, seed: seed, periodZ: strips.period(of: 3)
      ) { strips.store($1, at: $0) }
    case .fractal(2, let octaves):
      FractalNoise.write(strips.x, strips.y, to: strips.result, blocks: blocks, octaves: octaves, seed: seed)
    case .fractal(_, let octaves):
      FractalNoise.write(
        strips.x, strips.y, strips.z, to: strips.result, blocks: blocks, octaves: octaves, period: strips.period(of: 3),
        seed: seed)
    case .hash(let channel):
      // The factor is that of the Mersenne Twister's initialization.
      let channelSeed = seed &+ UInt32(channel) &* 0x6c07_8965
      PointHash.forEach(strips.x, strips.y, strips.z, blocks: blocks, seed: channelSeed) { strips.store($1, at: $0) }
    case .cells(let moves):
      CellMemory.with(keeps: strips.pointsAreSame(pointsMove: moves)) { memory in
        strips.computePairs { x, y, jitter, turns in
          let points = CellNoise.Points(jitter: jitter, orbitTurns: moves ? turns : nil, seed: seed)
          let nearest = CellNoise.nearest(x, y, points, &memory)
          return (nearest.distance, nearest.identity)
        }
      }
    case .cellBorders(let moves):
      CellMemory.with(keeps: strips.pointsAreSame(pointsMove: moves)) { memory in
        strips.compute { x, y, jitter, turns in
          let points = CellNoise.Points(jitter: jitter, orbitTurns: moves ? turns : nil, seed: seed)
          return CellNoise.borderDistance(x, y, points, &memory)
        }
      }
    }
  }

  /// The results for operands that are the same everywhere, padded with zeros.
  func values(_ operands: SIMD4<Double>, seed: UInt32) -> SIMD4<Double> {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 6 * 8) { memory in
      memory.initialize(repeating: 0)
      guard let base = memory.baseAddress else { return .zero }
      for index in 0..<4 { Lanes.store(Float8(repeating: Float(operands[index])), to: base + 8 * index) }
      var instruction = StripInstruction(.noise(self))
      instruction.operands = (.init(offset: 0), .init(offset: 8), .init(offset: 16), .init(offset: 24))
      instruction.results = (32, 40, 0, 0)
      run(instruction, base: base, blocks: 1, seed: seed)
      return SIMD4(Double(base[32]), resultCount > 1 ? Double(base[40]) : 0, 0, 0)
    }
  }
}

/// The operands and results of a noise in memory.
private struct NoiseStrips {
  let base: UnsafeMutablePointer<Float>
  let instruction: StripInstruction
  let blocks: Int

  /// The greatest period of a noise, in cells.
  private static let maximumPeriod: Float = 1_000_000

  /// The whole number of cells after which a noise repeats, from an operand that is the same at all places; 0 for never.
  @inline(__always)
  func period(of operand: Int) -> Int32 {
    let slots = instruction.operands
    let slot = operand == 1 ? slots.1 : operand == 2 ? slots.2 : slots.3
    let value = base[slot.offset]
    return value >= 1 ? Int32(min(value, Self.maximumPeriod).rounded(.toNearestOrAwayFromZero)) : 0
  }

  /// The first three operands.
  @inline(__always)
  var x: NoiseStrip { operand(instruction.operands.0) }
  @inline(__always)
  var y: NoiseStrip { operand(instruction.operands.1) }
  @inline(__always)
  var z: NoiseStrip { operand(instruction.operands.2) }

  /// The first result.
  @inline(__always)
  var result: UnsafeMutablePointer<Float> { base + instruction.results.0 }

  /// Whether a cell noise's jitter and phase are the same for all blocks.
  func pointsAreSame(pointsMove: Bool) -> Bool {
    instruction.operands.2.stride == 0 && (!pointsMove || instruction.operands.3.stride == 0)
  }

  @inline(__always)
  private func operand(_ slot: StripInstruction.Slot) -> NoiseStrip {
    NoiseStrip(base + slot.offset, stride: slot.stride)
  }

  /// Stores the first result of a block.
  @inline(__always)
  func store(_ value: Float8, at block: Int) { Lanes.store(value, to: result + 8 &* block) }

  /// Computes the first result of each block from the block's operands.
  @inline(__always)
  func compute(_ body: (Float8, Float8, Float8, Float8) -> Float8) {
    var (a, b, c, d) = pointers
    let (stepA, stepB, stepC, stepD) = steps
    var out = base + instruction.results.0
    for _ in 0..<blocks {
      Lanes.store(body(Lanes.load(a), Lanes.load(b), Lanes.load(c), Lanes.load(d)), to: out)
      a += stepA
      b += stepB
      c += stepC
      d += stepD
      out += 8
    }
  }

  /// Computes the first two results of each block.
  @inline(__always)
  func computePairs(_ body: (Float8, Float8, Float8, Float8) -> (Float8, Float8)) {
    var (a, b, c, d) = pointers
    let (stepA, stepB, stepC, stepD) = steps
    for block in 0..<blocks {
      let (first, second) = body(Lanes.load(a), Lanes.load(b), Lanes.load(c), Lanes.load(d))
      Lanes.store(first, to: base + (instruction.results.0 &+ 8 &* block))
      Lanes.store(second, to: base + (instruction.results.1 &+ 8 &* block))
      a += stepA
      b += stepB
      c += stepC
      d += stepD
    }
  }

  /// The first block of each operand.
  @inline(__always)
  private var pointers: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>) {
    let slots = instruction.operands
    return (
      UnsafePointer(base + slots.0.offset), UnsafePointer(base + slots.1.offset),
      UnsafePointer(base + slots.2.offset), UnsafePointer(base + slots.3.offset)
    )
  }

  /// The floats from one block of each operand to the next.
  @inline(__always)
  private var steps: (Int, Int, Int, Int) {
    let slots = instruction.operands
    return (slots.0.stride, slots.1.stride, slots.2.stride, slots.3.stride)
  }
}
