import Lanes
import Model

/// Assigns memory to numbers and makes the instructions.
struct FieldScheduleBuilder {
  private let program: FormulaProgram
  /// The nodes that are not computed for each pixel.
  private let others: [FormulaProgram.Node]
  /// The nodes that are computed for each pixel, in the order in which they are run.
  private let pixels: [FormulaProgram.Node]
  /// How many of them the opacity depends on. They come first; 0 if it does not end the steps.
  private let firstCount: Int
  private let opacity: Int?
  /// The position in memory of each value, by the value's index.
  var slots: [Int: StripInstruction.Slot] = [:]
  var frameValues: [Int] = []
  var xOffset: Int?
  var yOffset: Int?
  var stripCount = 0
  /// The offset of the first strip.
  let firstStrip: Int
  /// For each value the index of the last node that reads it; `Int.max` for outputs and for values of columns, which every row reads again.
  private var lastUses: [Int: Int] = [:]
  private let rates: [Int: FormulaRate]
  /// The offsets of strips whose numbers have been read for the last time.
  private var freeStrips: [Int] = []
  /// The offset of a strip for results that nothing reads.
  private var unreadStrip: Int?
  /// The offset of the next number that is the same for a row.
  private var nextRowOffset: Int

  /// - Parameter opacity: the value without which nothing is seen; nil if there is none.
  init(_ program: FormulaProgram, opacity: Int?) {
    self.program = program
    let pixels = FieldScheduleBuilder.pixelNodes(of: program, opacity: opacity)
    self.pixels = pixels.nodes
    firstCount = pixels.firstCount
    self.opacity = firstCount > 0 ? opacity : nil
    var rates: [Int: FormulaRate] = [:]
    for node in program.nodes { for value in node.values { rates[value] = node.rate } }
    self.rates = rates
    others = program.nodes.filter { $0.rate != .pixel }
    for (index, node) in (others + self.pixels).enumerated() {
      for operand in node.operandIndices {
        let isReadByEveryRow = rates[operand] == .column && node.rate == .pixel
        if lastUses[operand] != .max { lastUses[operand] = isReadByEveryRow ? .max : index }
      }
    }
    for output in program.outputs { lastUses[output] = .max }
    // The values of a frame that the outputs or operations of a row, column or pixel read.
    var readValues = Set(program.outputs.filter { (rates[$0] ?? .frame) <= .frame })
    for node in program.nodes where node.rate > .frame {
      for operand in node.operandIndices where (rates[operand] ?? .frame) <= .frame { readValues.insert(operand) }
    }
    frameValues = readValues.sorted()
    for (index, value) in frameValues.enumerated() { slots[value] = StripInstruction.Slot(offset: 8 * index) }
    nextRowOffset = 8 * frameValues.count
    let rowValues = program.nodes.reduce(0) { $0 + ($1.rate == .row ? $1.values.count : 0) }
    // The first strip begins at a multiple of 64 bytes, the others at multiples of 32 (see `pitch`).
    firstStrip = (nextRowOffset + 8 * rowValues + 15) / 16 * 16
  }

  /// The instructions of what is the same for all pixels of a row or a column.
  mutating func instructions(_ rate: FormulaRate) -> [StripInstruction] {
    var instructions: [StripInstruction] = []
    for (index, node) in others.enumerated() where node.rate == rate {
      if let instruction = instruction(node, at: index) { instructions.append(instruction) }
    }
    return instructions
  }

  /// The pixels' nodes as instructions.
  mutating func interpretedSteps() -> [FieldStep] {
    var steps: [FieldStep] = []
    for (index, node) in pixels.enumerated() {
      if let instruction = instruction(node, at: others.count + index) { steps.append(self.step(instruction)) }
      if index + 1 == firstCount { steps += end }
    }
    return steps
  }

  /// The step after which nothing is seen where the opacity is 0.
  private var end: [FieldStep] { opacity.flatMap { slots[$0] }.map { [.endUnlessPositive($0)] } ?? [] }

  /// The instruction of a node; nil for an input, which `FieldFrame` writes.
  private mutating func instruction(_ node: FormulaProgram.Node, at index: Int) -> StripInstruction? {
    let operands = node.operandIndices.map { slots[$0] ?? StripInstruction.Slot() }
    // Strips that are read for the last time are freed first: a result may overwrite its operand.
    freeStrips(of: Set(node.operandIndices), readLastAt: index)
    let results = node.values.map { assignOffset(to: $0, node.rate) }
    if case .input(let input) = node.source {
      if input == .x { xOffset = results[0] } else { yOffset = results[0] }
      return nil
    }
    func result(_ index: Int) -> Int { index < results.count ? results[index] : 0 }
    var instruction = StripInstruction(node.source)
    instruction.operands = (operands[0], operands[1], operands[2], operands[3])
    instruction.results = (result(0), result(1), result(2), result(3))
    return instruction
  }

  private func step(_ instruction: StripInstruction) -> FieldStep {
    guard case .interpolated(let grid, let output) = instruction.source else { return .instruction(instruction) }
    return .interpolation(grid: grid, output: output, to: instruction.results.0)
  }

  /// The pixels' nodes as routines and instructions, and the code of the routines; nil if nothing is to be compiled, too
  /// much would lie on the stack, or the system gives no memory for it.
  mutating func compiledSteps() -> ([FieldStep], MachineCode)? {
    let (stages, firstStages) = FieldStage.stages(of: pixels, firstCount: firstCount)
    // A step's index is the time at which it is run.
    let steps = stages.enumerated().flatMap { index, stage in
      [PlannedStep.routine(stage)] + stage.instructions.map { .instruction($0) }
        + (index + 1 == firstStages ? [.end] : [])
    }
    for (time, step) in steps.enumerated() {
      for node in step.nodes { for operand in node.takenOperands { readPixel(operand, at: time) } }
    }
    var compiler = StripCompiler(constants: program.constants)
    var finished: [FieldStep] = []
    for (time, step) in steps.enumerated() {
      switch step {
      case .routine(let stage):
        let results = stage.compiled.flatMap(\.values).filter { (lastUses[$0] ?? 0) > time }
        let nodes = stage.ordered(for: Set(results))
        guard !nodes.isEmpty else { continue }
        // Results take strips in which no operand lies: a routine may read an operand after it has written a result.
        var stores: [Int: Int] = [:]
        for value in results { stores[value] = assignOffset(to: value, .pixel) }
        let operands = Set(nodes.flatMap(\.takenOperands))
        let inputs = slots.filter { operands.contains($0.key) }
        finished.append(.routine(compiler.compile(nodes, inputs: inputs, stores: stores)))
        freeStrips(of: operands, readLastAt: time)
      case .instruction(let node):
        if let instruction = instruction(node, at: time) { finished.append(self.step(instruction)) }
      case .end: finished += end
      }
    }
    guard compiler.largestStack <= StripCompiler.mostStackPlaces else { return nil }
    compiler.assembler.finish()
    return MachineCode(compiler.assembler.bytes).map { (finished, $0) }
  }

  /// What is run for pixels, before it has memory.
  private enum PlannedStep {
    case routine(FieldStage)
    case instruction(FormulaProgram.Node)
    case end

    var nodes: [FormulaProgram.Node] {
      switch self {
      case .routine(let stage): stage.compiled
      case .instruction(let node): [node]
      case .end: []
      }
    }
  }

  private mutating func freeStrips(of operands: Set<Int>, readLastAt time: Int) {
    for operand in operands.sorted() where lastUses[operand] == time {
      if let slot = slots[operand], slot.stride > 0 { freeStrips.append(slot.offset) }
    }
  }

  /// Says when a number is read; those of columns are read by every row.
  private mutating func readPixel(_ value: Int, at time: Int) {
    if rates[value] == .pixel, lastUses[value] != .max { lastUses[value] = time }
  }

  /// Assigns memory to a result and returns its offset.
  private mutating func assignOffset(to value: Int, _ rate: FormulaRate) -> Int {
    if rate == .row {
      let offset = nextRowOffset
      nextRowOffset += 8
      slots[value] = StripInstruction.Slot(offset: offset, stride: 0)
      return offset
    }
    if lastUses[value] == nil {
      let strip = unreadStrip ?? newStrip()
      unreadStrip = strip
      return strip
    }
    let offset = freeStrips.popLast() ?? newStrip()
    slots[value] = StripInstruction.Slot(offset: offset, stride: 8)
    return offset
  }

  /// Adds a strip and returns its offset.
  private mutating func newStrip() -> Int {
    stripCount += 1
    return firstStrip + (stripCount - 1) * FieldSchedule.pitch
  }
}

// MARK: Opacity

extension FieldScheduleBuilder {
  /// The nodes that are computed for each pixel, those first that the opacity depends on, and the number of these. It is 0 where too little
  /// is left to be saved.
  fileprivate static func pixelNodes(
    of program: FormulaProgram, opacity: Int?
  ) -> (nodes: [FormulaProgram.Node], firstCount: Int) {
    let nodes = program.nodes.filter { $0.rate == .pixel }
    guard let opacity else { return (nodes, 0) }
    var needed: Set<Int> = [opacity]
    var (first, others, otherAdditions) = ([FormulaProgram.Node](), [FormulaProgram.Node](), 0.0)
    for node in nodes.reversed() {
      if node.values.contains(where: { needed.contains($0) }) {
        needed.formUnion(node.takenOperands)
        first.append(node)
      } else {
        others.append(node)
        otherAdditions += node.source.additions
      }
    }
    // Numbers that both parts need pass through memory, which takes some additions.
    guard !first.isEmpty, otherAdditions >= 10 else { return (nodes, 0) }
    return (first.reversed() + others.reversed(), first.count)
  }
}
