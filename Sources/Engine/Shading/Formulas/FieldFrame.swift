import Lanes
import Model

/// A program of formulas at the time of a frame: holds the numbers that are the same for all pixels, and computes the others for up to
/// `FieldSchedule.stripPixels` pixels of a row at a time.
package struct FieldFrame: Sendable {
  let schedule: FieldSchedule
  /// The numbers that are the same for the whole frame, in the order of `FieldSchedule.frameValues`.
  private let numbers: [Float]
  private let pointsPerPixel: Float

  /// - Parameter ramp: returns the straight colour of the formula's ramp at a location of 0...1.
  init(_ program: FormulaProgram, _ schedule: FieldSchedule, _ inputs: FormulaInputs, ramp: (Double) -> SIMD4<Double>) {
    self.schedule = schedule
    let values = program.values(inputs, through: .frame, ramp: ramp)
    let limit = Double(Float.greatestFiniteMagnitude)
    numbers = schedule.frameValues.map { Float(min(max(values[$0], -limit), limit)) }
    pointsPerPixel = Float(inputs.pixel)
  }

  /// Writes the numbers that are the same for the whole frame to the memory of a thread.
  func writeNumbers(to base: UnsafeMutablePointer<Float>) {
    for (index, number) in numbers.enumerated() { Lanes.store(Float8(repeating: number), to: base + 8 * index) }
  }

  /// Computes what depends on the column alone.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first sample: a column plus the sample's position within the pixel.
  ///   - blocks: number of blocks of eight pixels, at most `FieldSchedule.stripPixels` pixels in all.
  func runColumns(_ machine: FieldMachine, x: Float, blocks: Int) {
    if let offset = schedule.xOffset {
      for block in 0..<blocks {
        let positions = Lanes.laneNumbers + (x + Float(8 &* block))
        Lanes.store(positions * pointsPerPixel, to: machine.base + (offset &+ 8 &* block))
      }
    }
    schedule.columnInstructions.withUnsafeBufferPointer { machine.run($0, blocks: blocks) }
  }

  /// Computes what depends on the row alone, and then the outputs of the row's pixels, for which it reads what `runColumns` left in memory.
  ///
  /// - Parameters:
  ///   - y: frame coordinate of the samples: a row plus the samples' position within the pixel.
  ///   - blocks: as given to `runColumns`.
  /// - Returns: false if the schedule's opacity is above 0 at none of the pixels. The other outputs are then not computed.
  @discardableResult
  func runRow(_ machine: FieldMachine, y: Float, blocks: Int) -> Bool {
    if let offset = schedule.yOffset {
      Lanes.store(Float8(repeating: y * pointsPerPixel), to: machine.base + offset)
    }
    // A number of the row is stored once, in eight equal floats.
    schedule.rowInstructions.withUnsafeBufferPointer { machine.run($0, blocks: 1) }
    return machine.run(schedule.pixelSteps, schedule.code, blocks: blocks)
  }

  /// The output `index` for the eight pixels of a block.
  @inline(__always)
  func output(_ index: Int, _ base: UnsafePointer<Float>, block: Int) -> Float8 {
    Lanes.load(base + (schedule.outputs[index].offset &+ block &* schedule.outputs[index].stride))
  }
}

extension FieldFrame {
  /// The outputs of a program at neighbouring pixels of a row, one output after the other.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first sample.
  ///   - y: frame coordinate of the samples.
  ///   - blocks: number of blocks of eight pixels, at most `FieldSchedule.stripPixels` pixels in all.
  ///   - isCompiled: whether operations become machine code where that is possible.
  package static func outputs(
    of program: FormulaProgram, _ inputs: FormulaInputs, x: Float, y: Float, blocks: Int, isCompiled: Bool
  ) -> [[Float]] {
    let ramp = FieldColors(ColorMap(.black, .white), encoding: .linear, clock: AnimationClock(0))
    let frame = FieldFrame(program, FieldSchedule(program, isCompiled: isCompiled), inputs) { SIMD4($0, $0, $0, 1) }
    let memory = AlignedBuffer<Float>(count: frame.schedule.floatCount)
    return ramp.withReader { reader in
      let machine = FieldMachine(base: memory.base, seed: UInt32(truncatingIfNeeded: inputs.seed), ramp: reader)
      frame.writeNumbers(to: machine.base)
      frame.runColumns(machine, x: x, blocks: blocks)
      frame.runRow(machine, y: y, blocks: blocks)
      return program.outputs.indices.map { output in
        (0..<blocks).flatMap { block in
          let values = frame.output(output, machine.base, block: block)
          return (0..<8).map { values[$0] }
        }
      }
    }
  }
}
