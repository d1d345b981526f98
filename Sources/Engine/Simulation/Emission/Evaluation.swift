import Lanes

/// Evaluation of one chunk at one time: its births, their descendants, and the sprites of all visible particles.
///
/// The evaluation goes depth first, block by block: a block of parents, then for each child cell the parents' children in order.
/// Lanes are independent of each other, so results do not depend on how candidates are divided into batches and blocks.
struct Evaluation {
  /// Layer-local second of the frame, plus the chunk's `loopShiftSeconds`.
  let time: Double
  /// Layer-local second at which the longest of the cells' shutters closes: `time` + `EmitterProgram.maximumHalfShutter`.
  let shutterCloseTime: Double
  /// Kernels by the cells' indices in `EmitterProgram.cells`.
  let kernels: UnsafeMutablePointer<CellKernel>
  /// One block for each level of the tree; the roots are level 0.
  let blocks: UnsafeMutablePointer<Block>
  /// Where each cell's next record is written in the output's columns, by the cells' indices in `EmitterProgram.cells`.
  let cursors: UnsafeMutablePointer<ColumnCursor>
  unowned(unsafe) let program: EmitterProgram
  unowned(unsafe) let output: ChunkOutput
  /// States of the chunk's stepped particles from earlier frames; nil: each particle is integrated from its birth.
  let stateCache: StateCacheHandle?
  /// The camera at the frame's time.
  let view: CameraView
  /// The light on the particles; nil where they keep their own colours.
  unowned(unsafe) let lighting: ParticleLighting?
  /// Receives puffs in place of drawing them; nil while particles are drawn.
  unowned(unsafe) let gathering: PuffShadows?
  /// Memory in which the ribbons of eight particles are traced (`TracedPoints`).
  let trailMemory: UnsafeMutablePointer<Float8>

  /// Seconds from eight births to the frame's time, each subtracted in Double and rounded to the nearest Float.
  @inline(__always)
  func age(_ birthTimes: Double8) -> Float8 { Lanes.narrow(Double8(repeating: time) - birthTimes) }

  /// Whether any of eight candidates, or a descendant of one, can be visible in the frame.
  @inline(__always)
  func mayAffectFrame<Specialization>(_ cell: CellEvaluator<Specialization>, age: Float8) -> Bool {
    if cell.has(.children) { return Lanes.any(age .>= Float8(repeating: -cell.kernel.pointee.maximumHalfShutter)) }
    if cell.has(.shutter) { return mayBeVisibleWhileOpen(cell.kernel, age: age) }
    let isBorn = age .>= Float8(repeating: 0)
    return Lanes.any(isBorn .& (age .< Float8(repeating: cell.kernel.pointee.maximumVisibleAge)))
  }

  /// Spawns eight candidates, keeps their state where their children read it, and appends the sprites of those that are alive.
  @_transparent
  func spawnAndAppend<Specialization>(
    _ cell: CellEvaluator<Specialization>, _ batch: SpawnBatch, parent: ParentState
  ) {
    var particle = cell.spawn(
      parameters: batch.parameters, keys: batch.keys, parent: parent, laterWays: batch.laterWays)
    if cell.has(.drift) { particle.driftPhase = cell.kernel.pointee.drift.phase(batch.birthTimes) }
    if cell.has(.sampled) { count(cell.kernel, lifetime: particle.lifetime, batch) }
    if cell.has(.children) {
      batch.keptState.pointee = particle
      batch.inheritedKeys.pointee = batch.keys.perParticle
    }
    if cell.has(.trail) { appendTrails(CellEvaluator<GeneralCell>(cell.kernel), particle, batch) }
    if cell.has(.stepped), cell.has(.bounceLog) { logBounces(cell.kernel, particle, batch) }
    if cell.has(.shutter) {
      return withUnsafePointer(to: particle) {
        appendShutterSamples(CellEvaluator<GeneralCell>(cell.kernel), $0, batch)
      }
    }
    appendAtFrameTime(cell, particle, batch)
  }

  /// Appends the sprites of eight particles at the frame's time.
  @_transparent
  private func appendAtFrameTime<Specialization>(
    _ cell: CellEvaluator<Specialization>, _ particle: SpawnState, _ batch: SpawnBatch
  ) {
    let age = batch.age
    let zero = Float8(repeating: 0)
    var isAlive = (age .>= zero) .& (age .< particle.lifetime)
    // The state of a parent that a boundary may kill is needed even after its death: its children read the age at which it died.
    let needsState = cell.has(.killBoundary) && cell.has(.children) ? age .>= zero : isAlive
    guard Lanes.any(needsState) else { return }
    // Even lanes that are not alive need finite ages.
    let clampedAge = Lanes.min(Lanes.max(age, zero), Lanes.max(particle.lifetime, zero))
    var stepped = IntegratorState()
    if cell.has(.stepped) {
      // Lanes whose state is not read are integrated to age 0, which costs no steps.
      stepped = integrate(
        cell.kernel, IntegrationStart(particle, birthTimes: batch.birthTimes),
        age: zero.replacing(with: clampedAge, where: needsState),
        identity: StateCacheIdentity(batch, purpose: .particle, cell: cell.kernel.pointee.cellIndex))
      if cell.has(.killBoundary) {
        if cell.has(.children) { batch.keptState.pointee.endAge = stepped.endAge }
        isAlive = isAlive .& (clampedAge .< stepped.endAge)
        guard Lanes.any(isAlive) else { return }
      }
    }
    appendSprites(cell, particle, stepped: stepped, age: clampedAge, isAlive: isAlive, keys: batch.keys)
  }

  /// `spawnAndAppend` for any cell. This function is not inlined, so that it is compiled once: a call costs little compared with the
  /// work of a general cell.
  ///
  /// - Parameter parent: nil for a root cell.
  @inline(never)
  func spawnAndAppendGeneral(
    _ cell: CellEvaluator<GeneralCell>, _ batch: SpawnBatch, parent: UnsafePointer<ParentState>? = nil
  ) {
    spawnAndAppend(cell, batch, parent: parent?.pointee ?? ParentState())
  }

  /// Evaluates all descendants of the first `count` particles of a block.
  ///
  /// - Parameters:
  ///   - cellIndex: index of the particles' cell.
  ///   - level: level of the block in the tree.
  func evaluateDescendants(of cellIndex: Int, block: Block, count: Int, level: Int) {
    var childIndex = kernels[cellIndex].firstChild
    while childIndex >= 0 {
      evaluateChildren(childIndex, of: block, count: count, level: level + 1)
      childIndex = kernels[childIndex].nextSibling
    }
  }

  /// Loads eight elements; `doubles` must be aligned to 64 bytes.
  @inline(__always)
  func load(_ doubles: UnsafeMutablePointer<Double>) -> Double8 { UnsafeRawPointer(doubles).load(as: Double8.self) }

  /// Stores eight elements.
  @inline(__always)
  func store(_ doubles: Double8, to pointer: UnsafeMutablePointer<Double>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: doubles, as: Double8.self)
  }
}
