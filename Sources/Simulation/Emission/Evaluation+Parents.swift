import Lanes

extension Evaluation {
  /// Evaluates the first `count` candidates of a level's block, and all that descends from them.
  func processChildren(_ cell: Int, level: Int, count: Int) {
    let kernel = kernels + cell
    let code = CellEvaluator<GeneralCell>(kernel)
    let block = blocks[level]
    let parents = blocks[level - 1]
    // Fill the last batch with candidates that are never born.
    let padded = (count + 7) & ~7
    for slot in count..<padded {
      block.starts[slot] = block.starts[count - 1]
      block.delays[slot] = .infinity
      block.limits[slot] = 0
      block.indices[slot] = block.indices[count - 1]
      block.parents[slot] = block.parents[count - 1]
    }
    var slots = kernel.pointee.slots
    if code.uses(.animated) {
      block.slots.update(from: slots, count: BirthParameter.count)
      slots = UnsafePointer(block.slots)
    }
    // What the parents' cell does not use is 0, not what another cell's parents left.
    block.gathered.update(repeating: Float8(), count: InheritedField.count)
    let never = Double8(repeating: .infinity)
    let hasJitter = code.uses(.birthJitter)
    var parent = ParentState()
    // The one moment and the one parent of the last batch that had but one of both: all eight took over the same then,
    // and so does the next batch like it.
    var knownBirth = Double.nan
    var knownParent: Int32 = -1
    var first = 0
    while first < padded {
      var delays = load(block.delays + first)
      var keys = DrawKeys(own: ParticleKeys8(ParticleKey(a: 0, b: 0)), family: ParticleKeys8(ParticleKey(a: 0, b: 0)))
      if hasJitter {
        keys = childKeys(code, block: block, parents: parents, first: first)
        delays = jittered(code, delays: delays, indices: block.indices + first, keys: keys.own)
      }
      let births = (load(block.starts + first) + delays).replacing(
        with: never, where: delays .> load(block.limits + first))
      if code.uses(.hasChildren) { store(births, to: block.births + first) }
      let age = age(births)
      if mayMatter(code, age: age) {
        if !hasJitter { keys = childKeys(code, block: block, parents: parents, first: first) }
        let isOneParent = block.parents[first] == block.parents[first + 7]
        let isOneMoment = isOneParent && births == Double8(repeating: births[0])
        if !isOneMoment || births[0] != knownBirth || block.parents[first] != knownParent {
          if code.uses(.animated) { program.fillSlots(block.slots, cell: cell, births: births) }
          parent = parentState(
            code, block: block, parents: parents, first: first, births: births, keys: keys.own)
          knownBirth = isOneMoment ? births[0] : .nan
          knownParent = block.parents[first]
        }
        withUnsafePointer(to: parent) {
          bearAndDraw(
            code, slots: slots, births: births, age: age, keys: keys, parent: $0, block: block, batch: first >> 3)
        }
      }
      first += 8
    }
    if code.uses(.hasChildren) { visitDescendants(of: cell, block: block, count: count, level: level) }
  }

  /// Moves the scheduled ones of eight births forward by their own draws.
  @inline(__always)
  private func jittered(
    _ code: CellEvaluator<GeneralCell>, delays: Double8, indices: UnsafeMutablePointer<UInt64>, keys: ParticleKeys8
  ) -> Double8 {
    let jitter = Lanes.widen(keys.uniform(channel: Channel.birthJitter))
    var delays = delays
    for lane in 0..<8 where indices[lane] >> BirthSource.shift == 0 && delays[lane] < .infinity {
      var number = indices[lane]
      if code.kernel.pointee.occasion == .bounce { number &= 1 << BirthSource.occasionShift - 1 }
      let whole = Double(number) + 1
      delays[lane] = code.kernel.pointee.schedule.time(of: whole - code.kernel.pointee.birthJitter * jitter[lane])
    }
    return delays
  }

  /// Keys of eight children.
  @inline(__always)
  private func childKeys(
    _ code: CellEvaluator<GeneralCell>, block: Block, parents: Block, first: Int
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
    let stream = code.kernel.pointee.stream
    var keys = DrawKeys(
      own: parentKeys.child(stream: stream, low: words.evenHalf, high: words.oddHalf), family: parentKeys)
    if code.uses(.sharing) {
      let index = DrawKeys.familyIndex
      keys.family = parentKeys.child(
        stream: stream, low: SIMD8(repeating: UInt32(truncatingIfNeeded: index)),
        high: SIMD8(repeating: UInt32(truncatingIfNeeded: index >> 32)))
    }
    return keys
  }

  /// What eight children take over from their parents at their own births.
  private func parentState(
    _ code: CellEvaluator<GeneralCell>, block: Block, parents: Block, first: Int, births: Double8, keys: ParticleKeys8
  ) -> ParentState {
    let parentCode = CellEvaluator<GeneralCell>(kernels + code.kernel.pointee.parent)
    let gathered = block.gathered
    let fieldList = parentCode.kernel.pointee.inheritedFields
    let fieldCount = parentCode.kernel.pointee.inheritedFieldCount
    var parentBirths = Double8()
    let parentFloats = UnsafeMutableRawPointer(parents.fields).assumingMemoryBound(to: Float.self)
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
    let particle = SpawnState(parents: gathered)
    var age = Lanes.min(Lanes.max(Lanes.narrow(births - parentBirths), 0), particle.lifetime)
    if parentCode.uses(.mortal) { age = Lanes.min(age, gathered[.end]) }
    var place = CurveCoordinate()
    if parentCode.uses(.lifeCurve) { place = CurveCoordinate(age: age, lifetime: particle.lifetime) }

    var state = ParentState()
    var flight = IntegratorState(x: Float8(), y: Float8(), velocityX: Float8(), velocityY: Float8())
    if parentCode.uses(.stepped) {
      let names = StateCacheKey(
        births: births, keys: keys, cell: StateCacheKey.origin(ofCell: code.kernel.pointee.flatIndex), rootPlace: -1)
      // Those that are not born yet need no parent.
      let isBorn = self.age(births) .>= Float8(repeating: -code.kernel.pointee.longestHalfShutter)
      flight = fly(
        parentCode.kernel, IntegrationStart(particle, births: parentBirths),
        age: Float8().replacing(with: age, where: isBorn), names: names)
    }
    let motion = parentCode.motion(of: particle, flight: flight, age: age, place: place, wantsVelocity: true)
    let direction = parentCode.direction(of: motion, particle: particle)
    state.x = motion.x
    state.y = motion.y
    state.velocityX = motion.velocityX
    state.velocityY = motion.velocityY
    state.directionX = direction.x
    state.directionY = direction.y
    if code.uses(.space) {
      // A parent that stays in the plane has no depth of its own.
      (state.z, state.velocityZ) = (motion.z, motion.velocityZ)
      if parentCode.uses(.space) {
        let direction = parentCode.directionInSpace(of: motion, particle: particle)
        (state.directionX, state.directionY, state.directionZ) = (direction.x, direction.y, direction.z)
      }
    }
    if code.uses(.inheritScale) { state.scale = parentCode.scale(of: particle, age: age, place: place) }
    if code.uses(.inheritColor) {
      let color = parentCode.inheritedColor(of: particle, age: age, place: place)
      state.red = color.red
      state.green = color.green
      state.blue = color.blue
    }
    return state
  }
}
