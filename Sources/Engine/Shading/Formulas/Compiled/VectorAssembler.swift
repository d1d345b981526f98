/// Writes machine instructions of x86-64 with AVX2 for vectors of eight floats: a loop over the blocks of a strip.
///
/// Source: "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2, 2.3 (VEX prefixes) and the pages of the instructions.
/// Only instructions that IEEE 754 rounds, comparisons, and operations on bits are known here; nothing is fused.
///
/// A routine takes two addresses, both of which are the memory of a thread, and a number of blocks, in the registers in which System V
/// passes arguments. The first address stays and is that of numbers which are the same for all blocks; the second moves on.
///
/// Every instruction is written twice, for two blocks side by side: results of one are awaited while the other is computed. So there are eight
/// registers, each of which is a pair of the processor's sixteen, and where the number of blocks is odd, one more is computed.
struct VectorAssembler {
  /// One of the eight pairs of vector registers.
  typealias Register = Int

  static let registerCount = 8

  /// Where an instruction finds its last operand.
  enum Operand: Equatable {
    case register(Register)
    /// A number that is the same for all blocks, at an offset in floats.
    case uniform(offset: Int)
    /// The block's part of a strip that begins at an offset in floats.
    case strip(offset: Int)
    /// A place on the stack.
    case stack(index: Int)
    /// A float in all lanes, by its bits.
    case constant(UInt32)

    static func float(_ value: Float) -> Operand { .constant(value.bitPattern) }
  }

  /// Instructions of the form result = first · second, by their opcodes.
  enum Operation: UInt8 {
    case add = 0x58
    case multiply = 0x59
    case subtract = 0x5C
    case divide = 0x5E
    /// The first operand where it is less than the second, otherwise the second, also where either is NaN.
    case minimum = 0x5D
    /// The first operand where it is greater than the second, otherwise the second, also where either is NaN.
    case maximum = 0x5F
    case and = 0x54
    /// The second operand's bits where those of the first are not set.
    case andNot = 0x55
    case xor = 0x57
  }

  /// Comparisons, by their numbers: all bits of a lane are set where it holds.
  enum Comparison: UInt8 {
    case equal = 0x00
    case notEqual = 0x04
    case less = 0x11
    case lessOrEqual = 0x12
    case greaterOrEqual = 0x1D
    case greater = 0x1E
  }

  /// The instructions, followed by the constants once `finish` was called.
  private(set) var bytes: [UInt8] = []
  private var constants: [UInt32] = []
  /// Where the addresses of constants have to be written once they are known.
  private var references: [(position: Int, constant: Int, instructionEnd: Int)] = []
  private var routine = (loop: 0, stackSize: 0)

  // MARK: Routines

  /// Begins a routine and returns its offset in `bytes`.
  mutating func beginRoutine() -> Int {
    while bytes.count % 32 != 0 { bytes.append(0xCC) }  // Never run.
    let entry = bytes.count
    // push rbp; mov rbp, rsp; sub rsp, …; and rsp, −32
    bytes += [0x55, 0x48, 0x89, 0xE5, 0x48, 0x81, 0xEC]
    routine.stackSize = bytes.count
    bytes += [0, 0, 0, 0, 0x48, 0x83, 0xE4, 0xE0]
    routine.loop = bytes.count
    return entry
  }

  /// Ends the loop over blocks and the routine, which has `stackPlaces` places on the stack.
  mutating func endRoutine(stackPlaces: Int) {
    // add rsi, 64; sub rdx, 2; jg …
    bytes += [0x48, 0x83, 0xC6, 0x40, 0x48, 0x83, 0xEA, 0x02, 0x0F, 0x8F]
    write(Int32(routine.loop - (bytes.count + 4)))
    // vzeroupper; leave; ret
    bytes += [0xC5, 0xF8, 0x77, 0xC9, 0xC3]
    overwrite(Int32(64 * stackPlaces), at: routine.stackSize)
  }

  /// Appends the constants.
  mutating func finish() {
    while bytes.count % 32 != 0 { bytes.append(0xCC) }
    let first = bytes.count
    for constant in constants { for _ in 0..<8 { write(Int32(bitPattern: constant)) } }
    for reference in references {
      overwrite(Int32(first + 32 * reference.constant - reference.instructionEnd), at: reference.position)
    }
    references = []
  }

  // MARK: Instructions

  mutating func load(_ operand: Operand, to result: Register) {
    if case .register = operand {
      instruction(0x28, result, nil, operand)
    } else {
      instruction(0x10, result, nil, operand)
    }
  }

  mutating func store(_ register: Register, to operand: Operand) { instruction(0x11, register, nil, operand) }

  mutating func compute(
    _ operation: Operation, _ first: Register, _ second: Operand, to result: Register
  ) {
    instruction(operation.rawValue, result, first, second)
  }

  mutating func compare(_ comparison: Comparison, _ first: Register, _ second: Operand, to result: Register) {
    instruction(0xC2, result, first, second, immediate: comparison.rawValue)
  }

  mutating func squareRoot(_ operand: Operand, to result: Register) { instruction(0x51, result, nil, operand) }

  mutating func floor(_ operand: Operand, to result: Register) {
    // Towards −∞, without the exception that tells of inexact results.
    instruction(0x08, result, nil, operand, immediate: 0x09, map: 3, prefix: 1)
  }

  /// `yes` in the lanes whose sign bit is set in `mask`, else `no`.
  mutating func select(_ mask: Register, _ yes: Operand, _ no: Register, to result: Register) {
    instruction(0x4A, result, no, yes, mask: mask, map: 3, prefix: 1)
  }

  /// Adds whole numbers of 32 bits.
  mutating func addWhole(_ first: Register, _ second: Operand, to result: Register) {
    instruction(0xFE, result, first, second, prefix: 1)
  }

  /// Moves the bits of each lane to the left.
  mutating func shiftLeft(_ operand: Register, by count: UInt8, to result: Register) {
    for block in 0..<2 {
      encode(0x72, 6, result + 8 * block, .register(operand), block, immediate: count, map: 1, prefix: 1)
    }
  }

  // MARK: Encoding

  /// Writes an instruction for both blocks.
  ///
  /// - Parameters:
  ///   - mask: the register that the immediate names.
  ///   - map: 1 for opcodes after 0F, 3 for those after 0F 3A.
  ///   - prefix: 0 for none, 1 for 66.
  private mutating func instruction(
    _ opcode: UInt8, _ result: Register, _ first: Register?, _ operand: Operand, immediate: UInt8? = nil,
    mask: Register? = nil, map: UInt8 = 1, prefix: UInt8 = 0
  ) {
    for block in 0..<2 {
      let named = mask.map { UInt8($0 + 8 * block) << 4 }
      encode(
        opcode, result + 8 * block, first.map { $0 + 8 * block } ?? 0, operand, block, immediate: named ?? immediate,
        map: map, prefix: prefix)
    }
  }

  /// - Parameters:
  ///   - result: the processor's register in the field `reg`.
  ///   - first: its register in the field `vvvv`; 0 where there is none, which is encoded as 1111.
  private mutating func encode(
    _ opcode: UInt8, _ result: Int, _ first: Int, _ operand: Operand, _ block: Int, immediate: UInt8?, map: UInt8,
    prefix: UInt8
  ) {
    let high = UInt8(result >> 3)
    let base: UInt8 = if case .register = operand { UInt8(block) } else { 0 }
    let last = UInt8(~first & 15) << 3 | 4 | prefix
    if map == 1 && base == 0 {
      bytes += [0xC5, (high ^ 1) << 7 | last]
    } else {
      bytes += [0xC4, (high ^ 1) << 7 | 0x40 | (base ^ 1) << 5 | map, last]
    }
    bytes.append(opcode)
    let field = UInt8(result & 7) << 3
    switch operand {
    case .register(let register): bytes.append(0xC0 | field | UInt8(register))
    case .uniform(let offset):
      bytes.append(0x80 | field | 7)  // rdi
      write(Int32(4 * offset))
    case .strip(let offset):
      bytes.append(0x80 | field | 6)  // rsi
      write(Int32(4 * (offset + 8 * block)))
    case .stack(let index):
      bytes += [0x80 | field | 4, 0x24]  // rsp
      write(Int32(32 * (2 * index + block)))
    case .constant(let bits):
      bytes.append(field | 5)  // from the next instruction on
      let position = bytes.count
      write(0)
      references.append((position, index(of: bits), bytes.count + (immediate == nil ? 0 : 1)))
    }
    if let immediate { bytes.append(immediate) }
  }

  private mutating func index(of constant: UInt32) -> Int {
    if let index = constants.firstIndex(of: constant) { return index }
    constants.append(constant)
    return constants.count - 1
  }

  private mutating func write(_ value: Int32) {
    let bits = UInt32(bitPattern: value)
    for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  private mutating func overwrite(_ value: Int32, at position: Int) {
    let bits = UInt32(bitPattern: value)
    for byte in 0..<4 { bytes[position + byte] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * byte)) }
  }
}
