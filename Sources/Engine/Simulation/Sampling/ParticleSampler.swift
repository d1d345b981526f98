import Lanes
import Model

/// Evaluates a sample of an emitter's births by the code that draws them, so that what a frame takes can be extrapolated: where few
/// are born all of them, else every k-th batch of eight, and of each child cell every k-th child.
///
/// How many are born is counted by the birth schedules, never by going through the births: the time of a sample and its memory have
/// a bound whatever the rates, lives and clocks. The same emitter gives the same sample. Values that change with time are tabulated more
/// coarsely than for drawing, and very long trajectories integrated in longer steps.
package final class ParticleSampler {
  /// The emitter's cells, in the order of `EmitterProgram.cells`.
  package var cells: [ProgramCell] { program.cells }
  private let program: EmitterProgram
  private let scratch = EvaluationScratch()
  private let output: ChunkOutput

  /// The most steps in which the sampled particles' lives are integrated.
  private static let maximumSteps = 2_048.0
  /// The most periods of a loop whose births are listed: if particles live for more periods, evenly spread ones are taken.
  private static let maximumPeriods = 64.0

  /// - Parameters:
  ///   - timing: of the layer's first iteration, as for an `EmitterProgram`.
  ///   - viewMarginPixels: how far around the frame particles are drawn.
  ///   - end: the latest canvas second for which a sample is taken.
  package init(timing: LayerTiming, emitter: Emitter, canvas: Canvas, viewMarginPixels: Int, end: Double) {
    var emitter = emitter
    let clocks = ClockRange(local: 0...max(end, 0), canvas: 0...max(end, 0))
    emitter.cells = emitter.cells.map { Self.coarsened($0, during: clocks) }
    program = EmitterProgram(
      timing: timing, emitter: emitter, canvas: canvas, viewMarginPixels: viewMarginPixels,
      chunkCapacity: EmitterProgram.chunkCapacity,
      tabulation: .sampling(horizon: max(0, timing.localTime(at: end) - timing.timeOffset)), isSampled: true)
    output = program.makeOutput()
  }

  /// The cell with steps so long that a life has at most `maximumSteps` of them; its children, too.
  private static func coarsened(_ cell: Cell, during clocks: ClockRange) -> Cell {
    guard cell.isStepped || !cell.cells.isEmpty else { return cell }
    var cell = cell
    let lifetime =
      cell.lifetime.valueRange(during: clocks).upperBound + cell.lifetimeRange.valueRange(during: clocks).upperBound / 2
    cell.step = max(cell.step, lifetime / maximumSteps)
    cell.cells = cell.cells.map { coarsened($0, during: clocks) }
    return cell
  }

  /// The longest life of a cell's particles in seconds.
  package func maximumLifetime(ofCell cell: Int) -> Double { Double(program.kernels[cell].maximumLifetime) }

  /// Local seconds for which the shutter of a cell is open.
  package func openSeconds(ofCell cell: Int) -> Double { 2 * Double(program.kernels[cell].halfShutter) }

  /// How many instructions of formulas are run for each birth of a cell that is not born together with others.
  package func birthInstructionCount(ofCell cell: Int) -> Double {
    program.animatedParameters[cell].reduce(0) { $0 + $1.instructionCount }
  }

  // MARK: Times of births

  /// Births that take place at one time.
  package struct BirthEvent {
    /// Index of the root cell.
    package var cell: Int
    /// Local seconds.
    package var time: Double
    package var births: Double
  }

  /// The bursts of root cells with the most births, and, where a root cell's schedule has few births, each of these.
  package func birthEvents(maximumPerCell: Int) -> [BirthEvent] {
    program.roots.flatMap { root in
      let kernel = program.kernels[root.cell]
      var events: [BirthEvent] = []
      for burst in 0..<kernel.burstCount {
        let burst = kernel.bursts[burst]
        guard burst.count > 0, burst.delaySeconds <= root.burstDelayLimit else { continue }
        events.append(
          BirthEvent(cell: root.cell, time: root.emissionStart + burst.delaySeconds, births: Double(burst.count)))
      }
      events.sort { $0.births > $1.births }
      let scheduled = kernel.schedule.births(until: max(root.emissionDuration, 0))
      if scheduled >= 1, scheduled <= Double(maximumPerCell) {
        for number in 1...Int(scheduled) {
          events.append(
            BirthEvent(cell: root.cell, time: root.emissionStart + kernel.schedule.time(of: Double(number)), births: 1))
        }
      }
      return events.prefix(maximumPerCell)
    }
  }

  /// Whether the rate at which some root cell gives birth changes.
  package var hasChangingRates: Bool { program.roots.contains { program.kernels[$0.cell].schedule.constantRate < 0 } }

  /// The number of root births that a frame evaluates at a local time, each with the particles that descend from it.
  package func rootBirths(at localTime: Double) -> Double {
    program.roots.indices.reduce(0) { sum, root in
      ranges(of: root, at: localTime).reduce(sum) { $0 + $1.weight * Double($1.numbers.count) }
    }
  }

  // MARK: Samples

  /// Births of one source of a root cell.
  private struct BirthRange {
    var source: BirthSource
    var loopShiftSeconds: Double
    var numbers: Range<UInt64>
    /// How many such ranges this one stands for.
    var weight: Double
  }

  /// The births of a root cell that a frame evaluates; in a loop, of some periods.
  private func ranges(of rootIndex: Int, at localTime: Double) -> [BirthRange] {
    let root = program.roots[rootIndex]
    let shutterCloseTime = localTime + program.maximumHalfShutter
    var ranges: [BirthRange] = []
    func add(loopShiftSeconds: Double, weight: Double) {
      program.births(of: root, until: shutterCloseTime, loopShiftSeconds: loopShiftSeconds) { source, numbers in
        guard !numbers.isEmpty else { return }
        ranges.append(
          BirthRange(source: source, loopShiftSeconds: loopShiftSeconds, numbers: numbers, weight: weight))
      }
    }
    guard root.loopPeriod > 0 else {
      add(loopShiftSeconds: 0, weight: 1)
      return ranges
    }
    guard let shifts = program.loopShifts(of: root, until: shutterCloseTime) else { return [] }
    // Beyond what a Double counts apart, or has at all, any number of periods is far too many.
    let periods = min(shifts.upperBound - shifts.lowerBound + 1, 0x1p100)
    let listed = min(periods, Self.maximumPeriods)
    for number in 0..<Int(listed) {
      let shift = shifts.lowerBound + ((Double(number) + 0.5) * min(periods, 0x1p52) / listed).rounded(.down)
      add(loopShiftSeconds: shift * root.loopPeriod, weight: periods / listed)
    }
    return ranges
  }

  /// What a frame evaluates of one cell, extrapolated from the sample.
  package struct CellSample {
    package var counts = CellCounts()
    /// Chunks into which the births are divided; 0 for child cells.
    package var chunks = 0.0
  }

  /// Evaluates a sample of the particles at a local time.
  ///
  /// - Parameters:
  ///   - canvasTime: canvas second of the frame, at which the camera is read.
  ///   - particlesPerCell: about how many births of each cell are evaluated, at most.
  ///   - visit: is given the records of each part of the sample: a cell's index, its columns and ribbons, and how many particles each of
  ///     them stands for.
  package func sample(
    at localTime: Double, canvasTime: Double, particlesPerCell: Int,
    visit: (Int, ParticleColumns, Ribbons, Double) -> Void
  ) -> [CellSample] {
    let view = program.view(at: canvasTime)
    var samples = [CellSample](repeating: CellSample(), count: program.cells.count)
    for (rootIndex, root) in program.roots.enumerated() {
      let ranges = ranges(of: rootIndex, at: localTime)
      let batchCount = ranges.reduce(0) { $0 + Self.batchCount($1.numbers) }
      guard batchCount > 0 else { continue }
      let wanted = UInt64(max(particlesPerCell / 8, 2))
      let stride = (batchCount + wanted - 1) / wanted
      let births = ranges.reduce(0) { $0 + Double($1.numbers.count) }
      let treeEnd = rootIndex + 1 < program.roots.count ? program.roots[rootIndex + 1].cell : program.cells.count
      setStrides(
        root.cell, parents: births / Double(stride), maximum: Double(max(particlesPerCell, 16)))
      samples[root.cell].chunks = ranges.reduce(0) {
        $0 + $1.weight * (Double($1.numbers.count) / Double(root.chunkSize)).rounded(.up)
      }
      let chunks = chunks(of: rootIndex, ranges, stride: stride)
      // The births of each range are shared out among its batches, of which the last may be smaller than the others. A range without
      // any counts with the others.
      let covered = chunks.reduce(0) { $0 + $1.births }
      for (chunk, births:represented, periods) in chunks {
        program.evaluate(chunk, at: localTime, view: view, into: output, scratch: scratch)
        let weight = represented / Double(chunk.count) * births / covered * periods
        take(root.cell..<treeEnd, weight: weight, &samples, visit)
      }
    }
    return samples
  }

  /// Every `stride`-th batch of eight births of some ranges, each with how many of its range's births it stands for, and for how many
  /// periods of a loop the range.
  private func chunks(
    of rootIndex: Int, _ ranges: [BirthRange], stride: UInt64
  ) -> [(chunk: ParticleChunk, births: Double, periods: Double)] {
    var chunks: [(chunk: ParticleChunk, births: Double, periods: Double)] = []
    var batch = stride / 2
    for range in ranges {
      let count = Self.batchCount(range.numbers)
      let firstOfRange = chunks.count
      while batch < count {
        let first = range.numbers.lowerBound + batch * 8
        let chunk = ParticleChunk(
          cell: program.roots[rootIndex].cell, rootIndex: rootIndex, source: range.source,
          loopShiftSeconds: range.loopShiftSeconds, firstNumber: first,
          count: Int(min(8, range.numbers.upperBound - first)))
        chunks.append((chunk, Double(chunk.count), range.weight))
        batch += stride
      }
      batch -= count
      let evaluated = chunks.suffix(from: firstOfRange).reduce(0) { $0 + Double($1.chunk.count) }
      for index in firstOfRange..<chunks.count {
        chunks[index].births *= Double(range.numbers.count) / evaluated
      }
    }
    return chunks
  }

  private static func batchCount(_ numbers: Range<UInt64>) -> UInt64 { (UInt64(numbers.count) + 7) / 8 }

  /// Adds what was counted of the cells of a tree since the last time, and visits their records.
  private func take(
    _ tree: Range<Int>, weight: Double, _ samples: inout [CellSample],
    _ visit: (Int, ParticleColumns, Ribbons, Double) -> Void
  ) {
    for cell in tree {
      guard let sampling = program.kernels[cell].sampling else { continue }
      let cellWeight = weight * self.weight(ofCell: cell)
      let counts = sampling.pointee.counts
      sampling.pointee.counts = CellCounts()
      samples[cell].counts.add(counts, times: cellWeight)
      if output.columns[cell].count > 0 || output.ribbons[cell].count > 0 {
        visit(cell, output.columns[cell], output.ribbons[cell], cellWeight)
      }
    }
  }

  /// How many of a cell's births each evaluated one stands for, of the parents that were evaluated.
  private func weight(ofCell cell: Int) -> Double {
    var (weight, cell) = (1.0, cell)
    while cell >= 0 {
      weight *= Double(program.kernels[cell].sampling?.pointee.stride ?? 1)
      cell = program.kernels[cell].parent
    }
    return weight
  }

  /// Sets the strides of the descendants of a cell, of which about `parents` particles are evaluated: so that about `maximum` births
  /// of each child cell are.
  private func setStrides(_ cell: Int, parents: Double, maximum: Double) {
    var childIndex = program.kernels[cell].firstChild
    while childIndex >= 0 {
      let child = program.kernels[childIndex]
      let lifetime = Double(program.kernels[cell].maximumLifetime)
      let seconds = min(child.trigger == .life ? min(child.duration, lifetime) : child.duration, child.visibleSeconds)
      var births = child.schedule.births(until: max(seconds, 0))
      for burst in 0..<child.burstCount { births += Double(child.bursts[burst].count) }
      if child.trigger == .bounce { births *= Double(child.maximumBounces) }
      let expected = parents * births
      let stride = UInt64(min(max((expected / maximum).rounded(.up), 1), 0x1p46))
      setStrides(childIndex, parents: expected / Double(stride), maximum: maximum)
      child.sampling?.pointee.begin(stride: stride)
      childIndex = child.nextSibling
    }
  }
}
