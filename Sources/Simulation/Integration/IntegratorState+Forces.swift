// How forces push, and where their numbers are read.
import Lanes

/// Memory of a path that is being followed.
struct IntegratorScratch: BitwiseCopyable {
  /// Of a force that moves, at the moment at hand.
  var values: ForceParameters
  var depths: ForceParametersZ
  /// Where a noise is read, and what was read there.
  var x: Float8
  var y: Float8
  var z: Float8
  var phase: Float8

  @inline(__always)
  mutating func place(_ x: Float8, _ y: Float8, _ phase: Float8) {
    self.x = x
    self.y = y
    self.phase = phase
  }

  @inline(__always)
  mutating func place(_ x: Float8, _ y: Float8, _ phase: Float8, _ z: Float8) {
    place(x, y, phase)
    self.z = z
  }
}

extension Integrator {
  // Noises are functions of their own, through memory: within the loop of `follow`, or with eight lanes as arguments and
  // results, the compiler cuts all of their vectors in halves.

  /// Replaces places by what turbulence pushes there.
  @inline(never)
  static func swirl(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let swirl = CurlNoise.velocity(scratch.pointee.x * scale, scratch.pointee.y * scale, seed: force.pointee.seed)
    scratch.pointee.x = swirl.x
    scratch.pointee.y = swirl.y
  }

  @inline(never)
  static func changingSwirl(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let swirl = CurlNoise.velocity(
      scratch.pointee.x * scale, scratch.pointee.y * scale, scratch.pointee.phase, seed: force.pointee.seed,
      periodZ: Int32(force.pointee.period))
    scratch.pointee.x = swirl.x
    scratch.pointee.y = swirl.y
  }

  /// Replaces places in space by what turbulence pushes there: the curl of three noises.
  ///
  /// Each is of three dimensions and makes what lies in the plane across one axis swirl (in all, no place is a source or a
  /// sink). As time goes by each slides along its own axis, so that together they change everywhere and drift nowhere: of
  /// that across z, what passes the canvas's plane is the turbulence of flat particles. A loop repeats the noises along
  /// these axes after as many cells as fit into it.
  @inline(never)
  static func swirlInSpace(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let phase = scratch.pointee.phase
    let (x, y, z) = (scratch.pointee.x * scale, scratch.pointee.y * scale, scratch.pointee.z * scale)
    let period = force.pointee.kind == .turbulence ? Int32(force.pointee.period) : 0
    let seed = force.pointee.seed
    scratch.pointee.place(x, y, z + phase)
    swirl(scratch, seed: seed, period: period)
    let acrossZ = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.place(y, z, x + phase)
    swirl(scratch, seed: NoiseLattice.mix(seed &+ 1), period: period)
    let acrossX = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.place(z, x, y + phase)
    swirl(scratch, seed: NoiseLattice.mix(seed &+ 2), period: period)
    // Two pushes along each axis instead of one: √⅓ makes all as strong as in the plane.
    let share: Float = 0.577_350_26
    let acrossY = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.x = (acrossZ.0 + acrossY.1) * share
    scratch.pointee.y = (acrossX.0 + acrossZ.1) * share
    scratch.pointee.z = (acrossY.0 + acrossX.1) * share
  }

  @inline(never)
  private static func swirl(_ scratch: UnsafeMutablePointer<IntegratorScratch>, seed: UInt32, period: Int32) {
    let swirl = CurlNoise.velocity(
      scratch.pointee.x, scratch.pointee.y, scratch.pointee.phase, seed: seed, periodZ: period)
    scratch.pointee.x = swirl.x
    scratch.pointee.y = swirl.y
  }

  /// Replaces x, a place along the wind, by how strongly a gust blows there, from 0 to 1.
  @inline(never)
  static func gust(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let noise = GradientNoise.at(
      scratch.pointee.phase - scratch.pointee.x * scale, scratch.pointee.y * scale + 0.5, seed: force.pointee.seed,
      periodX: Int32(force.pointee.period))
    // Half of the time is calm, and the strongest reach 1.
    scratch.pointee.x = Lanes.clamp(noise.value * 2.5, 0, 1)
  }

  /// An attractor's acceleration for each pixel of distance.
  @inline(__always)
  static func pull(
    _ force: UnsafePointer<ForceRecord>, _ values: UnsafePointer<ForceParameters>, distance: Float8
  ) -> Float8 {
    let beyond = Lanes.max(distance - values.pointee.radius, 0)
    return weakened(beyond * values.pointee.strength / Lanes.max(distance, 1e-6), force, values, beyond: beyond)
  }

  @inline(__always)
  static func weakened(
    _ strength: Float8, _ force: UnsafePointer<ForceRecord>, _ values: UnsafePointer<ForceParameters>, beyond: Float8
  ) -> Float8 {
    var product = strength
    guard force.pointee.falloff > 0 else { return product }
    let weaker = 1 / (1 + beyond * values.pointee.falloffInverse)
    for _ in 0..<force.pointee.falloff { product *= weaker }
    return product
  }

  /// From a place to the nearest of an axis.
  @inline(__always)
  static func across(
    _ values: UnsafePointer<ForceParameters>, _ depths: UnsafePointer<ForceParametersZ>, _ placeX: Float8,
    _ placeY: Float8,
    _ placeZ: Float8
  ) -> (x: Float8, y: Float8, z: Float8) {
    let (x, y, z) = (values.pointee.x - placeX, values.pointee.y - placeY, depths.pointee.z - placeZ)
    let (axisX, axisY, axisZ) = (values.pointee.normalX, values.pointee.normalY, depths.pointee.normalZ)
    let along = x * axisX + y * axisY + z * axisZ
    return (x - along * axisX, y - along * axisY, z - along * axisZ)
  }

  /// Numbers at a moment; those that move are written to the scratch, of which they are the first.
  @inline(__always)
  static func values(
    _ source: ForceSource, at place: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<IntegratorScratch>
  ) -> UnsafePointer<ForceParameters> {
    source.values(at: place, UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: ForceParameters.self))
  }

  /// Those for particles in space; they come next in the scratch.
  @inline(__always)
  static func depths(
    _ force: UnsafePointer<ForceRecord>, at place: ForceTableCoordinate,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>
  ) -> UnsafePointer<ForceParametersZ> {
    let memory = UnsafeMutableRawPointer(scratch) + MemoryLayout<ForceParameters>.stride
    return force.pointee.source.depths(at: place, memory.assumingMemoryBound(to: ForceParametersZ.self))
  }

  /// A force's own time, in waves or cells of its noise, reduced in Double: a Float keeps its fineness however late it is.
  @inline(__always)
  static func phase(_ force: UnsafePointer<ForceRecord>, at moment: Double8) -> Float8 {
    let phase = moment * force.pointee.frequency + force.pointee.phase
    let period = force.pointee.period
    return Lanes.narrow(phase - (phase / period).rounded(.down) * period)
  }

  /// A triangle wave whose straight parts are bent into parabolas: 0 at phase 0, 1 at ¼, −1 at ¾.
  @inline(__always)
  static func wave(_ phase: Float8) -> Float8 {
    // 1 in the middle of a rise or fall, 0 at its ends.
    let place = phase * 2
    let half = place - Lanes.floor(place)
    let bow = 4 * half * (1 - half)
    return Lanes.select(place .< Float8(repeating: 1), bow, -bow)
  }
}
