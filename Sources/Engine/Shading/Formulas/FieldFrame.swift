import Lanes
import Model

/// A program of formulas at the time of a frame: holds the numbers that are the same for all pixels, and computes the others for up to
/// `FieldSchedule.stripPixels` pixels of a row at a time.
package struct FieldFrame: Sendable {
  let schedule: FieldSchedule
  /// The numbers that are the same for the whole frame, in the order of `FieldSchedule.frameValues`.
  private let numbers: [Float]
  private let pointsPerPixel: Float
  /// For each of the schedule's grids, its program at the time of the frame.
  private let grids: [FieldFrame]

  /// - Parameter ramp: returns the straight colour of the formula's ramp at a location of 0...1.
  init(_ program: FormulaProgram, _ schedule: FieldSchedule, _ inputs: FormulaInputs, ramp: (Double) -> SIMD4<Double>) {
    self.init(
      schedule, values: program.values(inputs, through: .frame, ramp: ramp), pointsPerPixel: Float(inputs.pixel))
  }

  private init(_ schedule: FieldSchedule, values: [Double], pointsPerPixel: Float) {
    self.schedule = schedule
    let limit = Double(Float.greatestFiniteMagnitude)
    numbers = schedule.frameValues.map { Float(min(max(values[$0], -limit), limit)) }
    self.pointsPerPixel = pointsPerPixel
    grids = schedule.grids.map { FieldFrame($0.schedule, values: values, pointsPerPixel: pointsPerPixel) }
  }

  /// Writes the numbers that are the same for the whole frame to the memory of a thread.
  func writeNumbers(to base: UnsafeMutablePointer<Float>) {
    for (index, number) in numbers.enumerated() { Lanes.store(Float8(repeating: number), to: base + 8 * index) }
    for (grid, frame) in zip(schedule.grids, grids) { frame.writeNumbers(to: base + grid.places.start) }
  }

  /// Computes what depends on the column alone.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first sample: a column plus the sample's position within the pixel.
  ///   - blocks: number of blocks of eight pixels, at most `FieldSchedule.stripPixels` pixels in all.
  func runColumns(_ machine: FieldMachine, x: Float, blocks: Int) {
    runColumns(machine, x: x, spacing: 1, blocks: blocks)
    for (grid, frame) in zip(schedule.grids.lazy.map(\.places), grids) {
      precondition(Int(x.rounded(.down)) % grid.step == 0, "Columns of strips begin at a place of each grid.")
      // One place before the first pixel.
      let column = Int(x.rounded(.down)) - grid.step
      frame.runColumns(
        machine.moved(by: grid.start), x: Float(column) + 0.5, spacing: Float(grid.step), blocks: grid.blocks(blocks))
      grid.setState(GridPlaces.nothing, machine.base)
    }
  }

  /// - Parameter spacing: pixels from one sample to the next.
  private func runColumns(_ machine: FieldMachine, x: Float, spacing: Float, blocks: Int) {
    if let offset = schedule.xOffset {
      for block in 0..<blocks {
        let positions = Lanes.laneNumbers * spacing + (x + Float(8 &* block) * spacing)
        Lanes.store(positions * pointsPerPixel, to: machine.base + (offset &+ 8 &* block))
      }
    }
    schedule.columnInstructions.withUnsafeBufferPointer { machine.run($0, blocks: blocks) }
  }

  /// Computes what depends on the row alone, and then the outputs of the row's pixels, for which it reads what `runColumns` left in memory.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first sample, as given to `runColumns`.
  ///   - y: frame coordinate of the samples: a row plus the samples' position within the pixel.
  ///   - blocks: as given to `runColumns`.
  /// - Returns: false if the schedule's opacity is above 0 at none of the pixels. The other outputs are then not computed.
  @discardableResult
  func runRow(_ machine: FieldMachine, x: Float, y: Float, blocks: Int) -> Bool {
    if let offset = schedule.yOffset {
      Lanes.store(Float8(repeating: y * pointsPerPixel), to: machine.base + offset)
    }
    // A number of the row is stored once, in eight equal floats.
    schedule.rowInstructions.withUnsafeBufferPointer { machine.run($0, blocks: 1) }
    return machine.run(schedule.pixelSteps, schedule.code, blocks: blocks) { grid, output, offset in
      interpolate(grid, output, to: machine.base + offset, machine, x: x, y: y, blocks: blocks)
    }
  }

  /// The output `index` for the eight pixels of a block.
  @inline(__always)
  func output(_ index: Int, _ base: UnsafePointer<Float>, block: Int) -> Float8 {
    Lanes.load(base + (schedule.outputs[index].offset &+ block &* schedule.outputs[index].stride))
  }
}

// MARK: Grids

extension FieldFrame {
  /// Interpolates the pixels of a row from an output of a grid, whose rows of places are computed before where they are missing.
  @inline(never)
  private func interpolate(
    _ index: Int, _ output: Int, to out: UnsafeMutablePointer<Float>, _ machine: FieldMachine, x: Float, y: Float,
    blocks: Int
  ) {
    // The places alone: a copy of the whole grid would retain its program's arrays for each strip.
    let grid = schedule.grids[index].places
    let blocksOfPlaces = grid.blocks(blocks)
    let row = Int(y.rounded(.down)) >> grid.step.trailingZeroBitCount
    if grid.state(machine.base) != Int32(row) {
      computeRows(above: row, of: grid, grids[index], machine, blocks: blocksOfPlaces)
    }
    func places(_ row: Int) -> UnsafePointer<Float> { UnsafePointer(grid.row(row, output: output, machine.base)) }
    // Places lie at the centres of pixels.
    let t = (y - 0.5 - Float(row * grid.step)) / Float(grid.step)
    let rows = SampleRows(
      places(row - 1), places(row), places(row + 1), places(row + 2), count: 8 * blocksOfPlaces,
      CatmullRomWeights(Float8(repeating: t)))
    let spline = RowSpline(step: grid.step, phase: x - x.rounded(.down) - 0.5)
    spline.interpolate(rows, to: out, count: 8 * blocks) { $0 }
  }

  /// Computes those of the four rows of places around a row of pixels that have not been computed.
  ///
  /// - Parameter row: the row of places at the pixels or next above.
  private func computeRows(
    above row: Int, of grid: GridPlaces, _ frame: FieldFrame, _ machine: FieldMachine, blocks: Int
  ) {
    let last = grid.state(machine.base)
    let isNext = last != GridPlaces.nothing && last < row && Int(last) + 4 > row
    let first = isNext ? Int(last) + 3 : row - 1
    let base = machine.base + grid.start
    for place in first...(row + 2) {
      let y = Float(place * grid.step) + 0.5
      frame.runRow(machine.moved(by: grid.start), x: 0, y: y, blocks: blocks)
      for output in frame.schedule.outputs.indices {
        let places = grid.row(place, output: output, machine.base)
        for block in 0..<blocks { Lanes.store(frame.output(output, base, block: block), to: places + 8 &* block) }
      }
    }
    grid.setState(Int32(row), machine.base)
  }
}

extension FieldFrame {
  /// The outputs of a program at neighbouring pixels of some rows, one output after the other, each row after row.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first sample.
  ///   - rows: the rows, whose samples lie as far from their pixels' upper edges as those of the columns from their left ones.
  ///   - blocks: number of blocks of eight pixels, at most `FieldSchedule.stripPixels` pixels in all.
  ///   - isCompiled: whether operations become machine code where that is possible.
  package static func outputs(
    of program: FormulaProgram, _ inputs: FormulaInputs, x: Float, rows: Range<Int>, blocks: Int, isCompiled: Bool
  ) -> [[Float]] {
    let ramp = FieldColors(ColorMap(.black, .white), encoding: .linear, clock: AnimationClock(0))
    let schedule = FieldSchedule(program, pixelsPerPoint: 1 / inputs.pixel, isCompiled: isCompiled)
    let frame = FieldFrame(program, schedule, inputs) { SIMD4($0, $0, $0, 1) }
    let memory = AlignedBuffer<Float>(count: frame.schedule.floatCount)
    var results = [[Float]](repeating: [], count: program.outputs.count)
    ramp.withReader { reader in
      let machine = FieldMachine(base: memory.base, seed: UInt32(truncatingIfNeeded: inputs.seed), ramp: reader)
      frame.writeNumbers(to: machine.base)
      frame.runColumns(machine, x: x, blocks: blocks)
      for row in rows {
        frame.runRow(machine, x: x, y: Float(row) + (x - x.rounded(.down)), blocks: blocks)
        for output in results.indices {
          for block in 0..<blocks {
            let values = frame.output(output, machine.base, block: block)
            results[output] += (0..<8).map { values[$0] }
          }
        }
      }
    }
    return results
  }
}
