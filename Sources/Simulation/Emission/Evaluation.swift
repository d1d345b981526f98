import Lanes

/// The particles of one cell that are worked on together: at most `Block.capacity` candidates of one level of the
/// tree, in drawing order. Children are gathered from a block of parents into the block of the next level.
struct Block: BitwiseCopyable {
  static var capacity: Int { 64 }

  /// `InheritedField.count` lanes for each batch of eight, where the cell has children.
  var fields: UnsafeMutablePointer<Float8>
  var keys: UnsafeMutablePointer<ParticleKeys8>
  /// Slots of the batch at hand, where they move; the parents' fields, gathered.
  var slots: UnsafeMutablePointer<Float8>
  var gathered: UnsafeMutablePointer<Float8>
  /// Layer-local second of birth; infinite for a candidate that is never born.
  var births: UnsafeMutablePointer<Double>
  /// Of children: layer-local seconds at which the emission began; seconds from there to the birth and to the
  /// emission's end.
  var starts: UnsafeMutablePointer<Double>
  var delays: UnsafeMutablePointer<Double>
  var limits: UnsafeMutablePointer<Double>
  var indices: UnsafeMutablePointer<UInt64>
  var parents: UnsafeMutablePointer<Int32>
  /// Ages at bounces, `BounceLog.capacity` lanes for each batch of eight, where children are born at them.
  var bounces: UnsafeMutablePointer<Float8>
}

/// Evaluates candidates depth first, block by block: parents, then for each child cell their children in order. Every
/// lane is independent of its neighbours, so nothing depends on how candidates fall into batches and blocks.
struct Evaluation {
  let time: Double
  /// When the last shutter of the program's cells closes.
  let closing: Double
  let kernels: UnsafeMutablePointer<CellKernel>
  let blocks: UnsafeMutablePointer<Block>
  let cursors: UnsafeMutablePointer<ColumnCursor>
  unowned(unsafe) let program: EmitterProgram
  unowned(unsafe) let output: ChunkOutput
  /// What is known of the chunk's stepped particles.
  let flights: StateCacheHandle?
  let view: CameraView
  /// Where ribbons are made.
  let trailMemory: UnsafeMutablePointer<Float8>

  /// Seconds since eight births, to the nearest Float each.
  @inline(__always)
  func age(_ births: Double8) -> Float8 { Lanes.narrow(Double8(repeating: time) - births) }

  /// Whether any of eight candidates can be visible, or give birth to one that is.
  @inline(__always)
  func mayMatter<Variant>(_ code: CellEvaluator<Variant>, age: Float8) -> Bool {
    if code.uses(.hasChildren) { return anyLane(age .>= Float8(repeating: -code.kernel.pointee.longestHalfShutter)) }
    if code.uses(.exposed) { return mayBeExposed(code.kernel, age: age) }
    let isBorn = age .>= Float8(repeating: 0)
    return anyLane(isBorn .& (age .< Float8(repeating: code.kernel.pointee.longestSight)))
  }

  /// Bears eight candidates, keeps what their children will read, and draws those that are alive.
  @_transparent
  func bearAndDraw<Variant>(
    _ code: CellEvaluator<Variant>, slots: UnsafePointer<Float8>, births: Double8, age: Float8, keys: DrawKeys,
    parent: ParentState, block: Block, batch: Int, rootPlace: Int
  ) {
    var newborn = code.bear(slots: slots, keys: keys, parent: parent)
    if code.uses(.drift) { newborn.driftPhase = code.kernel.pointee.drift.phase(births) }
    if code.uses(.hasChildren) {
      newborn.store(to: block.fields + batch * InheritedField.count)
      block.keys[batch] = keys.own
    }
    if Variant.mayHaveExtras, code.kernel.pointee.trail.pointee.pointCount > 0 {
      drawTrail(CellEvaluator<GeneralCell>(code.kernel), newborn, births: births, age: age, keys: keys)
    }
    if code.uses(.stepped), code.kernel.pointee.logsBounces {
      logBounces(
        code.kernel, IntegrationStart(newborn, births: births), births: births, lifetime: newborn.lifetime,
        keys: keys.own,
        into: block.bounces + batch * BounceLog.capacity)
    }
    if code.uses(.exposed) {
      return withUnsafePointer(to: newborn) {
        expose(
          CellEvaluator<GeneralCell>(code.kernel), $0, births: births, age: age, keys: keys, block: block, batch: batch,
          rootPlace: rootPlace)
      }
    }
    let zero = Float8(repeating: 0)
    var isVisible = (age .>= zero) .& (age .< newborn.lifetime)
    // Children must know when a border ended their parent's life, however long ago.
    let isFollowed = code.uses(.mortal) && code.uses(.hasChildren) ? age .>= zero : isVisible
    guard anyLane(isFollowed) else { return }
    // Lanes that are not shown must stay finite all the same.
    let shownAge = Lanes.min(Lanes.max(age, zero), Lanes.max(newborn.lifetime, zero))
    var flight = IntegratorState(x: zero, y: zero, velocityX: zero, velocityY: zero)
    if code.uses(.stepped) {
      let names = StateCacheKey(
        births: births, keys: keys.own, cell: StateCacheKey.own(cell: code.kernel.pointee.flatIndex),
        rootPlace: rootPlace
      )
      // Those that are not seen need not be followed.
      flight = fly(
        code.kernel, IntegrationStart(newborn, births: births), age: zero.replacing(with: shownAge, where: isFollowed),
        names: names)
      if code.uses(.mortal) {
        if code.uses(.hasChildren) { (block.fields + batch * InheritedField.count)[.end] = flight.end }
        isVisible = isVisible .& (shownAge .< flight.end)
        guard anyLane(isVisible) else { return }
      }
    }
    draw(code, newborn, flight: flight, age: shownAge, isVisible: isVisible, keys: keys)
  }

  /// The same for cells of any kind, compiled once: a call is little beside all that may have to be done.
  ///
  /// - Parameter parent: nil for a root cell.
  @inline(never)
  func bearAndDraw(
    _ code: CellEvaluator<GeneralCell>, slots: UnsafePointer<Float8>, births: Double8, age: Float8, keys: DrawKeys,
    parent: UnsafePointer<ParentState>? = nil, block: Block, batch: Int, rootPlace: Int = -1
  ) {
    bearAndDraw(
      code, slots: slots, births: births, age: age, keys: keys, parent: parent?.pointee ?? ParentState(), block: block,
      batch: batch, rootPlace: rootPlace)
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
  func anyLane(_ mask: SIMDMask<SIMD8<Int32>>) -> Bool {
    let bits = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
    return (bits[0] | bits[1] | bits[2] | bits[3]) != 0
  }
}
