/// Emission of a root cell: its times, and how its births are divided into chunks.
struct RootEmission {
  /// Index of the cell.
  let cell: Int
  /// Local second at which the emission begins, and seconds until it ends.
  let start: Double
  let limit: Double
  /// Local seconds after which births repeat; 0: never.
  let period: Double
  /// Births of the schedule in one period of a loop.
  let loopBirths: UInt64
  /// Seconds up to which a burst may fire; longer than `limit` where a loop repeats all of time.
  let burstLimit: Double
  /// Root births in a chunk.
  let chunkSize: Int
}

extension EmitterProgram {
  /// Appends the work of one frame in drawing order: cells as in the file, then (in a loop) the oldest occurrence of
  /// the births first, then the schedule's births and the bursts, each by number.
  package func chunks(at localTime: Double, into chunks: inout [ParticleChunk]) {
    // Particles that are born before the shutter closes belong to the frame.
    let localTime = localTime + halfShutter
    for (index, root) in roots.enumerated() {
      guard root.period > 0 else {
        appendChunks(of: root, index: index, at: localTime, shift: 0, to: &chunks)
        continue
      }
      // Visit every period of the loop whose births can still be visible.
      let kernel = kernels[root.cell]
      var longest = root.limit
      for burst in 0..<kernel.burstCount { longest = max(longest, kernel.bursts[burst].time) }
      let last = ((root.start + longest + kernel.visibility - localTime) / root.period).rounded(.up)
      let first = ((root.start - localTime) / root.period).rounded(.down)
      var lap = last
      while lap >= first {
        appendChunks(of: root, index: index, at: localTime, shift: lap * root.period, to: &chunks)
        lap -= 1
      }
    }
  }

  private func appendChunks(
    of root: RootEmission, index: Int, at localTime: Double, shift: Double, to chunks: inout [ParticleChunk]
  ) {
    let elapsed = localTime + shift - root.start
    guard elapsed >= 0 else { return }
    let kernel = kernels + root.cell
    func append(source: Int, _ range: Range<UInt64>) {
      var number = range.lowerBound
      while number < range.upperBound {
        let size = UInt64(root.chunkSize)
        var count = min(size, range.upperBound - number)
        // States of stepped particles are cached by chunk: a birth must always fall into the same one.
        if isStepped { count = min(count, size - number % size) }
        chunks.append(
          ParticleChunk(
            cell: root.cell, root: index, source: source, shift: shift, firstNumber: number, count: Int(count)))
        number += count
      }
    }
    if !kernel.pointee.schedule.isSilent, elapsed - root.limit <= kernel.pointee.visibility {
      var range = Evaluation.candidates(of: kernel, elapsed: elapsed, limit: root.limit)
      if root.period > 0 { range = range.clamped(to: 0..<root.loopBirths) }
      append(source: 0, range)
    }
    for burst in 0..<kernel.pointee.burstCount {
      let record = kernel.pointee.bursts[burst]
      guard record.time <= root.burstLimit, record.time <= elapsed else { continue }
      guard elapsed - record.time <= kernel.pointee.visibility else { continue }
      append(source: burst + 1, 0..<record.count)
    }
  }
}
