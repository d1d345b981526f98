import Lanes

extension Evaluation {
  /// Integrates the trajectories of eight particles up to `age`, starting from the state cache's states after whole steps.
  ///
  /// - Parameters:
  ///   - age: seconds; 0 in lanes whose result is not read.
  ///   - identity: identifies the states in the cache.
  ///   - progress: receives the states after the last whole step, from which the caller may continue.
  ///   - log: receives the bounces up to `age`, including bounces from the cache.
  /// - Returns: the states at `age`, or at the end of a life that a boundary has ended before.
  @inline(never)
  func integrate(
    _ kernel: UnsafeMutablePointer<CellKernel>, _ start: IntegrationStart, age: Float8, identity: StateCacheIdentity,
    progress: UnsafeMutablePointer<IntegrationProgress>? = nil, log: UnsafeMutablePointer<BounceLog>? = nil
  ) -> IntegratorState {
    let program = kernel.pointee.forces
    let targetSteps = Lanes.truncateInRange(age * program.pointee.stepsPerSecond)
    let integrator = Integrator(program: program, constants: start.constants, log: log)
    guard let stateCache else {
      var progressFromBirth = IntegrationProgress(state: start.state, steps: SIMD8())
      let state = integrator.advance(&progressFromBirth, to: targetSteps, age: age)
      progress?.pointee = progressFromBirth
      return state
    }
    return withUnsafeTemporaryAllocation(of: Float8.self, capacity: IntegratorLanes.rowCount) { memory in
      let lanes = IntegratorLanes(
        memory.baseAddress.unsafelyUnwrapped, isThreeDimensional: program.pointee.isThreeDimensional)
      lanes.fill(start: start.state, targetSteps: targetSteps, identity: identity)
      load(lanes, from: stateCache, identity, log: log)
      var cachedProgress = lanes.progress
      let state = integrator.advance(&cachedProgress, to: targetSteps, age: age)
      lanes.progress = cachedProgress
      progress?.pointee = cachedProgress
      store(lanes, to: stateCache, identity, log: log)
      return state
    }
  }

  /// Loads the states that the cache has, and claims entries for the other particles. `lanes.entries` is 0 where no entry is free.
  @inline(__always)
  private func load(
    _ lanes: IntegratorLanes, from cache: StateCacheHandle, _ identity: StateCacheIdentity,
    log: UnsafeMutablePointer<BounceLog>?
  ) {
    for lane in 0..<8 {
      let key = lanes.key(lane)
      let found = cache.entry(key, lane: lane, identity)
      lanes.entries[lane] = Int(bitPattern: found)
      guard let entry = found else { continue }
      let (birthState, birthTime) = (lanes.birthState(lane), lanes.birthTimes[lane])
      entry.pointee.stamp = cache.stamp
      let isOfThisParticle =
        entry.pointee.key == key && entry.pointee.cellAndPurpose == identity.cellAndPurpose
        && entry.pointee.birthTime == birthTime
        && entry.pointee.birthState == birthState
      if isOfThisParticle, entry.pointee.steps <= lanes.targetSteps[lane],
        !lanes.isThreeDimensional || cache.entryZ(of: entry, identity).pointee.birthState == lanes.birthStateZ(lane)
      {
        lanes.load(entry, lane)
        if lanes.isThreeDimensional { lanes.load(cache.entryZ(of: entry, identity), lane) }
        log?.pointee.load(cache.bounces(of: entry).pointee, lane: lane)
      } else {
        // The rest of the entry is written by `store`, once the particle has been integrated from its birth.
        entry.pointee.key = key
        entry.pointee.cellAndPurpose = identity.cellAndPurpose
        entry.pointee.birthTime = birthTime
        entry.pointee.birthState = birthState
        if lanes.isThreeDimensional { cache.entryZ(of: entry, identity).pointee.birthState = lanes.birthStateZ(lane) }
      }
    }
  }

  /// Stores the states after the last whole steps in the entries that `load` found or claimed.
  @inline(__always)
  private func store(
    _ lanes: IntegratorLanes, to cache: StateCacheHandle, _ identity: StateCacheIdentity,
    log: UnsafeMutablePointer<BounceLog>?
  ) {
    for lane in 0..<8 {
      guard let entry = UnsafeMutablePointer<StateCacheEntry>(bitPattern: lanes.entries[lane]) else { continue }
      lanes.store(to: entry, lane)
      if lanes.isThreeDimensional { lanes.store(to: cache.entryZ(of: entry, identity), lane) }
      log?.pointee.store(to: cache.bounces(of: entry), lane: lane)
    }
  }
}
