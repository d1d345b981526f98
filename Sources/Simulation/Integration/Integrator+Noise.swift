import Lanes

/// Working memory of a path that is being integrated.
struct IntegratorScratch: BitwiseCopyable {
  /// Parameters of a force that moves, at the present moment.
  var parameters: ForceParameters
  var parametersZ: ForceParametersZ
  /// Position at which a noise is read, and what was read there.
  var x: Float8
  var y: Float8
  var z: Float8
  var phase: Float8

  @inline(__always)
  mutating func set(_ x: Float8, _ y: Float8, phase: Float8) {
    self.x = x
    self.y = y
    self.phase = phase
  }

  @inline(__always)
  mutating func set(_ x: Float8, _ y: Float8, phase: Float8, z: Float8) {
    set(x, y, phase: phase)
    self.z = z
  }
}

// Noises are functions of their own, through memory: within the integrator's loop, or with eight lanes as arguments and
// results, the compiler cuts all of their vectors in halves.
extension Integrator {
  /// Replaces positions by the push of unchanging turbulence there.
  @inline(never)
  static func steadyCurl(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let curl = CurlNoise.velocity(scratch.pointee.x * scale, scratch.pointee.y * scale, seed: force.pointee.seed)
    scratch.pointee.x = curl.x
    scratch.pointee.y = curl.y
  }

  /// Replaces positions by the push of turbulence there.
  @inline(never)
  static func changingCurl(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let curl = CurlNoise.velocity(
      scratch.pointee.x * scale, scratch.pointee.y * scale, scratch.pointee.phase, seed: force.pointee.seed,
      periodZ: Int32(force.pointee.period))
    scratch.pointee.x = curl.x
    scratch.pointee.y = curl.y
  }

  /// Replaces positions in space by the push of turbulence there: the curl of three noises.
  ///
  /// Each has three dimensions and makes the plane across one axis swirl (together they have no sources and no sinks). As
  /// time goes by each slides along its own axis, so that together they change everywhere and drift nowhere. The one across
  /// z is, in the canvas's plane, the turbulence of flat particles. A loop repeats the noises along these axes after as many
  /// cells as fit into it.
  @inline(never)
  static func curlInSpace(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let phase = scratch.pointee.phase
    let (x, y, z) = (scratch.pointee.x * scale, scratch.pointee.y * scale, scratch.pointee.z * scale)
    let period = force.pointee.kind == .turbulence ? Int32(force.pointee.period) : 0
    let seed = force.pointee.seed
    scratch.pointee.set(x, y, phase: z + phase)
    curl(scratch, seed: seed, period: period)
    let acrossZ = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.set(y, z, phase: x + phase)
    curl(scratch, seed: NoiseLattice.hash(seed &+ 1), period: period)
    let acrossX = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.set(z, x, phase: y + phase)
    curl(scratch, seed: NoiseLattice.hash(seed &+ 2), period: period)
    // Two pushes along each axis instead of one: √⅓ makes all as strong as in the plane.
    let share: Float = 0.577_350_26
    let acrossY = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.x = (acrossZ.0 + acrossY.1) * share
    scratch.pointee.y = (acrossX.0 + acrossZ.1) * share
    scratch.pointee.z = (acrossY.0 + acrossX.1) * share
  }

  @inline(never)
  private static func curl(_ scratch: UnsafeMutablePointer<IntegratorScratch>, seed: UInt32, period: Int32) {
    let curl = CurlNoise.velocity(
      scratch.pointee.x, scratch.pointee.y, scratch.pointee.phase, seed: seed, periodZ: period)
    scratch.pointee.x = curl.x
    scratch.pointee.y = curl.y
  }

  /// Replaces x, a position along the wind, by the strength of the gust there, from 0 to 1.
  @inline(never)
  static func gust(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let scale = force.pointee.scaleInverse
    let noise = GradientNoise.at(
      scratch.pointee.phase - scratch.pointee.x * scale, scratch.pointee.y * scale + 0.5, seed: force.pointee.seed,
      periodX: Int32(force.pointee.period))
    // Half of the time is calm, and the strongest reach 1.
    scratch.pointee.x = Lanes.clamp(noise.value * 2.5, 0, 1)
  }
}
