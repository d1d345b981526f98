import Lanes

/// How eight particles are known to the cache.
struct StateCacheKey {
  /// Those whose birth and key name the state: the particles themselves, or the children for which a parent is followed.
  var births: Double8
  var keys: ParticleKeys8
  var cell: UInt32
  /// For root particles, the first one's place in the chunk; −1 for descendants.
  var rootPlace: Int

  /// Marks the state of a parent at the birth of a child of cell `cell`.
  static func origin(ofCell cell: Int) -> UInt32 { UInt32(truncatingIfNeeded: cell + 1) | 1 << 31 }

  /// Marks the state at the end of a particle's trail.
  static func trail(ofCell cell: Int) -> UInt32 { UInt32(truncatingIfNeeded: cell + 1) | 1 << 30 }

  /// Marks what is followed for its bounces.
  static func bounces(ofCell cell: Int) -> UInt32 { UInt32(truncatingIfNeeded: cell + 1) | 1 << 29 }

  static func own(cell: Int) -> UInt32 { UInt32(truncatingIfNeeded: cell + 1) }
}

/// The states of eight particles after whole steps.
struct IntegrationProgress {
  var state: IntegratorState
  var done: SIMD8<Int32>
}

extension Evaluation {
  /// Eight particles of a stepped cell at `age`, from the last whole steps that are known.
  ///
  /// - Parameters:
  ///   - progress: takes the last whole step's state, for those who go on from there.
  ///   - log: takes the bounces.
  @inline(never)
  func fly(
    _ kernel: UnsafeMutablePointer<CellKernel>, _ particle: IntegrationStart, age: Float8, names: StateCacheKey,
    progress: UnsafeMutablePointer<IntegrationProgress>? = nil, log: UnsafeMutablePointer<BounceLog>? = nil
  ) -> IntegratorState {
    let law = kernel.pointee.law
    let wanted = Lanes.truncateInRange(age * law.pointee.stepInverse)
    var state = particle.flight
    let path = Integrator(law: law, constants: particle.constants, log: log)
    var done = SIMD8<Int32>()
    guard let flights else {
      let flight = path.follow(&state, done: &done, to: wanted, age: age)
      progress?.pointee = IntegrationProgress(state: state, done: done)
      return flight
    }
    return withUnsafeTemporaryAllocation(of: Float8.self, capacity: IntegratorLanes.count) { memory in
      let lanes = IntegratorLanes(memory.baseAddress.unsafelyUnwrapped, isDeep: law.pointee.isInSpace)
      lanes.fill(start: state, wanted: wanted, names: names)
      // Take over what is known.
      for lane in 0..<8 {
        let key = lanes.key(lane)
        let known = names.rootPlace >= 0 ? flights.roots + names.rootPlace + lane : flights.entry(key, cell: names.cell)
        lanes.entries[lane] = Int(bitPattern: known)
        guard let entry = known else { continue }
        let (first, birth) = (lanes.start(lane), lanes.births[lane])
        entry.pointee.stamp = flights.stamp
        if entry.pointee.key == key, entry.pointee.cell == names.cell, entry.pointee.birth == birth,
          entry.pointee.first == first, entry.pointee.steps <= lanes.wanted[lane],
          !lanes.isDeep || flights.depth(of: entry, names).pointee.first == lanes.startDepth(lane)
        {
          lanes.take(entry, lane)
          if lanes.isDeep { lanes.take(flights.depth(of: entry, names), lane) }
          if let log {
            let record = flights.bounces(of: entry).pointee
            log.pointee.withAges { ages, count in
              for bounce in 0..<BounceLog.capacity { ages[bounce * 8 + lane] = record.ages[bounce] }
              count[lane] = record.count
            }
          }
        } else {
          entry.pointee.key = key
          entry.pointee.cell = names.cell
          entry.pointee.birth = birth
          entry.pointee.first = first
          if lanes.isDeep { flights.depth(of: entry, names).pointee.first = lanes.startDepth(lane) }
        }
      }
      (state, done) = lanes.known
      let flight = path.follow(&state, done: &done, to: wanted, age: age)
      lanes.known = (state, done)
      progress?.pointee = IntegrationProgress(state: state, done: done)
      for lane in 0..<8 {
        guard let entry = UnsafeMutablePointer<StateCacheEntry>(bitPattern: lanes.entries[lane]) else { continue }
        lanes.give(entry, lane)
        if lanes.isDeep { lanes.give(flights.depth(of: entry, names), lane) }
        if let log {
          let record = flights.bounces(of: entry)
          log.pointee.withAges { ages, count in
            for bounce in 0..<BounceLog.capacity { record.pointee.ages[bounce] = ages[bounce * 8 + lane] }
            record.pointee.count = count[lane]
          }
        }
      }
      return flight
    }
  }
}

/// Eight particles in memory, where single lanes are at hand: each would cost a way through it if they stayed in registers.
private struct IntegratorLanes {
  static let count = 21

  /// x, y, velocity x and y at birth, then the same and the end as they are known; last, z and velocity z at birth and as
  /// they are known, where paths are deep.
  private let floats: UnsafeMutablePointer<Float>
  private let done: UnsafeMutablePointer<Int32>
  let wanted: UnsafeMutablePointer<Int32>
  private let keys: UnsafeMutablePointer<UInt32>
  let births: UnsafeMutablePointer<Double>
  let entries: UnsafeMutablePointer<Int>
  private let rows: UnsafeMutablePointer<Float8>
  let isDeep: Bool

  @inline(__always)
  init(_ memory: UnsafeMutablePointer<Float8>, isDeep: Bool) {
    rows = memory
    self.isDeep = isDeep
    func row<Value>(_ row: Int) -> UnsafeMutablePointer<Value> {
      UnsafeMutableRawPointer(memory + row).assumingMemoryBound(to: Value.self)
    }
    floats = row(0)
    done = row(9)
    wanted = row(10)
    keys = row(11)
    births = row(13)
    entries = row(15)
  }

  @inline(__always)
  func fill(start: IntegratorState, wanted: SIMD8<Int32>, names: StateCacheKey) {
    (rows[0], rows[1], rows[2], rows[3]) = (start.x, start.y, start.velocityX, start.velocityY)
    if isDeep { (rows[17], rows[18]) = (start.z, start.velocityZ) }
    known = (start, SIMD8())
    UnsafeMutableRawPointer(self.wanted).storeBytes(of: wanted, as: SIMD8<Int32>.self)
    UnsafeMutableRawPointer(keys).storeBytes(of: names.keys.a, as: SIMD8<UInt32>.self)
    UnsafeMutableRawPointer(keys + 8).storeBytes(of: names.keys.b, as: SIMD8<UInt32>.self)
    UnsafeMutableRawPointer(births).storeBytes(of: names.births, as: Double8.self)
  }

  /// The states that are known, and their whole steps.
  var known: (IntegratorState, SIMD8<Int32>) {
    @inline(__always) get {
      var flight = IntegratorState(x: rows[4], y: rows[5], velocityX: rows[6], velocityY: rows[7])
      flight.end = rows[8]
      if isDeep { (flight.z, flight.velocityZ) = (rows[19], rows[20]) }
      return (flight, UnsafeRawPointer(done).loadUnaligned(as: SIMD8<Int32>.self))
    }
    @inline(__always) nonmutating set {
      let (flight, steps) = newValue
      (rows[4], rows[5], rows[6], rows[7]) = (flight.x, flight.y, flight.velocityX, flight.velocityY)
      rows[8] = flight.end
      if isDeep { (rows[19], rows[20]) = (flight.z, flight.velocityZ) }
      UnsafeMutableRawPointer(done).storeBytes(of: steps, as: SIMD8<Int32>.self)
    }
  }

  @inline(__always)
  func key(_ lane: Int) -> SIMD2<UInt32> { SIMD2(keys[lane], keys[8 + lane]) }

  @inline(__always)
  func start(_ lane: Int) -> SIMD4<Float> {
    SIMD4(floats[lane], floats[8 + lane], floats[16 + lane], floats[24 + lane])
  }

  @inline(__always)
  func startDepth(_ lane: Int) -> SIMD2<Float> { SIMD2(floats[17 * 8 + lane], floats[18 * 8 + lane]) }

  @inline(__always)
  func take(_ entry: UnsafeMutablePointer<StateCacheEntry>, _ lane: Int) {
    let state = entry.pointee.state
    floats[32 + lane] = state.x
    floats[40 + lane] = state.y
    floats[48 + lane] = state.z
    floats[56 + lane] = state.w
    floats[64 + lane] = entry.pointee.end
    done[lane] = entry.pointee.steps
  }

  @inline(__always)
  func give(_ entry: UnsafeMutablePointer<StateCacheEntry>, _ lane: Int) {
    entry.pointee.state = SIMD4(floats[32 + lane], floats[40 + lane], floats[48 + lane], floats[56 + lane])
    entry.pointee.end = floats[64 + lane]
    entry.pointee.steps = done[lane]
  }
}

extension IntegratorLanes {
  @inline(__always)
  func take(_ depth: UnsafeMutablePointer<IntegratorStateZ>, _ lane: Int) {
    floats[19 * 8 + lane] = depth.pointee.state.x
    floats[20 * 8 + lane] = depth.pointee.state.y
  }

  @inline(__always)
  func give(_ depth: UnsafeMutablePointer<IntegratorStateZ>, _ lane: Int) {
    depth.pointee.state = SIMD2(floats[19 * 8 + lane], floats[20 * 8 + lane])
  }
}

/// What the path of eight particles follows from.
struct IntegrationStart {
  var flight: IntegratorState
  var constants: IntegratorConstants

  @_transparent
  init(_ particle: SpawnState, births: Double8) {
    flight = IntegratorState(
      x: particle.x, y: particle.y, velocityX: particle.velocityX, velocityY: particle.velocityY, z: particle.z,
      velocityZ: particle.velocityZ)
    // Those that are never born must stay finite all the same.
    constants = IntegratorConstants(
      gravityX: particle.gravityX, gravityY: particle.gravityY, gravityZ: particle.gravityZ, drag: particle.drag,
      windX: particle.windX, windY: particle.windY,
      births: births.replacing(with: Double8(repeating: 0), where: births .== Double8(repeating: .infinity)))
  }
}
