import Lanes

extension Evaluation {
  /// Evaluates the root births of a chunk, block by block, and all that descends from them.
  func emit(_ chunk: ParticleChunk, of root: RootEmission) {
    let kernel = kernels + root.cell
    switch kernel.pointee.variant {
    case .plainRoot: emit(chunk, of: root, CellEvaluator<SimpleRoot>(kernel))
    case .any: emit(chunk, of: root, CellEvaluator<GeneralCell>(kernel))
    }
  }

  private func emit<Variant>(_ chunk: ParticleChunk, of root: RootEmission, _ code: CellEvaluator<Variant>) {
    let kernel = code.kernel
    let block = blocks[0]
    let start = Double8(repeating: root.start)
    // The births of a loop are a whole number; rounding must not push the last one over the end.
    let limit = Double8(repeating: chunk.source > 0 || root.period > 0 ? .infinity : root.limit)
    let never = Double8(repeating: .infinity)
    let schedule = kernel.pointee.schedule
    let burstTime = chunk.source > 0 ? kernel.pointee.bursts[chunk.source - 1].time : 0
    let stream = kernel.pointee.stream
    let firstPlace = Int(chunk.firstNumber % UInt64(root.chunkSize))
    var slots = kernel.pointee.slots
    if code.uses(.animated) {
      block.slots.update(from: slots, count: BirthParameter.count)
      slots = UnsafePointer(block.slots)
    }
    var done = 0
    while done < chunk.count {
      let count = min(Block.capacity, chunk.count - done)
      var first = 0
      while first < count {
        let number = chunk.firstNumber &+ UInt64(truncatingIfNeeded: done &+ first)
        let (low, high) = CounterHash.consecutive(BirthSource.index(source: chunk.source, number: number))
        var keys = DrawKeys(own: ParticleKeys8(a: low, b: high), family: ParticleKeys8(a: low, b: high))
        // Find the births.
        var delays = Double8(repeating: burstTime)
        if chunk.source == 0 {
          let ordinals = Double8(repeating: Double(Int64(bitPattern: number))) + Double8(1, 2, 3, 4, 5, 6, 7, 8)
          delays = schedule.times(of: ordinals)
          if code.uses(.birthJitter) {
            keys.own = stream.keys(low: low, high: high)
            let jitter = Lanes.widen(keys.own.uniform(channel: Channel.birthJitter))
            let moved = schedule.times(of: ordinals - kernel.pointee.birthJitter * jitter)
            delays = moved.replacing(with: never, where: delays .== never)
          }
        }
        var births = (start + delays).replacing(with: never, where: delays .> limit)
        if count - first < 8 {
          // Fill the last batch with candidates that are never born.
          for lane in (count - first)..<8 { births[lane] = .infinity }
        }
        if code.uses(.hasChildren) { store(births, to: block.births + first) }
        let age = age(births)
        if mayMatter(code, age: age) {
          if chunk.source != 0 || !code.uses(.birthJitter) { keys.own = stream.keys(low: low, high: high) }
          if code.uses(.animated) { program.fillSlots(block.slots, cell: kernel.pointee.flatIndex, births: births) }
          let place = firstPlace + done + first
          if Variant.mayHaveExtras {
            bearAndDraw(
              CellEvaluator<GeneralCell>(kernel), slots: slots, births: births, age: age, keys: keys, block: block,
              batch: first >> 3, rootPlace: place)
          } else {
            bearAndDraw(
              code, slots: slots, births: births, age: age, keys: keys, parent: ParentState(), block: block,
              batch: first >> 3, rootPlace: place)
          }
        }
        first &+= 8
      }
      if code.uses(.hasChildren) { visitDescendants(of: root.cell, block: block, count: count, level: 0) }
      done += count
    }
  }
}
