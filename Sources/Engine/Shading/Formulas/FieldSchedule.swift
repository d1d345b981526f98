import Lanes
import Model

/// A field's program prepared for strips: what is computed once a row, once a column and for each pixel, and where each number lies in a
/// thread's memory.
///
/// The memory begins with the numbers that are the same for a whole frame, followed by those that are the same for a row, as eight equal
/// floats each. Strips follow: each holds one number at up to `stripPixels` neighbouring pixels of a row. A strip is reused once its
/// number has been read for the last time, so that few strips need to be in the cache.
struct FieldSchedule: Sendable {
  /// The indices, among the program's values, of those that are the same for a whole frame, in the order in which they lie in
  /// memory.
  let frameValues: [Int]
  let rowInstructions: [StripInstruction]
  let columnInstructions: [StripInstruction]
  let pixelSteps: [FieldStep]
  /// The routines of `pixelSteps`; nil if all of them are instructions.
  let code: MachineCode?
  /// The offsets at which the coordinates x and y are written: x into a strip, y as a number of the row. Nil where the program does not read
  /// them.
  let xOffset: Int?
  let yOffset: Int?
  /// Where the program's outputs lie in memory.
  let outputs: [StripInstruction.Slot]
  /// The floats of memory in total, including the finished colours of a strip.
  let floatCount: Int
  /// The offset of the finished colours: four planes, `pitch` floats apart.
  let colorOffset: Int

  /// The greatest number of pixels in a strip.
  static let stripPixels = 256
  /// Floats from one strip to the next: a few more than a strip has pixels, because addresses that lie a power of two apart compete for
  /// the same sets of the cache.
  static let pitch = stripPixels + 8

  /// - Parameter isCompiled: whether operations become machine code where that is possible. The numbers are the same, bit by bit.
  init(_ program: FormulaProgram, isCompiled: Bool = MachineCode.isPossible) {
    var builder = Builder(program)
    frameValues = builder.frameValues
    func instructions(_ rate: FormulaRate) -> [StripInstruction] {
      program.nodes.enumerated().compactMap { index, node in
        node.rate == rate ? builder.instruction(node, at: index) : nil
      }
    }
    rowInstructions = instructions(.row)
    columnInstructions = instructions(.column)
    if isCompiled, let (steps, code) = builder.compiledSteps(program) {
      (pixelSteps, self.code) = (steps, code)
    } else {
      (pixelSteps, code) = (instructions(.pixel).map { .instruction($0) }, nil)
    }
    xOffset = builder.xOffset
    yOffset = builder.yOffset
    outputs = program.outputs.map { builder.slots[$0] ?? StripInstruction.Slot() }
    colorOffset = builder.firstStrip + builder.stripCount * FieldSchedule.pitch
    floatCount = colorOffset + 4 * FieldSchedule.pitch
  }

  /// Assigns memory to numbers and makes the instructions.
  private struct Builder {
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

    init(_ program: FormulaProgram) {
      var rates: [Int: FormulaRate] = [:]
      for node in program.nodes { for value in node.values { rates[value] = node.rate } }
      self.rates = rates
      for (index, node) in program.nodes.enumerated() {
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

    /// The instruction of a node; nil for an input, which `FieldFrame` writes.
    mutating func instruction(_ node: FormulaProgram.Node, at index: Int) -> StripInstruction? {
      let operands = node.operandIndices.map { slots[$0] ?? StripInstruction.Slot() }
      // Strips that are read for the last time are freed first: a result may overwrite its operand.
      for operand in Set(node.operandIndices).sorted() where lastUses[operand] == index {
        if let slot = slots[operand], slot.stride > 0 { freeStrips.append(slot.offset) }
      }
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

    /// The pixels' nodes as routines and instructions, and the code of the routines; nil if the system gives no memory for it.
    mutating func compiledSteps(_ program: FormulaProgram) -> ([FieldStep], MachineCode)? {
      let stages = FieldStage.stages(of: program)
      // A step's index is the time at which it is run: a stage's routine, then each of its instructions.
      var time = 0
      for stage in stages {
        for node in stage.compiled { for operand in node.takenOperands { readPixel(operand, at: time) } }
        for (index, node) in stage.instructions.enumerated() {
          for operand in node.takenOperands { readPixel(operand, at: time + 1 + index) }
        }
        time += 1 + stage.instructions.count
      }
      var compiler = StripCompiler(constants: program.constants)
      var steps: [FieldStep] = []
      time = 0
      for stage in stages {
        let results = stage.compiled.flatMap(\.values).filter { (lastUses[$0] ?? 0) > time }
        let nodes = stage.ordered(for: Set(results))
        if !nodes.isEmpty {
          // Results take strips in which no operand lies: a routine may read an operand after it has written a result.
          var stores: [Int: Int] = [:]
          for value in results { stores[value] = assignOffset(to: value, .pixel) }
          let operands = Set(nodes.flatMap(\.takenOperands))
          steps.append(
            .routine(compiler.compile(nodes, inputs: slots.filter { operands.contains($0.key) }, stores: stores)))
          for operand in operands.sorted() where lastUses[operand] == time {
            if let slot = slots[operand], slot.stride > 0 { freeStrips.append(slot.offset) }
          }
        }
        for (index, node) in stage.instructions.enumerated() {
          if let instruction = instruction(node, at: time + 1 + index) { steps.append(.instruction(instruction)) }
        }
        time += 1 + stage.instructions.count
      }
      compiler.assembler.finish()
      return MachineCode(compiler.assembler.bytes).map { (steps, $0) }
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
}
