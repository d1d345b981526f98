import Lanes

/// Evaluates candidates depth first, block by block: parents, then for each child cell their children in order. Every
/// lane is independent of its neighbours, so nothing depends on how candidates fall into batches and blocks.
struct Evaluation {
  let time: Double
  /// Time at which the last shutter of the program's cells closes.
  let closing: Double
  let kernels: UnsafeMutablePointer<CellKernel>
  let blocks: UnsafeMutablePointer<Block>
  let cursors: UnsafeMutablePointer<ColumnCursor>
  unowned(unsafe) let program: EmitterProgram
  unowned(unsafe) let output: ChunkOutput
  /// Known states of the chunk's stepped particles.
  let stateCache: StateCacheHandle?
  let view: CameraView
  /// Memory that ribbons are made in.
  let trailMemory: UnsafeMutablePointer<Float8>

  /// Seconds since eight births, to the nearest Float each.
  @inline(__always)
  func age(_ births: Double8) -> Float8 { Lanes.narrow(Double8(repeating: time) - births) }

  /// Whether any of eight candidates can be visible, or give birth to one that is.
  @inline(__always)
  func mayMatter<Specialization>(_ cell: CellEvaluator<Specialization>, age: Float8) -> Bool {
    if cell.uses(.hasChildren) { return anyLane(age .>= Float8(repeating: -cell.kernel.pointee.longestHalfShutter)) }
    if cell.uses(.shutter) { return mayBeVisibleWhileOpen(cell.kernel, age: age) }
    let isBorn = age .>= Float8(repeating: 0)
    return anyLane(isBorn .& (age .< Float8(repeating: cell.kernel.pointee.longestVisibleAge)))
  }

  /// Spawns eight candidates, stores what their children will read, and appends the sprites of those that are alive.
  @_transparent
  func spawnAndAppend<Specialization>(
    _ cell: CellEvaluator<Specialization>, _ batch: SpawnBatch, parent: ParentState
  ) {
    var particle = cell.spawn(parameters: batch.parameters, keys: batch.keys, parent: parent)
    if cell.reads(.driftAmplitude) { particle.driftPhase = cell.kernel.pointee.drift.phase(batch.births) }
    if cell.uses(.hasChildren) {
      particle.store(to: batch.inheritedFields)
      batch.inheritedKeys.pointee = batch.keys.own
    }
    if cell.uses(.trail) { appendTrails(CellEvaluator<GeneralCell>(cell.kernel), particle, batch) }
    if cell.uses(.stepped), cell.uses(.bounceLog) { logBounces(cell.kernel, particle, batch) }
    if cell.uses(.shutter) {
      return withUnsafePointer(to: particle) {
        appendShutterSamples(CellEvaluator<GeneralCell>(cell.kernel), $0, batch)
      }
    }
    appendAtFrameTime(cell, particle, batch)
  }

  /// Appends the sprites of eight particles as they are at the frame's time.
  @_transparent
  private func appendAtFrameTime<Specialization>(
    _ cell: CellEvaluator<Specialization>, _ particle: SpawnState, _ batch: SpawnBatch
  ) {
    let age = batch.age
    let zero = Float8(repeating: 0)
    var isVisible = (age .>= zero) .& (age .< particle.lifetime)
    // Children must know when a boundary ended their parent's life, however long ago.
    let isFollowed = cell.uses(.mortal) && cell.uses(.hasChildren) ? age .>= zero : isVisible
    guard anyLane(isFollowed) else { return }
    // Lanes that are not visible must stay finite all the same.
    let clampedAge = Lanes.min(Lanes.max(age, zero), Lanes.max(particle.lifetime, zero))
    var stepped = IntegratorState()
    if cell.uses(.stepped) {
      // Those that are not visible need not be followed.
      stepped = integrate(
        cell.kernel, IntegrationStart(particle, births: batch.births),
        age: zero.replacing(with: clampedAge, where: isFollowed),
        cacheKey: StateCacheKey(batch, purpose: .particle, cell: cell.kernel.pointee.flatIndex))
      if cell.uses(.mortal) {
        if cell.uses(.hasChildren) { batch.inheritedFields[.end] = stepped.endAge }
        isVisible = isVisible .& (clampedAge .< stepped.endAge)
        guard anyLane(isVisible) else { return }
      }
    }
    appendSprites(cell, particle, stepped: stepped, age: clampedAge, isVisible: isVisible, keys: batch.keys)
  }

  /// Spawns and appends candidates of any cell. Compiled once: a call is little beside all that may have to be done.
  ///
  /// - Parameter parent: nil for a root cell.
  @inline(never)
  func spawnAndAppendGeneral(
    _ cell: CellEvaluator<GeneralCell>, _ batch: SpawnBatch, parent: UnsafePointer<ParentState>? = nil
  ) {
    spawnAndAppend(cell, batch, parent: parent?.pointee ?? ParentState())
  }

  /// Evaluates all that descends from the first `count` particles of a block.
  func visitDescendants(of cell: Int, block: Block, count: Int, level: Int) {
    var child = kernels[cell].firstChild
    while child >= 0 {
      visitChildren(child, of: block, count: count, level: level + 1)
      child = kernels[child].nextSibling
    }
  }

  @inline(__always)
  func load(_ doubles: UnsafeMutablePointer<Double>) -> Double8 { UnsafeRawPointer(doubles).load(as: Double8.self) }

  @inline(__always)
  func store(_ doubles: Double8, to pointer: UnsafeMutablePointer<Double>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: doubles, as: Double8.self)
  }

  @inline(__always)
  func anyLane(_ mask: SIMDMask<Int32x8>) -> Bool {
    let bits = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return (bits[0] | bits[1] | bits[2] | bits[3]) != 0
  }
}
