import Lanes
import Model
import Raster

// A field machine runs instructions on strips, the values of neighbouring pixels of a row. Each instruction processes a whole strip before
// the next one begins, so that the dispatch costs little beside the work.
//
// Every function gives the same value as in a preset's other formulas, within Float's precision; undefined results are 0. Numbers
// too large for Float become infinite or NaN. That is deterministic, since nothing reads the bits of a NaN, and clamping removes
// them where colours are made.

/// The memory of a thread in which a field's formula is computed.
struct FieldMachine {
  /// The memory in which instructions find their operands and leave their results, at offsets from here.
  let base: UnsafeMutablePointer<Float>
  /// The seed of the noises, cells and hashes.
  let seed: UInt32
  /// Reads the colours of the instruction `ramp`.
  let ramp: FieldColors.Reader

  /// The machine for memory that begins `offset` floats later.
  func moved(by offset: Int) -> FieldMachine { FieldMachine(base: base + offset, seed: seed, ramp: ramp) }

  /// Runs instructions on `blocks` blocks of eight pixels.
  func run(_ instructions: UnsafeBufferPointer<StripInstruction>, blocks: Int) {
    for index in 0..<instructions.count { run(instructions[index], blocks) }
  }

  /// Runs steps on `blocks` blocks of eight pixels. Returns false if one of them ended the others.
  ///
  /// - Parameter interpolate: writes the output of a grid to the strip at an offset.
  func run(
    _ steps: [FieldStep], _ code: MachineCode?, blocks: Int,
    interpolate: (_ grid: Int, _ output: Int, _ to: Int) -> Void
  ) -> Bool {
    steps.withUnsafeBufferPointer { steps in
      for index in 0..<steps.count {
        switch steps[index] {
        case .instruction(let instruction): run(instruction, blocks)
        case .routine(let entry): code?.run(at: entry, base: base, blocks: blocks)
        case .interpolation(let grid, let output, let offset): interpolate(grid, output, offset)
        case .endUnlessPositive(let slot): if !isPositiveAnywhere(slot, blocks) { return false }
        }
      }
      return true
    }
  }

  private func isPositiveAnywhere(_ slot: StripInstruction.Slot, _ blocks: Int) -> Bool {
    for block in 0..<blocks where Lanes.anyAbove(load(slot, block), 0) { return true }
    return false
  }

  // MARK: Loops

  @inline(__always)
  private func unary(_ instruction: StripInstruction, _ blocks: Int, _ body: (Float8) -> Float8) {
    var a = base + instruction.operands.0.offset
    var out = base + instruction.results.0
    let stride = instruction.operands.0.stride
    for _ in 0..<blocks {
      Lanes.store(body(Lanes.load(a)), to: out)
      a += stride
      out += 8
    }
  }

  @inline(__always)
  private func binary(_ instruction: StripInstruction, _ blocks: Int, _ body: (Float8, Float8) -> Float8) {
    var a = base + instruction.operands.0.offset
    var b = base + instruction.operands.1.offset
    var out = base + instruction.results.0
    let (strideA, strideB) = (instruction.operands.0.stride, instruction.operands.1.stride)
    for _ in 0..<blocks {
      Lanes.store(body(Lanes.load(a), Lanes.load(b)), to: out)
      a += strideA
      b += strideB
      out += 8
    }
  }

  @inline(__always)
  private func ternary(_ instruction: StripInstruction, _ blocks: Int, _ body: (Float8, Float8, Float8) -> Float8) {
    var a = base + instruction.operands.0.offset
    var b = base + instruction.operands.1.offset
    var c = base + instruction.operands.2.offset
    var out = base + instruction.results.0
    let (strideA, strideB, strideC) = (
      instruction.operands.0.stride, instruction.operands.1.stride, instruction.operands.2.stride
    )
    for _ in 0..<blocks {
      Lanes.store(body(Lanes.load(a), Lanes.load(b), Lanes.load(c)), to: out)
      a += strideA
      b += strideB
      c += strideC
      out += 8
    }
  }

  @inline(__always)
  private func load(_ slot: StripInstruction.Slot, _ block: Int) -> Float8 {
    Lanes.load(base + (slot.offset &+ block &* slot.stride))
  }

  /// 1 in the lanes where the mask is set, otherwise 0.
  @inline(__always)
  private func flag(_ mask: SIMDMask<Int32x8>) -> Float8 { Lanes.select(mask, Float8(repeating: 1), Float8()) }

  // MARK: Instructions

  @inline(never)
  private func run(_ instruction: StripInstruction, _ blocks: Int) {
    switch instruction.source {
    case .operation(let operation): run(operation, instruction, blocks)
    case .noise(let noise): noise.run(instruction, base: base, blocks: blocks, seed: seed)
    case .ramp: runRamp(instruction, blocks)
    case .constant, .input, .coarse, .interpolated:
      preconditionFailure("Constants, inputs and interpolated numbers are no instructions.")
    }
  }

  // Inlined, because a call would copy the instruction to the stack, which shows in strips of cheap operations.
  @inline(__always)
  private func run(_ operation: FormulaOperation, _ instruction: StripInstruction, _ blocks: Int) {
    switch operation {
    case .add: binary(instruction, blocks) { $0 + $1 }
    case .subtract: binary(instruction, blocks) { $0 - $1 }
    case .multiply: binary(instruction, blocks) { $0 * $1 }
    case .divide: binary(instruction, blocks) { Lanes.select($1 .== 0, Float8(), $0 / $1) }
    case .negate: unary(instruction, blocks) { Float8() - $0 }
    case .multiplyAdd: ternary(instruction, blocks) { $0 * $1 + $2 }
    case .less: binary(instruction, blocks) { flag($0 .< $1) }
    case .lessOrEqual: binary(instruction, blocks) { flag($0 .<= $1) }
    case .greater: binary(instruction, blocks) { flag($0 .> $1) }
    case .greaterOrEqual: binary(instruction, blocks) { flag($0 .>= $1) }
    case .equal: binary(instruction, blocks) { flag($0 .== $1) }
    case .notEqual: binary(instruction, blocks) { flag($0 .!= $1) }
    case .choose: ternary(instruction, blocks) { Lanes.select($0 .!= 0, $1, $2) }
    case .sineAndCosine:
      for block in 0..<blocks {
        let (sine, cosine) = Lanes.sincos(load(instruction.operands.0, block))
        Lanes.store(sine, to: base + (instruction.results.0 &+ 8 &* block))
        Lanes.store(cosine, to: base + (instruction.results.1 &+ 8 &* block))
      }
    case .tangent:
      unary(instruction, blocks) {
        let (sine, cosine) = Lanes.sincos($0)
        return Lanes.select(cosine .== 0, Float8(), sine / cosine)
      }
    case .arcSine: unary(instruction, blocks) { arcSine($0) }
    case .arcCosine: unary(instruction, blocks) { arcCosine($0) }
    case .arcTangent: binary(instruction, blocks) { Lanes.atan2(y: $0, x: $1) }
    case .exponential: unary(instruction, blocks) { Lanes.exp($0) }
    case .logarithm: unary(instruction, blocks) { Lanes.select($0 .> 0, Lanes.log($0), Float8()) }
    case .squareRoot: unary(instruction, blocks) { Lanes.sqrt(Lanes.max($0, 0)) }
    case .power: binary(instruction, blocks) { power($0, $1) }
    case .absolute: unary(instruction, blocks) { Lanes.abs($0) }
    case .sign: unary(instruction, blocks) { flag($0 .> 0) - flag($0 .< 0) }
    case .floor: unary(instruction, blocks) { Lanes.floor($0) }
    case .ceiling: unary(instruction, blocks) { Float8() - Lanes.floor(Float8() - $0) }
    case .round: unary(instruction, blocks) { roundedAwayFromZero($0) }
    case .fraction: unary(instruction, blocks) { $0 - Lanes.floor($0) }
    case .remainder: binary(instruction, blocks) { remainder($0, $1) }
    case .minimum: binary(instruction, blocks) { Lanes.min($0, $1) }
    case .maximum: binary(instruction, blocks) { Lanes.max($0, $1) }
    case .clamp: ternary(instruction, blocks) { Lanes.select($0 .< $1, $1, Lanes.select($0 .> $2, $2, $0)) }
    case .mix: ternary(instruction, blocks) { Lanes.mix($0, $1, $2) }
    case .step: binary(instruction, blocks) { Lanes.select($1 .< $0, Float8(), Float8(repeating: 1)) }
    case .smoothStep: ternary(instruction, blocks) { smoothStep(from: $0, to: $1, $2) }
    case .decodeSRGB: unary(instruction, blocks) { decodeSRGB(Lanes.clamp($0, 0, 1)) }
    case .encodeSRGB: unary(instruction, blocks) { encodeSRGB(Lanes.clamp($0, 0, 1)) }
    case .exactNoise, .exactNoise2D, .exactRandom:
      preconditionFailure("Formulas for pixels have noises of their own.")
    }
  }

  /// Writes the ramp's colours, straight.
  @inline(never)
  private func runRamp(_ instruction: StripInstruction, _ blocks: Int) {
    var piece = 0
    for block in 0..<blocks {
      let color = ramp.color(Lanes.clamp(load(instruction.operands.0, block), 0, 1), near: &piece)
      let alpha = Lanes.clamp(color.alpha, 0, 1)
      let inverseAlpha = Lanes.select(alpha .== 0, Float8(), 1 / alpha)
      Lanes.store(color.red * inverseAlpha, to: base + (instruction.results.0 &+ 8 &* block))
      Lanes.store(color.green * inverseAlpha, to: base + (instruction.results.1 &+ 8 &* block))
      Lanes.store(color.blue * inverseAlpha, to: base + (instruction.results.2 &+ 8 &* block))
      Lanes.store(alpha, to: base + (instruction.results.3 &+ 8 &* block))
    }
  }
}

// MARK: Functions

/// The angle whose sine is x; 0 outside of −1...1.
@inline(__always)
private func arcSine(_ x: Float8) -> Float8 {
  Lanes.select(Lanes.abs(x) .<= 1, Lanes.atan2(y: x, x: Lanes.sqrt(Lanes.max((1 - x) * (1 + x), 0))), Float8())
}

/// The angle whose cosine is x; 0 outside of −1...1.
@inline(__always)
private func arcCosine(_ x: Float8) -> Float8 {
  Lanes.select(Lanes.abs(x) .<= 1, Lanes.atan2(y: Lanes.sqrt(Lanes.max((1 - x) * (1 + x), 0)), x: x), Float8())
}

/// x to the power y; 0 where x is negative and y is not whole.
@inline(__always)
private func power(_ x: Float8, _ y: Float8) -> Float8 {
  let magnitude = Lanes.pow(Lanes.abs(x), y)
  let whole = Lanes.floor(y)
  let isOdd = (whole * 0.5) .!= Lanes.floor(whole * 0.5)
  let signed = Lanes.select(isOdd, Float8() - magnitude, magnitude)
  return Lanes.select(x .< 0, Lanes.select(whole .== y, signed, Float8()), magnitude)
}

/// The nearest whole number, halves away from 0.
@inline(__always)
private func roundedAwayFromZero(_ x: Float8) -> Float8 {
  let magnitude = Lanes.abs(x)
  let whole = Lanes.floor(magnitude)
  let rounded = Lanes.select((magnitude - whole) .>= 0.5, whole + 1, whole)
  return Lanes.select(x .< 0, Float8() - rounded, rounded)
}

/// The remainder of a ÷ b with the sign of b; 0 for b = 0, and where the quotient is so large that Float holds no fraction of it.
@inline(__always)
private func remainder(_ a: Float8, _ b: Float8) -> Float8 {
  let quotient = a / b
  let result = a - b * Lanes.floor(quotient)
  // Rounding may move the result out of 0...b by a unit in the last place.
  let bounded = Lanes.select(
    b .> 0, Lanes.min(Lanes.max(result, 0), b), Lanes.max(Lanes.min(result, 0), b))
  return Lanes.select(Lanes.abs(quotient) .< 0x1p23, bounded, Float8())
}

/// Hermite interpolation from 0 to 1 between two edges; a step where they are equal.
@inline(__always)
private func smoothStep(from low: Float8, to high: Float8, _ x: Float8) -> Float8 {
  let share = Lanes.clamp((x - low) / (high - low), 0, 1)
  let step = Lanes.select(x .< low, Float8(), Float8(repeating: 1))
  return Lanes.select(low .== high, step, share * share * (3 - 2 * share))
}
