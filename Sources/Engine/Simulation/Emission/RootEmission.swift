import Lanes
import Model

/// Emission of a root cell: its times, and how its births are divided into chunks. Times are seconds of the layer's local
/// clock.
struct RootEmission {
  /// Index of the cell in `EmitterProgram.cells`.
  let cell: Int
  /// Local time at which the emission begins.
  let emissionStart: Double
  /// Seconds for which the schedule emits; infinite for an emission without an end, negative for one that never begins. In a
  /// loop at most one period.
  let emissionDuration: Double
  /// Period of the loop, after which births repeat; 0 where nothing loops.
  let loopPeriod: Double
  /// Births of the schedule in one period of a loop.
  let loopBirths: UInt64
  /// Seconds after the emission's start: bursts with a longer delay do not take place. A loop cuts `emissionDuration` to one period
  /// but not this limit: a burst that comes later than that is repeated in every period, too.
  let burstDelayLimit: Double
  /// The greatest number of root births in a chunk.
  let chunkSize: Int
}

extension EmitterProgram {
  /// Appends the chunks that a frame evaluates, in drawing order: by cell, as in the file; in a loop then by the period of birth,
  /// the oldest first; then the scheduled births before the bursts; and the births of each source by number.
  package func chunks(at localTime: Double, into chunks: inout [ParticleChunk]) {
    // Particles that are born before the shutter closes belong to the frame. Where cells have different shutters, the longest one
    // is taken for all.
    let shutterCloseTime = localTime + maximumHalfShutter
    for (index, root) in roots.enumerated() {
      guard root.loopPeriod > 0 else {
        appendChunks(of: root, rootIndex: index, until: shutterCloseTime, loopShiftSeconds: 0, to: &chunks)
        continue
      }
      // A period far shorter than a life is shifted very often. Cost counts the particles of all shifts, of which each has one at
      // least, so that too many are refused before anything is drawn.
      guard let shifts = loopShifts(of: root, until: shutterCloseTime) else { continue }
      // Groups of other clocks can hide from the count that a period is so short that its shifts have no end: then only the youngest
      // particles are drawn.
      let oldestShift = min(shifts.upperBound, shifts.lowerBound + Limits.liveParticles)
      for shiftPeriods in (Int(limiting: shifts.lowerBound)...Int(limiting: oldestShift)).reversed() {
        appendChunks(
          of: root, rootIndex: index, until: shutterCloseTime,
          loopShiftSeconds: Double(shiftPeriods) * root.loopPeriod, to: &chunks)
      }
    }
  }

  /// The whole periods by which a frame's time is shifted in a loop; nil if there is no birth.
  ///
  /// Every period repeats the births of the first one, so only these are evaluated, with the frame's time shifted by whole
  /// periods: once for each shift at which one of them can be visible. The largest shift shows the oldest particles and comes first.
  func loopShifts(of root: RootEmission, until shutterCloseTime: Double) -> ClosedRange<Double>? {
    let kernel = kernels[root.cell]
    var latestDelay = root.emissionDuration
    for burst in 0..<kernel.burstCount { latestDelay = max(latestDelay, kernel.bursts[burst].delaySeconds) }
    let lastSeenTime = root.emissionStart + latestDelay + kernel.visibleSeconds
    let maximumShift = ((lastSeenTime - shutterCloseTime) / root.loopPeriod).rounded(.up)
    let minimumShift = ((root.emissionStart - shutterCloseTime) / root.loopPeriod).rounded(.down)
    guard maximumShift >= minimumShift, mayHaveBirths(root) else { return nil }
    return minimumShift...maximumShift
  }

  /// Whether there is a birth in a period of a loop.
  private func mayHaveBirths(_ root: RootEmission) -> Bool {
    let kernel = kernels[root.cell]
    if kernel.schedule.mayHaveBirths, root.loopBirths > 0 { return true }
    return (0..<kernel.burstCount).contains {
      kernel.bursts[$0].count > 0 && kernel.bursts[$0].delaySeconds <= root.burstDelayLimit
    }
  }

  /// Appends chunks of those births of one root cell that may be visible at the frame's time plus `loopShiftSeconds`.
  ///
  /// - Parameters:
  ///   - rootIndex: the emission's index in `roots`.
  ///   - shutterCloseTime: local second at which the longest of the cells' shutters closes; births after it are left out.
  private func appendChunks(
    of root: RootEmission, rootIndex: Int, until shutterCloseTime: Double, loopShiftSeconds: Double,
    to chunks: inout [ParticleChunk]
  ) {
    births(of: root, until: shutterCloseTime, loopShiftSeconds: loopShiftSeconds) { source, range in
      var number = range.lowerBound
      while number < range.upperBound {
        let size = UInt64(root.chunkSize)
        var count = min(size, range.upperBound - number)
        // States of stepped particles are cached by chunk: a birth must fall into the same chunk in every frame.
        if isStepped { count = min(count, size - number % size) }
        chunks.append(
          ParticleChunk(
            cell: root.cell, rootIndex: rootIndex, source: source, loopShiftSeconds: loopShiftSeconds,
            firstNumber: number,
            count: Int(count)))
        number += count
      }
    }
  }

  /// Calls `visit` with the numbers of those births of each source of a root cell that may be visible at the frame's time plus
  /// `loopShiftSeconds`.
  func births(
    of root: RootEmission, until shutterCloseTime: Double, loopShiftSeconds: Double,
    visit: (BirthSource, Range<UInt64>) -> Void
  ) {
    let elapsed = shutterCloseTime + loopShiftSeconds - root.emissionStart
    guard elapsed >= 0 else { return }
    let kernel = kernels + root.cell
    if kernel.pointee.schedule.mayHaveBirths, elapsed - root.emissionDuration <= kernel.pointee.visibleSeconds {
      var range = Evaluation.candidateNumbers(of: kernel, elapsed: elapsed, emissionDuration: root.emissionDuration)
      if root.loopPeriod > 0 { range = range.clamped(to: 0..<root.loopBirths) }
      visit(.schedule, range)
    }
    for burstIndex in 0..<kernel.pointee.burstCount {
      let burst = kernel.pointee.bursts[burstIndex]
      guard burst.delaySeconds <= root.burstDelayLimit, burst.delaySeconds <= elapsed else { continue }
      guard elapsed - burst.delaySeconds <= kernel.pointee.visibleSeconds else { continue }
      visit(.burst(burstIndex), 0..<burst.count)
    }
  }
}
