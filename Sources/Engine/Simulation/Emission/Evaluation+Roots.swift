import Lanes
import Model

extension Evaluation {
  /// Evaluates the root births of a chunk, block by block, and all their descendants.
  func emit(_ chunk: ParticleChunk, of root: RootEmission) {
    let kernel = kernels + root.cell
    switch kernel.pointee.specialization {
    case .simpleRoot: emit(chunk, of: root, CellEvaluator<SimpleRoot>(kernel))
    case .general: emit(chunk, of: root, CellEvaluator<GeneralCell>(kernel))
    }
  }

  private func emit<Specialization>(
    _ chunk: ParticleChunk, of root: RootEmission, _ cell: CellEvaluator<Specialization>
  ) {
    let kernel = cell.kernel
    let block = blocks[0]
    let emissionStart = Double8(repeating: root.emissionStart)
    // All births of a burst take place, and so do all births of a loop's period, even if rounding moves the last one past the
    // emission's end. Without a loop, a chunk of scheduled births may hold births after the emission's end, which are left out.
    let allAreBorn = chunk.source.isBurst || root.loopPeriod > 0
    let maximumDelay = Double8(repeating: allAreBorn ? .infinity : root.emissionDuration)
    let never = Double8(repeating: .infinity)
    let stream = kernel.pointee.stream
    // Index, among the root particles of the chunk's `StateCache`, of the chunk's first birth.
    let firstRootEntryIndex = Int(chunk.firstNumber % UInt64(root.chunkSize))
    var parameters = kernel.pointee.parameters
    if cell.has(.animatedParameters) {
      block.parameters.update(from: parameters, count: BirthParameter.allCases.count)
      parameters = UnsafePointer(block.parameters)
    }
    var evaluatedCount = 0
    while evaluatedCount < chunk.count {
      let count = min(Block.capacity, chunk.count - evaluatedCount)
      var first = 0
      while first < count {
        let number = chunk.firstNumber &+ UInt64(truncatingIfNeeded: evaluatedCount &+ first)
        let (lowHalves, highHalves) = CounterHash.consecutive(BirthIndex.index(source: chunk.source, number: number))
        // Keys are hashed, from the cell's `StreamKey` and the birth indices, only for batches that need them; until then `keys`
        // holds the indices.
        var keys = RandomKeys(
          perParticle: ParticleKeys8(lowHalf: lowHalves, highHalf: highHalves),
          perParent: ParticleKeys8(lowHalf: lowHalves, highHalf: highHalves))
        let hasJitter = !chunk.source.isBurst && cell.has(.birthJitter)
        if hasJitter { keys.perParticle = stream.keys(low: lowHalves, high: highHalves) }
        let delays = birthDelays(cell, source: chunk.source, number: number, keys: keys.perParticle)
        var birthTimes = (emissionStart + delays).replacing(with: never, where: delays .> maximumDelay)
        if count - first < 8 {
          // Fill the last batch up with candidates that are never born.
          for lane in (count - first)..<8 { birthTimes[lane] = .infinity }
        }
        if cell.has(.children) { store(birthTimes, to: block.birthTimes + first) }
        let age = age(birthTimes)
        if mayAffectFrame(cell, age: age) {
          if !hasJitter { keys.perParticle = stream.keys(low: lowHalves, high: highHalves) }
          if cell.has(.clustered) { keys.perParent = clusterKeys(kernel, source: chunk.source, number: number) }
          if cell.has(.animatedParameters) {
            program.fillParameters(block.parameters, cell: kernel.pointee.cellIndex, birthTimes: birthTimes)
          }
          let batch = SpawnBatch(
            of: block, first: first, parameters: parameters, birthTimes: birthTimes, age: age, keys: keys,
            rootEntryIndex: firstRootEntryIndex + evaluatedCount + first)
          if Specialization.spawnsOutOfLine {
            spawnAndAppendGeneral(CellEvaluator<GeneralCell>(kernel), batch)
          } else {
            spawnAndAppend(cell, batch, parent: ParentState())
          }
        }
        first &+= 8
      }
      if cell.has(.children) { evaluateDescendants(of: root.cell, block: block, count: count, level: 0) }
      evaluatedCount += count
    }
  }

  /// Seconds from the emission's start to the eight births `number` ... `number` + 7; infinite for those that never come.
  ///
  /// Birth n of the schedule comes when the integral of the rate reaches n + 1, or with jitter n + 1 − birthJitter·u, u uniform
  /// in 0 ..< 1.
  @inline(__always)
  private func birthDelays<Specialization>(
    _ cell: CellEvaluator<Specialization>, source: BirthSource, number: UInt64, keys: ParticleKeys8
  ) -> Double8 {
    let kernel = cell.kernel
    if source.isBurst { return Double8(repeating: kernel.pointee.bursts[source.burstIndex].delaySeconds) }
    let schedule = kernel.pointee.schedule
    let ordinals = Double8(repeating: Double(Int64(bitPattern: number))) + Double8(1, 2, 3, 4, 5, 6, 7, 8)
    let delays = schedule.times(of: ordinals)
    guard cell.has(.birthJitter) else { return delays }
    let never = Double8(repeating: .infinity)
    let jitter = Lanes.widen(keys.uniform(.birthJitter))
    let jittered = schedule.times(of: ordinals - kernel.pointee.birthJitter * jitter)
    // A birth that never comes without jitter does not come with jitter either.
    return jittered.replacing(with: never, where: delays .== never)
  }
}
