import Lanes
import Model

extension Evaluation {
  /// Evaluates the first `count` candidates of a level's block, and all that descends from them.
  func processChildren(_ cellIndex: Int, level: Int, count: Int) {
    let kernel = kernels + cellIndex
    let cell = CellEvaluator<GeneralCell>(kernel)
    let block = blocks[level]
    let parents = blocks[level - 1]
    let padded = pad(block, count: count)
    var parameters = kernel.pointee.parameters
    if cell.uses(.animatedParameters) {
      block.parameters.update(from: parameters, count: BirthParameter.allCases.count)
      parameters = UnsafePointer(block.parameters)
    }
    // What the parents' cell does not use is 0, not what another cell's parents left.
    block.parentFields.update(repeating: Float8(), count: InheritedField.count)
    let never = Double8(repeating: .infinity)
    let hasJitter = cell.uses(.birthJitter)
    var parent = ParentState()
    // Birth and parent of the last batch with but one of both: its parent state holds for the next batch like it.
    var knownBirth = Double.nan
    var knownParent: Int32 = -1
    var first = 0
    while first < padded {
      var delays = load(block.delays + first)
      var keys = DrawKeys(own: ParticleKeys8(ParticleKey(a: 0, b: 0)), family: ParticleKeys8(ParticleKey(a: 0, b: 0)))
      if hasJitter {
        keys = childKeys(cell, block: block, parents: parents, first: first)
        delays = jittered(cell, delays: delays, indices: block.indices + first, keys: keys.own)
      }
      let births = (load(block.starts + first) + delays).replacing(
        with: never, where: delays .> load(block.limits + first))
      if cell.uses(.hasChildren) { store(births, to: block.births + first) }
      let age = age(births)
      if mayMatter(cell, age: age) {
        if !hasJitter { keys = childKeys(cell, block: block, parents: parents, first: first) }
        let isOneParent = block.parents[first] == block.parents[first + 7]
        let isOneMoment = isOneParent && births == Double8(repeating: births[0])
        if !isOneMoment || births[0] != knownBirth || block.parents[first] != knownParent {
          if cell.uses(.animatedParameters) {
            program.fillParameters(block.parameters, cell: cellIndex, births: births)
          }
          let parentBirths = gatherParents(of: cell, block: block, parents: parents, first: first)
          parent = parentState(
            of: cell, fields: block.parentFields, births: births, parentBirths: parentBirths, keys: keys.own)
          knownBirth = isOneMoment ? births[0] : .nan
          knownParent = block.parents[first]
        }
        let batch = SpawnBatch(
          of: block, first: first, parameters: parameters, births: births, age: age, keys: keys)
        withUnsafePointer(to: parent) { spawnAndAppendGeneral(cell, batch, parent: $0) }
      }
      first += 8
    }
    if cell.uses(.hasChildren) { visitDescendants(of: cellIndex, block: block, count: count, level: level) }
  }

  /// Fills the last batch with candidates that are never born; returns the number of candidates with them.
  private func pad(_ block: Block, count: Int) -> Int {
    let padded = (count + 7) & ~7
    for index in count..<padded {
      block.starts[index] = block.starts[count - 1]
      block.delays[index] = .infinity
      block.limits[index] = 0
      block.indices[index] = block.indices[count - 1]
      block.parents[index] = block.parents[count - 1]
    }
    return padded
  }

  /// Moves the scheduled ones of eight births forward by their own draws.
  @inline(__always)
  private func jittered(
    _ cell: CellEvaluator<GeneralCell>, delays: Double8, indices: UnsafeMutablePointer<UInt64>, keys: ParticleKeys8
  ) -> Double8 {
    let jitter = Lanes.widen(keys.uniform(.birthJitter))
    var delays = delays
    for lane in 0..<8 where indices[lane] >> BirthIndex.sourceShift == 0 && delays[lane] < .infinity {
      var number = indices[lane]
      if cell.kernel.pointee.trigger == .bounce { number &= 1 << BirthIndex.triggerShift - 1 }
      let whole = Double(number) + 1
      delays[lane] = cell.kernel.pointee.schedule.time(of: whole - cell.kernel.pointee.birthJitter * jitter[lane])
    }
    return delays
  }

  /// Keys of eight children.
  @inline(__always)
  private func childKeys(
    _ cell: CellEvaluator<GeneralCell>, block: Block, parents: Block, first: Int
  ) -> DrawKeys {
    // Parents come in order: if the first and the last are the same, all are.
    var parentKeys: ParticleKeys8
    let parent = Int(block.parents[first])
    if block.parents[first + 7] == block.parents[first] {
      let keys = UnsafeRawPointer(parents.keys + parent >> 3).assumingMemoryBound(to: UInt32.self) + (parent & 7)
      parentKeys = ParticleKeys8(ParticleKey(a: keys[0], b: keys[8]))
    } else {
      parentKeys = ParticleKeys8(ParticleKey(a: 0, b: 0))
      for lane in 0..<8 {
        let parent = Int(block.parents[first + lane])
        let keys = UnsafeRawPointer(parents.keys + parent >> 3).assumingMemoryBound(to: UInt32.self) + (parent & 7)
        parentKeys.a[lane] = keys[0]
        parentKeys.b[lane] = keys[8]
      }
    }
    let words = UnsafeRawPointer(block.indices + first).load(as: SIMD16<UInt32>.self)
    let stream = cell.kernel.pointee.stream
    var keys = DrawKeys(
      own: parentKeys.child(stream: stream, low: words.evenHalf, high: words.oddHalf), family: parentKeys)
    if cell.uses(.sharedDraws) {
      let index = DrawKeys.familyIndex
      keys.family = parentKeys.child(
        stream: stream, low: SIMD8(repeating: UInt32(truncatingIfNeeded: index)),
        high: SIMD8(repeating: UInt32(truncatingIfNeeded: index >> 32)))
    }
    return keys
  }

  /// Gathers the inherited fields of eight children's parents; returns the parents' births.
  @inline(__always)
  private func gatherParents(
    of cell: CellEvaluator<GeneralCell>, block: Block, parents: Block, first: Int
  ) -> Double8 {
    let parentKernel = kernels + cell.kernel.pointee.parent
    let gathered = block.parentFields
    let fieldList = parentKernel.pointee.inheritedFields
    let fieldCount = parentKernel.pointee.inheritedFieldCount
    var parentBirths = Double8()
    let parentFloats = UnsafeMutableRawPointer(parents.inheritedFields).assumingMemoryBound(to: Float.self)
    let stride = InheritedField.count * 8
    let firstParent = Int(block.parents[first])
    if block.parents[first + 7] == block.parents[first] {
      let source = parentFloats + (firstParent >> 3) * stride + (firstParent & 7)
      parentBirths = Double8(repeating: parents.births[firstParent])
      for entry in 0..<fieldCount {
        let field = Int(fieldList[entry])
        gathered[field] = Float8(repeating: source[field * 8])
      }
    } else {
      var offsets = SIMD8<Int>()
      for lane in 0..<8 {
        let parent = Int(block.parents[first + lane])
        offsets[lane] = (parent >> 3) * stride + (parent & 7)
        parentBirths[lane] = parents.births[parent]
      }
      for entry in 0..<fieldCount {
        let field = Int(fieldList[entry])
        let source = parentFloats + field * 8
        gathered[field] = Float8(
          source[offsets[0]], source[offsets[1]], source[offsets[2]], source[offsets[3]], source[offsets[4]],
          source[offsets[5]], source[offsets[6]], source[offsets[7]])
      }
    }
    return parentBirths
  }

  /// State of eight children's parents at the children's births.
  private func parentState(
    of cell: CellEvaluator<GeneralCell>, fields: InheritedFieldBlock, births: Double8, parentBirths: Double8,
    keys: ParticleKeys8
  ) -> ParentState {
    let parentCell = CellEvaluator<GeneralCell>(kernels + cell.kernel.pointee.parent)
    let particle = SpawnState(parents: fields)
    var age = Lanes.min(Lanes.max(Lanes.narrow(births - parentBirths), 0), particle.lifetime)
    if parentCell.uses(.mortal) { age = Lanes.min(age, fields[.end]) }
    let life = parentCell.life(of: particle, age: age)

    var state = ParentState()
    var stepped = IntegratorState()
    if parentCell.uses(.stepped) {
      let cacheKey = StateCacheKey(
        births: births, keys: keys, purpose: .parentAtBirth, cell: cell.kernel.pointee.flatIndex)
      // Those that are not born yet need no parent.
      let isBorn = self.age(births) .>= Float8(repeating: -cell.kernel.pointee.longestHalfShutter)
      stepped = integrate(
        parentCell.kernel, IntegrationStart(particle, births: parentBirths),
        age: Float8().replacing(with: age, where: isBorn), cacheKey: cacheKey)
    }
    let motion = parentCell.motion(of: particle, stepped: stepped, age: age, life: life, wantsVelocity: true)
    let direction = parentCell.direction(of: motion, particle: particle)
    state.x = motion.x
    state.y = motion.y
    state.velocityX = motion.velocityX
    state.velocityY = motion.velocityY
    state.directionX = direction.x
    state.directionY = direction.y
    if cell.uses(.space) {
      // A parent that stays in the plane has no depth of its own.
      (state.z, state.velocityZ) = (motion.z, motion.velocityZ)
      if parentCell.uses(.space) {
        let direction = parentCell.directionInSpace(of: motion, particle: particle)
        (state.directionX, state.directionY, state.directionZ) = (direction.x, direction.y, direction.z)
      }
    }
    if cell.uses(.inheritScale) { state.scale = parentCell.scale(of: particle, age: age, life: life) }
    if cell.uses(.inheritColor) {
      let color = parentCell.inheritedColor(of: particle, age: age, life: life)
      state.red = color.red
      state.green = color.green
      state.blue = color.blue
    }
    return state
  }
}
