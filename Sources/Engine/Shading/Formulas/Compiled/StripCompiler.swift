import Model

/// Compiles nodes of a formula to a routine that computes them for each block of a strip: numbers stay in registers from one operation to
/// the next, which takes a third of the time that instructions on strips take.
///
/// Registers are assigned in one pass (after Belady 1966, "A study of replacement algorithms for a virtual-storage computer"): where all
/// are in use, the number that is needed last leaves its register, and is written to the stack if it lies nowhere else.
/// Cost: about 1 μs a node.
struct StripCompiler {
  typealias Register = VectorAssembler.Register
  typealias Operand = VectorAssembler.Operand

  var assembler = VectorAssembler()
  /// The numbers that are constants, by the indices of their values.
  let constants: [Int: Float]
  /// Where the numbers lie that the routine does not compute, and those that it has written, by the indices of their values.
  private var places: [Int: Operand] = [:]
  private var registers: [Int: Register] = [:]
  private var contents = [Int?](repeating: nil, count: VectorAssembler.registerCount)
  /// The registers that the node which is being compiled uses.
  private var isPinned = [Bool](repeating: false, count: VectorAssembler.registerCount)
  private var freeStackPlaces: [Int] = []
  private var stackSize = 0
  /// The most places on the stack that a routine has needed.
  private(set) var largestStack = 0
  /// Threads of any program may have small stacks: 32 KiB are used at most.
  static let mostStackPlaces = 512
  /// For each number the positions, in the order of nodes, at which it is still needed; the next one stands last.
  private var uses: [Int: [Int]] = [:]
  /// The strips to which numbers are written once they are known.
  private var stores: [Int: Int] = [:]

  init(constants: [Int: Float]) { self.constants = constants }

  /// Compiles a routine and returns its offset in the assembler's bytes.
  ///
  /// - Parameters:
  ///   - nodes: what is computed, in an order in which each operand is known.
  ///   - inputs: where the operands lie that no node gives.
  ///   - stores: the offsets of the strips to which results are written, by the indices of their values.
  mutating func compile(
    _ nodes: [FormulaProgram.Node], inputs: [Int: StripInstruction.Slot], stores: [Int: Int]
  ) -> Int {
    places = inputs.mapValues { $0.stride == 0 ? .uniform(offset: $0.offset) : .strip(offset: $0.offset) }
    self.stores = stores
    (registers, uses, freeStackPlaces, stackSize) = ([:], [:], [], 0)
    contents = Array(repeating: nil, count: VectorAssembler.registerCount)
    for (position, node) in nodes.enumerated().reversed() {
      for operand in node.takenOperands { uses[operand, default: []].append(position) }
    }
    let entry = assembler.beginRoutine()
    for (position, node) in nodes.enumerated() {
      emit(node)
      for register in 0..<VectorAssembler.registerCount { isPinned[register] = false }
      for value in node.takenOperands where uses[value]?.last == position { uses[value]?.removeLast() }
      for value in node.takenOperands + Array(node.values) where uses[value, default: []].isEmpty { release(value) }
    }
    assembler.endRoutine(stackPlaces: stackSize)
    largestStack = max(largestStack, stackSize)
    return entry
  }

  // MARK: Numbers

  /// Where a number lies now.
  func operand(_ value: Int) -> Operand {
    if let register = registers[value] { return .register(register) }
    guard let place = places[value] else { preconditionFailure("A formula's operand is computed before it is read.") }
    return place
  }

  /// A register that holds a number. It keeps it until the node is compiled.
  mutating func register(of value: Int) -> Register {
    if let register = registers[value] {
      isPinned[register] = true
      return register
    }
    let place = operand(value)
    let register = newRegister()
    assembler.load(place, to: register)
    (contents[register], registers[value]) = (value, register)
    return register
  }

  /// A register for a result, or for what leads to it. It is kept until the node is compiled.
  mutating func newRegister() -> Register {
    let free = (0..<VectorAssembler.registerCount).first { contents[$0] == nil && !isPinned[$0] }
    let register = free ?? emptiedRegister()
    isPinned[register] = true
    return register
  }

  /// Whether a result is stored, or another node reads it.
  func isNeeded(_ value: Int) -> Bool { stores[value] != nil || !(uses[value] ?? []).isEmpty }

  /// Says that a register holds a result from now on.
  mutating func finish(_ value: Int, in register: Register) {
    (contents[register], registers[value]) = (value, register)
    if let offset = stores[value] {
      places[value] = .strip(offset: offset)
      assembler.store(register, to: .strip(offset: offset))
    }
  }

  /// Empties the register whose number is needed last.
  private mutating func emptiedRegister() -> Register {
    var (last, farthest) = (-1, -1)
    for register in 0..<VectorAssembler.registerCount where !isPinned[register] {
      guard let value = contents[register] else { continue }
      let next = uses[value]?.last ?? Int.max
      if next > farthest { (last, farthest) = (register, next) }
    }
    guard last >= 0, let value = contents[last] else { preconditionFailure("A node uses at most eight registers.") }
    if places[value] == nil {
      let index = freeStackPlaces.popLast() ?? stackSize
      stackSize = max(stackSize, index + 1)
      places[value] = .stack(index: index)
      assembler.store(last, to: .stack(index: index))
    }
    (contents[last], registers[value]) = (nil, nil)
    return last
  }

  /// Forgets a number that is not needed any more.
  private mutating func release(_ value: Int) {
    if let register = registers.removeValue(forKey: value) { contents[register] = nil }
    if case .stack(let index) = places[value] {
      freeStackPlaces.append(index)
      places[value] = nil
    }
  }
}

extension FormulaProgram.Node {
  /// The operands that the node's operation takes, without repetitions.
  var takenOperands: [Int] {
    let count: Int
    switch source {
    case .operation(let operation): count = operation.operandCount
    case .coarse: count = 1
    case .constant, .input, .interpolated: count = 0
    case .noise, .ramp: return operandIndices
    }
    let taken = operandIndices.prefix(count)
    return taken.enumerated().filter { index, value in !taken.prefix(index).contains(value) }.map(\.element)
  }
}

extension FormulaProgram {
  /// The constants as pixels have them, by the indices of their values.
  var constants: [Int: Float] {
    var constants: [Int: Float] = [:]
    for node in nodes { if case .constant(let value) = node.source { constants[node.firstValue] = Float(value) } }
    return constants
  }
}
