import Lanes

/// The particles of one cell that are worked on together: at most `Block.capacity` candidates of one level of the
/// tree, in drawing order. Children are gathered from a block of parents into the block of the next level.
struct Block: BitwiseCopyable {
  static var capacity: Int { 64 }

  /// `Field.count` lanes for each batch of eight.
  var fields: UnsafeMutablePointer<Float8>
  var keys: UnsafeMutablePointer<ParticleKeys8>
  /// Slots of the batch at hand, where they move; the parents' fields, gathered.
  var slots: UnsafeMutablePointer<Float8>
  var gathered: UnsafeMutablePointer<Float8>
  /// Layer-local seconds at which the emission began; seconds from there to the birth and to the emission's end.
  var starts: UnsafeMutablePointer<Double>
  var delays: UnsafeMutablePointer<Double>
  var limits: UnsafeMutablePointer<Double>
  /// Layer-local second of birth; infinite for a candidate that is never born.
  var births: UnsafeMutablePointer<Double>
  var indices: UnsafeMutablePointer<UInt64>
  var parents: UnsafeMutablePointer<Int32>
}

/// Where a cell's visible particles are written.
struct ColumnCursor: BitwiseCopyable {
  var floats: UnsafeMutablePointer<Float>
  var sprites: UnsafeMutablePointer<UInt8>
  var stride: Int
  var count: Int
}

/// Evaluates candidates depth first, block by block: parents, then for each child cell their children in order. Every
/// lane is independent of its neighbours, so nothing depends on how candidates fall into batches and blocks.
struct Evaluation {
  let time: Double
  let kernels: UnsafeMutablePointer<CellKernel>
  let blocks: UnsafeMutablePointer<Block>
  let cursors: UnsafeMutablePointer<ColumnCursor>
  unowned(unsafe) let program: EmitterProgram
  unowned(unsafe) let output: ChunkOutput

  /// Evaluates the first `count` candidates of a level's block, and all that descends from them.
  func process(_ cell: Int, level: Int, count: Int) {
    let kernel = kernels + cell
    let block = blocks[level]
    let hasChildren = kernel.pointee.firstChild >= 0
    // Fill the last batch with candidates that are never born.
    let padded = (count + 7) & ~7
    for slot in count..<padded {
      block.starts[slot] = block.starts[count - 1]
      block.delays[slot] = .infinity
      block.limits[slot] = 0
      block.indices[slot] = block.indices[count - 1]
      block.parents[slot] = block.parents[count - 1]
    }
    for batch in 0..<padded / 8 {
      let fields = block.fields + (hasChildren ? batch * Field.count : 0)
      processBatch(kernel, level: level, block: block, batch: batch, fields: fields)
    }
    guard hasChildren else { return }
    var child = kernel.pointee.firstChild
    while child >= 0 {
      visitChildren(child, of: block, count: count, level: level + 1)
      child = kernels[child].nextSibling
    }
  }

  @inline(__always)
  private func processBatch(
    _ kernel: UnsafeMutablePointer<CellKernel>, level: Int, block: Block, batch: Int, fields: FieldBlock
  ) {
    let first = batch * 8
    // Fold the keys.
    let (low, high) = split(block.indices + first)
    let isChild = kernel.pointee.uses(.isChild)
    var keys: DrawKeys
    if isChild {
      var parents = ParticleKeys8(ParticleKey(a: 0, b: 0))
      let parentKeys = blocks[level - 1].keys
      for lane in 0..<8 {
        let parent = Int(block.parents[first + lane])
        parents[lane] = parentKeys[parent >> 3][parent & 7]
      }
      keys = DrawKeys(own: parents.child(stream: kernel.pointee.stream, low: low, high: high), family: parents)
      if !kernel.pointee.shared.isEmpty {
        let family = SIMD8<UInt32>(repeating: .max)
        keys.family = parents.child(stream: kernel.pointee.stream, low: family, high: family)
      }
    } else {
      let own = kernel.pointee.stream.keys(low: low, high: high)
      keys = DrawKeys(own: own, family: own)
    }

    // Find the births.
    if kernel.pointee.uses(.birthJitter) {
      let jitter = keys.own.uniform(channel: Channel.birthJitter)
      for lane in 0..<8
      where block.indices[first + lane] >> BirthSource.shift == 0 && block.delays[first + lane] < .infinity {
        let whole = Double(block.indices[first + lane]) + 1
        block.delays[first + lane] = kernel.pointee.schedule.time(
          of: whole - kernel.pointee.birthJitter * Double(jitter[lane]))
      }
    }
    let delays = load(block.delays + first)
    let never = SIMD8<Double>(repeating: .infinity)
    let births = (load(block.starts + first) + delays).replacing(
      with: never, where: delays .> load(block.limits + first))
    UnsafeMutableRawPointer(block.births + first).storeBytes(of: births, as: SIMD8<Double>.self)
    let age = narrow(SIMD8<Double>(repeating: time) - births)
    let zero = Float8(repeating: 0)
    let isLeaf = kernel.pointee.firstChild < 0
    if isLeaf, !anyLane(age .>= zero) { return }

    // Read the values at birth, and the parents.
    var slots = kernel.pointee.slots
    if kernel.pointee.uses(.animated) {
      program.fillSlots(block.slots, cell: kernel.pointee.flatIndex, births: births)
      slots = UnsafePointer(block.slots)
    }
    var parent = ParentState()
    if isChild { parent = parentState(kernel, level: level, block: block, first: first, births: births) }

    kernel.pointee.bear(into: fields, slots: slots, keys: keys, parent: parent)
    if !isLeaf { block.keys[batch] = keys.own }

    let isVisible = (age .>= zero) .& (age .< fields[.lifetime])
    guard anyLane(isVisible) else { return }
    // Lanes that are not shown must stay finite all the same.
    let shownAge = Lanes.min(Lanes.max(age, 0), Lanes.max(fields[.lifetime], 0))
    draw(kernel, fields: fields, age: shownAge, isVisible: isVisible, keys: keys)
  }

  /// What eight children take over from their parents at their own births.
  @inline(__always)
  private func parentState(
    _ kernel: UnsafeMutablePointer<CellKernel>, level: Int, block: Block, first: Int, births: SIMD8<Double>
  ) -> ParentState {
    let parentBlock = blocks[level - 1]
    let parentKernel = kernels + kernel.pointee.parent
    let gathered = block.gathered
    let (fieldList, fieldCount) = (parentKernel.pointee.inheritedFields, parentKernel.pointee.inheritedFieldCount)
    var parentBirths = SIMD8<Double>()
    let parentFloats = UnsafeMutableRawPointer(parentBlock.fields).assumingMemoryBound(to: Float.self)
    let stride = Field.count * 8
    let firstParent = Int(block.parents[first])
    if block.parents[first + 7] == block.parents[first] {
      // Parents come in order: all eight are the same one.
      let source = parentFloats + (firstParent >> 3) * stride + (firstParent & 7)
      parentBirths = SIMD8<Double>(repeating: parentBlock.births[firstParent])
      for entry in 0..<fieldCount {
        let field = Int(fieldList[entry])
        gathered[field] = Float8(repeating: source[field * 8])
      }
    } else {
      var offsets = SIMD8<Int>()
      for lane in 0..<8 {
        let parent = Int(block.parents[first + lane])
        offsets[lane] = (parent >> 3) * stride + (parent & 7)
        parentBirths[lane] = parentBlock.births[parent]
      }
      for entry in 0..<fieldCount {
        let field = Int(fieldList[entry])
        let source = parentFloats + field * 8
        gathered[field] = Float8(
          source[offsets[0]], source[offsets[1]], source[offsets[2]], source[offsets[3]], source[offsets[4]],
          source[offsets[5]], source[offsets[6]], source[offsets[7]])
      }
    }
    let age = Lanes.min(Lanes.max(narrow(births - parentBirths), 0), gathered[.lifetime])

    var state = ParentState()
    let motion = parentKernel.pointee.motion(of: gathered, age: age, wantsVelocity: true)
    let direction = parentKernel.pointee.direction(of: motion, block: gathered)
    state.x = motion.x
    state.y = motion.y
    state.velocityX = motion.velocityX
    state.velocityY = motion.velocityY
    state.directionX = direction.x
    state.directionY = direction.y
    if kernel.pointee.uses(.inheritScale) { state.scale = parentKernel.pointee.scale(of: gathered, age: age) }
    if kernel.pointee.uses(.inheritColor) {
      let color = parentKernel.pointee.inheritedColor(of: gathered, age: age)
      state.red = color.red
      state.green = color.green
      state.blue = color.blue
    }
    return state
  }

  @inline(__always)
  private func split(_ indices: UnsafeMutablePointer<UInt64>) -> (low: SIMD8<UInt32>, high: SIMD8<UInt32>) {
    let words = UnsafeRawPointer(indices).load(as: SIMD16<UInt32>.self)
    return (words.evenHalf, words.oddHalf)
  }

  @inline(__always)
  private func load(_ doubles: UnsafeMutablePointer<Double>) -> SIMD8<Double> {
    UnsafeRawPointer(doubles).load(as: SIMD8<Double>.self)
  }

  /// To the nearest Float each.
  @inline(__always)
  private func narrow(_ doubles: SIMD8<Double>) -> Float8 { Float8(doubles) }

  @inline(__always)
  func anyLane(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    let bits = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return (bits[0] | bits[1] | bits[2] | bits[3]) != 0
  }
}
