import Lanes
import Model

extension Evaluation {
  /// Evaluates the root births of a chunk, block by block, and all that descends from them.
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
    let start = Double8(repeating: root.start)
    // The births of a loop are a whole number; rounding must not push the last one over the end.
    let limit = Double8(repeating: chunk.source > 0 || root.period > 0 ? .infinity : root.limit)
    let never = Double8(repeating: .infinity)
    let stream = kernel.pointee.stream
    let firstIndex = Int(chunk.firstNumber % UInt64(root.chunkSize))
    var parameters = kernel.pointee.parameters
    if cell.uses(.animatedParameters) {
      block.parameters.update(from: parameters, count: BirthParameter.allCases.count)
      parameters = UnsafePointer(block.parameters)
    }
    var done = 0
    while done < chunk.count {
      let count = min(Block.capacity, chunk.count - done)
      var first = 0
      while first < count {
        let number = chunk.firstNumber &+ UInt64(truncatingIfNeeded: done &+ first)
        let (low, high) = CounterHash.consecutive(BirthIndex.index(source: chunk.source, number: number))
        var keys = DrawKeys(own: ParticleKeys8(a: low, b: high), family: ParticleKeys8(a: low, b: high))
        let hasKeys = chunk.source == 0 && cell.uses(.birthJitter)
        if hasKeys { keys.own = stream.keys(low: low, high: high) }
        let delays = birthDelays(cell, source: chunk.source, number: number, keys: keys.own)
        var births = (start + delays).replacing(with: never, where: delays .> limit)
        if count - first < 8 {
          // Fill the last batch with candidates that are never born.
          for lane in (count - first)..<8 { births[lane] = .infinity }
        }
        if cell.uses(.hasChildren) { store(births, to: block.births + first) }
        let age = age(births)
        if mayMatter(cell, age: age) {
          if !hasKeys { keys.own = stream.keys(low: low, high: high) }
          if cell.uses(.animatedParameters) {
            program.fillParameters(block.parameters, cell: kernel.pointee.flatIndex, births: births)
          }
          let batch = SpawnBatch(
            of: block, first: first, parameters: parameters, births: births, age: age, keys: keys,
            rootIndex: firstIndex + done + first)
          if Specialization.isGeneral {
            spawnAndAppendGeneral(CellEvaluator<GeneralCell>(kernel), batch)
          } else {
            spawnAndAppend(cell, batch, parent: ParentState())
          }
        }
        first &+= 8
      }
      if cell.uses(.hasChildren) { visitDescendants(of: root.cell, block: block, count: count, level: 0) }
      done += count
    }
  }

  /// Seconds from the emission's start to eight births from `number` on.
  @inline(__always)
  private func birthDelays<Specialization>(
    _ cell: CellEvaluator<Specialization>, source: Int, number: UInt64, keys: ParticleKeys8
  ) -> Double8 {
    let kernel = cell.kernel
    if source > 0 { return Double8(repeating: kernel.pointee.bursts[source - 1].time) }
    let schedule = kernel.pointee.schedule
    let ordinals = Double8(repeating: Double(Int64(bitPattern: number))) + Double8(1, 2, 3, 4, 5, 6, 7, 8)
    let delays = schedule.times(of: ordinals)
    guard cell.uses(.birthJitter) else { return delays }
    let never = Double8(repeating: .infinity)
    let jitter = Lanes.widen(keys.uniform(.birthJitter))
    let moved = schedule.times(of: ordinals - kernel.pointee.birthJitter * jitter)
    return moved.replacing(with: never, where: delays .== never)
  }
}
