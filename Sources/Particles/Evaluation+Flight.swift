import Lanes

/// How eight particles are known to the cache.
struct FlightNames {
  /// Those whose birth and key name the state: the particles themselves, or the children for which a parent is followed.
  var births: Double8
  var keys: ParticleKeys8
  var cell: UInt32
  /// For root particles, the first one's place in the chunk; −1 for descendants.
  var rootPlace: Int

  /// Marks the state of a parent at the birth of a child of cell `cell`.
  static func origin(ofCell cell: Int) -> UInt32 { UInt32(truncatingIfNeeded: cell + 1) | 1 << 31 }

  static func own(cell: Int) -> UInt32 { UInt32(truncatingIfNeeded: cell + 1) }
}

extension Evaluation {
  /// Eight particles of a stepped cell at `age`, from the last whole steps that are known.
  ///
  /// - Parameter births: their births, in layer-local seconds.
  @inline(never)
  func fly(
    _ kernel: UnsafeMutablePointer<CellKernel>, _ particle: FlightStart, age: Float8, names: FlightNames
  ) -> Flight {
    let law = kernel.pointee.law
    let wanted = Lanes.truncateInRange(age * law.pointee.stepInverse)
    let rest = age - Lanes.float(wanted) * law.pointee.step
    var state = particle.flight
    let path = FlightPath(law: law, constants: particle.constants)
    guard let flights else {
      return path.follow(&state, from: SIMD8(), to: wanted, rest: rest)
    }
    // Take over what is known.
    var done = SIMD8<Int32>()
    var entries = SIMD8<Int>()
    for lane in 0..<8 {
      let key = SIMD2(names.keys.a[lane], names.keys.b[lane])
      let known =
        names.rootPlace >= 0 ? flights.roots + names.rootPlace + lane : flights.entry(key, cell: names.cell)
      guard let entry = known else { continue }
      entries[lane] = Int(bitPattern: entry)
      let first = particle.flight[lane]
      entry.pointee.stamp = flights.stamp
      if entry.pointee.key == key, entry.pointee.cell == names.cell, entry.pointee.birth == names.births[lane],
        entry.pointee.first == first, entry.pointee.steps <= wanted[lane]
      {
        state[lane] = entry.pointee.state
        done[lane] = entry.pointee.steps
      } else {
        entry.pointee.key = key
        entry.pointee.cell = names.cell
        entry.pointee.birth = names.births[lane]
        entry.pointee.first = first
      }
    }
    let flight = path.follow(&state, from: done, to: wanted, rest: rest)
    for lane in 0..<8 {
      guard let entry = UnsafeMutablePointer<FlightEntry>(bitPattern: entries[lane]) else { continue }
      entry.pointee.state = state[lane]
      entry.pointee.steps = wanted[lane]
    }
    return flight
  }
}

/// What the path of eight particles follows from.
struct FlightStart {
  var flight: Flight
  var constants: FlightConstants

  @_transparent
  init(_ particle: Newborn, births: Double8) {
    flight = Flight(x: particle.x, y: particle.y, velocityX: particle.velocityX, velocityY: particle.velocityY)
    // Those that are never born must stay finite all the same.
    constants = FlightConstants(
      gravityX: particle.gravityX, gravityY: particle.gravityY, drag: particle.drag, windX: particle.windX,
      windY: particle.windY,
      births: births.replacing(with: Double8(repeating: 0), where: births .== Double8(repeating: .infinity)))
  }
}

extension Flight {
  /// One particle's x, y and velocity.
  @inline(__always)
  subscript(lane: Int) -> SIMD4<Float> {
    get { SIMD4(x[lane], y[lane], velocityX[lane], velocityY[lane]) }
    set {
      x[lane] = newValue.x
      y[lane] = newValue.y
      velocityX[lane] = newValue.z
      velocityY[lane] = newValue.w
    }
  }
}
