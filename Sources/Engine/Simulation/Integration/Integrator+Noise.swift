import Lanes

/// Working memory of the integration of eight particles.
///
/// `parameters` and `parametersZ` must stay the first fields: `Integrator.parameters` and `parametersZ` find them by their offsets.
struct IntegratorScratch: BitwiseCopyable {
  /// Animated parameters of the current force at the current step.
  var parameters: ForceParameters
  var parametersZ: ForceParametersZ
  /// Argument and result of a noise function, which replaces the position by the noise's vector there.
  var x: Float8
  var y: Float8
  var z: Float8
  /// The force's own time in cells of the noise, 0 ..< `ForceRecord.period`. `curl3D` puts the third coordinate of each of its noises
  /// here: a coordinate of the position plus that time.
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

// Noise functions are not inlined, and pass arguments and results through memory: if they are inlined into the integrator's loop,
// or take and return Float8, the compiler splits all of their vectors into halves.
extension Integrator {
  /// Replaces positions in pixels by the unit-strength acceleration of turbulence that does not change.
  @inline(never)
  static func steadyCurl(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let cellsPerPixel = force.pointee.latticeCellsPerPixel
    let curl = CurlNoise.velocity(
      scratch.pointee.x * cellsPerPixel, scratch.pointee.y * cellsPerPixel, seed: force.pointee.seed)
    scratch.pointee.x = curl.x
    scratch.pointee.y = curl.y
  }

  /// Replaces positions in pixels by the unit-strength acceleration of turbulence that changes with the phase.
  @inline(never)
  static func changingCurl(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let cellsPerPixel = force.pointee.latticeCellsPerPixel
    let curl = CurlNoise.velocity(
      scratch.pointee.x * cellsPerPixel, scratch.pointee.y * cellsPerPixel, scratch.pointee.phase,
      seed: force.pointee.seed, periodZ: Int32(force.pointee.period))
    scratch.pointee.x = curl.x
    scratch.pointee.y = curl.y
  }

  /// Replaces 3-D positions in pixels by the unit-strength acceleration of turbulence: the sum of three curl noises.
  ///
  /// Each noise has three dimensions and an axis of its own: z, x or y. Its vectors lie in the plane perpendicular to that axis
  /// and swirl there, so that the sum has no sources and no sinks. With time each noise slides along its own axis, so that the
  /// sum changes everywhere without moving in one direction as a whole. At z = 0 the noise with the axis z is √⅓ times the noise of
  /// `changingCurl`. In a loop each noise slides by a whole number of cells along its axis, after which it repeats.
  @inline(never)
  static func curl3D(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let cellsPerPixel = force.pointee.latticeCellsPerPixel
    let phase = scratch.pointee.phase
    let (x, y, z) = (
      scratch.pointee.x * cellsPerPixel, scratch.pointee.y * cellsPerPixel, scratch.pointee.z * cellsPerPixel
    )
    let period = force.pointee.kind == .turbulence ? Int32(force.pointee.period) : 0  // 0: no period
    let seed = force.pointee.seed
    scratch.pointee.set(x, y, phase: z + phase)
    curl(scratch, seed: seed, period: period)
    let inXY = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.set(y, z, phase: x + phase)
    curl(scratch, seed: NoiseLattice.hash(seed &+ 1), period: period)
    let inYZ = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.set(z, x, phase: y + phase)
    curl(scratch, seed: NoiseLattice.hash(seed &+ 2), period: period)
    // √⅓: the sum has two noises along each of three axes, turbulence in the plane one along each of two. With this factor the
    // mean square of the acceleration, and so the strength, is that of turbulence in the plane.
    let axisFactor: Float = 0.577_350_26
    let inZX = (scratch.pointee.x, scratch.pointee.y)
    scratch.pointee.x = (inXY.0 + inZX.1) * axisFactor
    scratch.pointee.y = (inYZ.0 + inXY.1) * axisFactor
    scratch.pointee.z = (inZX.0 + inYZ.1) * axisFactor
  }

  /// Replaces x and y by the curl noise at (x, y, phase), in cells of the lattice.
  @inline(never)
  private static func curl(_ scratch: UnsafeMutablePointer<IntegratorScratch>, seed: UInt32, period: Int32) {
    let curl = CurlNoise.velocity(
      scratch.pointee.x, scratch.pointee.y, scratch.pointee.phase, seed: seed, periodZ: period)
    scratch.pointee.x = curl.x
    scratch.pointee.y = curl.y
  }

  /// Replaces x by the gust's speed at the position, from 0 to 1. The position is in pixels, x along the wind and y across it.
  @inline(never)
  static func gust(_ force: UnsafePointer<ForceRecord>, _ scratch: UnsafeMutablePointer<IntegratorScratch>) {
    let cellsPerPixel = force.pointee.latticeCellsPerPixel
    // + 0.5: gradient noise is 0 at lattice points. Where gusts are equal everywhere (0 cells per pixel), y = 0 would give calm at
    // every whole phase.
    let noise = GradientNoise.at(
      scratch.pointee.phase - scratch.pointee.x * cellsPerPixel, scratch.pointee.y * cellsPerPixel + 0.5,
      seed: force.pointee.seed, periodX: Int32(force.pointee.period))
    // The noise is symmetric about 0, and negative values are clamped, so there is no wind half of the time. The gain lets the
    // strongest gusts reach 1.
    let gain: Float = 2.5
    scratch.pointee.x = Lanes.clamp(noise.value * gain, 0, 1)
  }
}
