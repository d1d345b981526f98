import Lanes

extension Evaluation {
  /// Integrates the paths of eight particles up to `age`, from the last whole steps that are known.
  ///
  /// - Parameters:
  ///   - progress: receives the state after the last whole step, from which a caller may go on.
  ///   - log: receives the bounces.
  @inline(never)
  func integrate(
    _ kernel: UnsafeMutablePointer<CellKernel>, _ start: IntegrationStart, age: Float8, cacheKey: StateCacheKey,
    progress: UnsafeMutablePointer<IntegrationProgress>? = nil, log: UnsafeMutablePointer<BounceLog>? = nil
  ) -> IntegratorState {
    let program = kernel.pointee.forces
    let wanted = Lanes.truncateInRange(age * program.pointee.stepInverse)
    let integrator = Integrator(program: program, constants: start.constants, log: log)
    guard let stateCache else {
      var own = IntegrationProgress(state: start.state, steps: SIMD8())
      let state = integrator.advance(&own, to: wanted, age: age)
      progress?.pointee = own
      return state
    }
    return withUnsafeTemporaryAllocation(of: Float8.self, capacity: IntegratorLanes.count) { memory in
      let lanes = IntegratorLanes(memory.baseAddress.unsafelyUnwrapped, isInSpace: program.pointee.isInSpace)
      lanes.fill(start: start.state, wanted: wanted, cacheKey: cacheKey)
      load(lanes, from: stateCache, cacheKey, log: log)
      var known = lanes.known
      let state = integrator.advance(&known, to: wanted, age: age)
      lanes.known = known
      progress?.pointee = known
      store(lanes, to: stateCache, cacheKey, log: log)
      return state
    }
  }

  /// Takes over the known states of eight particles, and claims entries for the others.
  @inline(__always)
  private func load(
    _ lanes: IntegratorLanes, from cache: StateCacheHandle, _ cacheKey: StateCacheKey,
    log: UnsafeMutablePointer<BounceLog>?
  ) {
    for lane in 0..<8 {
      let key = lanes.key(lane)
      let known = cache.entry(key, lane: lane, cacheKey)
      lanes.entries[lane] = Int(bitPattern: known)
      guard let entry = known else { continue }
      let (first, birth) = (lanes.start(lane), lanes.births[lane])
      entry.pointee.stamp = cache.stamp
      if entry.pointee.key == key, entry.pointee.cell == cacheKey.cell, entry.pointee.birth == birth,
        entry.pointee.first == first, entry.pointee.steps <= lanes.wanted[lane],
        !lanes.isInSpace || cache.entryZ(of: entry, cacheKey).pointee.first == lanes.startZ(lane)
      {
        lanes.load(entry, lane)
        if lanes.isInSpace { lanes.load(cache.entryZ(of: entry, cacheKey), lane) }
        log?.pointee.load(cache.bounces(of: entry).pointee, lane: lane)
      } else {
        entry.pointee.key = key
        entry.pointee.cell = cacheKey.cell
        entry.pointee.birth = birth
        entry.pointee.first = first
        if lanes.isInSpace { cache.entryZ(of: entry, cacheKey).pointee.first = lanes.startZ(lane) }
      }
    }
  }

  @inline(__always)
  private func store(
    _ lanes: IntegratorLanes, to cache: StateCacheHandle, _ cacheKey: StateCacheKey,
    log: UnsafeMutablePointer<BounceLog>?
  ) {
    for lane in 0..<8 {
      guard let entry = UnsafeMutablePointer<StateCacheEntry>(bitPattern: lanes.entries[lane]) else { continue }
      lanes.store(to: entry, lane)
      if lanes.isInSpace { lanes.store(to: cache.entryZ(of: entry, cacheKey), lane) }
      log?.pointee.store(to: cache.bounces(of: entry), lane: lane)
    }
  }
}
