import Lanes
import Model

extension Evaluation {
  /// Evaluates the first `count` children that `evaluateChildren` has put into a level's block, and all their descendants.
  ///
  /// - Parameters:
  ///   - cellIndex: index of the children's cell.
  ///   - level: the children's level in the tree; their parents are in the block of the level above.
  func evaluateQueuedChildren(_ cellIndex: Int, level: Int, count: Int) {
    let kernel = kernels + cellIndex
    let cell = CellEvaluator<GeneralCell>(kernel)
    let block = blocks[level]
    let parents = blocks[level - 1]
    let paddedCount = pad(block, count: count)
    var parameters = kernel.pointee.parameters
    if cell.has(.animatedParameters) {
      block.parameters.update(from: parameters, count: BirthParameter.allCases.count)
      parameters = UnsafePointer(block.parameters)
    }
    // Members that the parents' cell does not have must be 0, but parents of another cell may have left other numbers there.
    block.parentState.pointee = SpawnState()
    let never = Double8(repeating: .infinity)
    let hasJitter = cell.has(.birthJitter)
    var parent = ParentState()
    // `parent` is reused for the next batch if all lanes of both batches have one birth time and one parent, as in a burst.
    // `parent` was computed for the birth time `stateBirthTime` (NaN: for several) and the parent `stateParentIndex`.
    var stateBirthTime = Double.nan
    var stateParentIndex: Int32 = -1
    var first = 0
    while first < paddedCount {
      var delays = load(block.birthDelays + first)
      // Keys are hashed only for batches that need them.
      var keys = RandomKeys(
        perParticle: ParticleKeys8(ParticleKey(lowHalf: 0, highHalf: 0)),
        perParent: ParticleKeys8(ParticleKey(lowHalf: 0, highHalf: 0)))
      if hasJitter {
        keys = childKeys(cell, block: block, parents: parents, first: first)
        delays = jittered(cell, delays: delays, indices: block.birthIndices + first, keys: keys.perParticle)
      }
      let birthTimes = (load(block.emissionStarts + first) + delays).replacing(
        with: never, where: delays .> load(block.emissionDurations + first))
      if cell.has(.children) { store(birthTimes, to: block.birthTimes + first) }
      let age = age(birthTimes)
      if mayAffectFrame(cell, age: age) {
        if !hasJitter { keys = childKeys(cell, block: block, parents: parents, first: first) }
        // Parent indices ascend: where the first and the last are equal, all are.
        let haveOneParent = block.parentIndices[first] == block.parentIndices[first + 7]
        let areBornTogether = haveOneParent && birthTimes == Double8(repeating: birthTimes[0])
        if !areBornTogether || birthTimes[0] != stateBirthTime || block.parentIndices[first] != stateParentIndex {
          if cell.has(.animatedParameters) {
            program.fillParameters(block.parameters, cell: cellIndex, birthTimes: birthTimes)
          }
          let parentBirthTimes = gatherParentStates(of: cell, block: block, parents: parents, first: first)
          parent = parentState(
            of: cell, spawned: block.parentState, birthTimes: birthTimes, parentBirthTimes: parentBirthTimes,
            keys: keys.perParticle)
          stateBirthTime = areBornTogether ? birthTimes[0] : .nan
          stateParentIndex = block.parentIndices[first]
        }
        let batch = SpawnBatch(
          of: block, first: first, parameters: parameters, birthTimes: birthTimes, age: age, keys: keys)
        withUnsafePointer(to: parent) { spawnAndAppendGeneral(cell, batch, parent: $0) }
      }
      first += 8
    }
    if cell.has(.children) { evaluateDescendants(of: cellIndex, block: block, count: count, level: level) }
  }

  /// Fills the last batch up with candidates that are never born. Returns the new number of candidates, a multiple of 8.
  private func pad(_ block: Block, count: Int) -> Int {
    // Rounded up to a multiple of 8.
    let paddedCount = (count + 7) & ~7
    for index in count..<paddedCount {
      block.emissionStarts[index] = block.emissionStarts[count - 1]
      block.birthDelays[index] = .infinity
      block.emissionDurations[index] = 0
      block.birthIndices[index] = block.birthIndices[count - 1]
      block.parentIndices[index] = block.parentIndices[count - 1]
    }
    return paddedCount
  }

  /// Birth delays of eight children of a cell with `birthJitter`, in seconds after the emission's start. Birth n of the schedule
  /// comes when the integral of the rate reaches n + 1 − birthJitter·u, u uniform in 0 ..< 1. Births of bursts keep their delays.
  @inline(__always)
  private func jittered(
    _ cell: CellEvaluator<GeneralCell>, delays: Double8, indices: UnsafeMutablePointer<UInt64>, keys: ParticleKeys8
  ) -> Double8 {
    let jitter = Lanes.widen(keys.uniform(.birthJitter))
    var delays = delays
    for lane in 0..<8 where BirthIndex.isScheduled(indices[lane]) && delays[lane] < .infinity {
      // The index of a scheduled birth is its number, except for births at bounces, which have the bounce's index above the
      // number (`BirthIndex`): remove it.
      var number = indices[lane]
      if cell.kernel.pointee.trigger == .bounce { number &= (1 << BirthIndex.triggerShift) - 1 }
      let ordinal = Double(number) + 1
      delays[lane] = cell.kernel.pointee.schedule.time(of: ordinal - cell.kernel.pointee.birthJitter * jitter[lane])
    }
    return delays
  }

  /// Keys of the eight children from `first` on, folded from their parents' keys.
  ///
  /// The parents' `ParticleKeys8` are read as 16 words: the eight lanes of `lowHalf`, then those of `highHalf`.
  @inline(__always)
  private func childKeys(
    _ cell: CellEvaluator<GeneralCell>, block: Block, parents: Block, first: Int
  ) -> RandomKeys {
    // Parent indices ascend: where the first and the last are equal, all are.
    var parentKeys: ParticleKeys8
    let parent = Int(block.parentIndices[first])
    if block.parentIndices[first + 7] == block.parentIndices[first] {
      let words = UnsafeRawPointer(parents.keys + (parent >> 3)).assumingMemoryBound(to: UInt32.self) + (parent & 7)
      parentKeys = ParticleKeys8(ParticleKey(lowHalf: words[0], highHalf: words[8]))
    } else {
      parentKeys = ParticleKeys8(ParticleKey(lowHalf: 0, highHalf: 0))
      for lane in 0..<8 {
        let parent = Int(block.parentIndices[first + lane])
        let words = UnsafeRawPointer(parents.keys + (parent >> 3)).assumingMemoryBound(to: UInt32.self) + (parent & 7)
        parentKeys.lowHalf[lane] = words[0]
        parentKeys.highHalf[lane] = words[8]
      }
    }
    // Eight 64-bit indices as sixteen words: the low halves have even indices, the high halves odd ones (little-endian).
    let words = UnsafeRawPointer(block.birthIndices + first).load(as: SIMD16<UInt32>.self)
    let stream = cell.kernel.pointee.stream
    // `perParent` is read only of cells with `sharedRandom`.
    var keys = RandomKeys(
      perParticle: parentKeys.child(stream: stream, low: words.evenHalf, high: words.oddHalf), perParent: parentKeys)
    if cell.has(.sharedRandom) {
      let index = RandomKeys.sharedIndex
      keys.perParent = parentKeys.child(
        stream: stream, low: SIMD8(repeating: UInt32(truncatingIfNeeded: index)),
        high: SIMD8(repeating: UInt32(truncatingIfNeeded: index >> 32)))
    }
    return keys
  }

  /// Gathers what the eight children from `first` on inherit in `block.parentState`, each lane from its own parent's state at birth.
  /// Returns the parents' birth times.
  @inline(__always)
  private func gatherParentStates(
    of cell: CellEvaluator<GeneralCell>, block: Block, parents: Block, first: Int
  ) -> Double8 {
    let parentKernel = kernels + cell.kernel.pointee.parent
    let parentVectors = UnsafeMutableRawPointer(block.parentState).assumingMemoryBound(to: Float8.self)
    let inheritedIndices = parentKernel.pointee.inheritedIndices
    let inheritedIndexCount = parentKernel.pointee.inheritedIndexCount
    var parentBirthTimes = Double8()
    // Member v of the state of parent i is the Float at (i / 8) · batchStride + 8·v + i % 8.
    let parentFloats = UnsafeMutableRawPointer(parents.keptStates).assumingMemoryBound(to: Float.self)
    let batchStride = SpawnState.floatStride
    if parentKernel.pointee.has(.gather), parentKernel.pointee.gather.pointee.laterCount > 0 {
      block.parentState.pointee.laterWays = block.parentLaterWays
      gatherParentWays(parentKernel.pointee.gather.pointee.laterCount, block: block, parents: parents, first: first)
    }
    let firstParent = Int(block.parentIndices[first])
    if block.parentIndices[first + 7] == block.parentIndices[first] {
      let source = parentFloats + (firstParent >> 3) * batchStride + (firstParent & 7)
      parentBirthTimes = Double8(repeating: parents.birthTimes[firstParent])
      for entry in 0..<inheritedIndexCount {
        let member = Int(inheritedIndices[entry])
        parentVectors[member] = Float8(repeating: source[member * 8])
      }
    } else {
      var offsets = SIMD8<Int>()
      for lane in 0..<8 {
        let parent = Int(block.parentIndices[first + lane])
        offsets[lane] = (parent >> 3) * batchStride + (parent & 7)
        parentBirthTimes[lane] = parents.birthTimes[parent]
      }
      for entry in 0..<inheritedIndexCount {
        let member = Int(inheritedIndices[entry])
        let source = parentFloats + member * 8
        parentVectors[member] = Float8(
          source[offsets[0]], source[offsets[1]], source[offsets[2]], source[offsets[3]], source[offsets[4]],
          source[offsets[5]], source[offsets[6]], source[offsets[7]])
      }
    }
    return parentBirthTimes
  }

  /// Gathers the ways from shape to shape of the parents of the eight children from `first` on in `block.parentLaterWays`.
  @inline(never)
  private func gatherParentWays(_ count: Int, block: Block, parents: Block, first: Int) {
    let vectorCount = MemoryLayout<LaterWay>.stride / MemoryLayout<Float8>.stride
    let ways = UnsafeMutableRawPointer(block.parentLaterWays).assumingMemoryBound(to: Float.self)
    let parentWays = UnsafeMutableRawPointer(parents.laterWays).assumingMemoryBound(to: Float.self)
    let batchStride = LaterJourney.capacity * vectorCount * 8
    for lane in 0..<8 {
      let parent = Int(block.parentIndices[first + lane])
      let source = parentWays + (parent >> 3) * batchStride + (parent & 7)
      for vector in 0..<(count * vectorCount) { ways[vector * 8 + lane] = source[vector * 8] }
    }
  }

  /// State of the parents of eight children at the children's births. A parent that dies before the birth has its state at death.
  ///
  /// - Parameters:
  ///   - spawned: the parents' state at their own birth.
  ///   - keys: the children's keys, under which the states of stepped parents are cached.
  private func parentState(
    of cell: CellEvaluator<GeneralCell>, spawned: UnsafePointer<SpawnState>, birthTimes: Double8,
    parentBirthTimes: Double8, keys: ParticleKeys8
  ) -> ParentState {
    let parentCell = CellEvaluator<GeneralCell>(kernels + cell.kernel.pointee.parent)
    let parent = spawned.pointee
    var age = Lanes.min(Lanes.max(Lanes.narrow(birthTimes - parentBirthTimes), 0), parent.lifetime)
    if parentCell.has(.killBoundary) { age = Lanes.min(age, parent.endAge) }
    let life = parentCell.life(of: parent, age: age)

    var state = ParentState()
    var stepped = IntegratorState()
    if parentCell.has(.stepped) {
      let identity = StateCacheIdentity(
        birthTimes: birthTimes, keys: keys, purpose: .parentAtBirth, cell: cell.kernel.pointee.cellIndex)
      // Children that are born after all shutters of the program have closed need no state of their parents: these parents are
      // integrated to age 0, which costs no steps.
      let isBornBeforeClose = self.age(birthTimes) .>= Float8(repeating: -cell.kernel.pointee.maximumHalfShutter)
      let steppedAge = Float8().replacing(with: age, where: isBornBeforeClose)
      if cell.has(.sampled) { countParents(of: cell.kernel, to: steppedAge) }
      stepped = integrate(
        parentCell.kernel, IntegrationStart(parent, birthTimes: parentBirthTimes), age: steppedAge, identity: identity)
    }
    let motion = parentCell.motion(of: parent, stepped: stepped, age: age, life: life, wantsVelocity: true)
    let direction = parentCell.direction(of: motion, particle: parent)
    state.x = motion.x
    state.y = motion.y
    state.velocityX = motion.velocityX
    state.velocityY = motion.velocityY
    state.directionX = direction.x
    state.directionY = direction.y
    if cell.has(.threeD) {
      // Both are 0 for a parent that stays in the plane.
      (state.z, state.velocityZ) = (motion.z, motion.velocityZ)
      if parentCell.has(.threeD) {
        let direction3D = parentCell.direction3D(of: motion, particle: parent)
        (state.directionX, state.directionY, state.directionZ) = (direction3D.x, direction3D.y, direction3D.z)
      }
    }
    if cell.has(.inheritScale) { state.scale = parentCell.scale(of: parent, age: age, life: life) }
    if cell.has(.inheritColor) {
      let color = parentCell.inheritedColor(of: parent, age: age, life: life)
      state.red = color.red
      state.green = color.green
      state.blue = color.blue
    }
    return state
  }
}
