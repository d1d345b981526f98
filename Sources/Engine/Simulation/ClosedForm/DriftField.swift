// Drift: particles carried about by swirling air, in closed form.
//
// A curl noise of position and time (`CurlNoise`; R. Bridson et al., "Curl-Noise for Procedural Fluid Flow", 2007) displaces a
// particle from the position that its other motion gives. The displacement grows from 0 at birth. Since the noise is read as a
// displacement, not as a velocity, no steps are needed; but displacements stay bounded, so drift never carries a particle away for
// good. Cost: about 20 ns a particle, and twice as much where the particle's velocity is needed.
import Lanes
import Model

/// Drift of a cell's particles.
struct DriftField: BitwiseCopyable {
  /// Lattice cells of the noise per pixel.
  var cellsPerPixel: Float = 0
  /// Lattice cells a second along the noise's time axis.
  var frequency = 0.0
  /// Lattice cells along the time axis after which the noise repeats.
  var period = 1.0
  /// 1 ÷ the seconds after birth at which the displacement has grown fully.
  var fadeInverse: Float = 0
  /// Seed of the noise.
  var seed: UInt32 = 0

  /// Path from which the noise's seed is hashed, in place of a cell's `cellPath`: all cells are in the same air. The
  /// number is never changed, since pictures depend on it.
  private static let airPath: UInt64 = 3

  init(_ cell: Cell, canvas: Canvas, clock: LayerClock) {
    cellsPerPixel = Float(1 / (cell.driftScale * canvas.pixelsPerPoint))
    fadeInverse = cell.driftFade > 0 ? Float(1 / cell.driftFade) : .greatestFiniteMagnitude
    seed = StreamKey(seed: canvas.seed, path: DriftField.airPath).lowHalf
    (frequency, period) = clock.fittedToLoop(frequency: cell.driftFrequency, period: LayerClock.noisePeriodWithoutLoop)
  }

  /// Time of the noise at eight births, in cells of its lattice (0 ..< `period`). It is reduced by whole periods in Double, so
  /// that the result in Float is precise however late the births are.
  ///
  /// - Parameter birthTimes: layer-local seconds; births that never come (infinite) count as 0.
  func phase(_ birthTimes: Double8) -> Float8 {
    let finite = birthTimes.replacing(with: Double8(repeating: 0), where: birthTimes .== Double8(repeating: .infinity))
    let phase = finite * frequency
    return Lanes.narrow(phase - (phase / period).rounded(.down) * period)
  }

  /// Displacement, for an amplitude of 1 pixel, of particles that are otherwise at `x`, `y` (pixels).
  ///
  /// - Parameters:
  ///   - phase: time of the noise at birth, in cells of its lattice.
  ///   - age: seconds.
  /// - Returns: pixels.
  @inline(never)
  func displacement(_ x: Float8, _ y: Float8, phase: Float8, age: Float8) -> (x: Float8, y: Float8) {
    let fade = Lanes.min(age * fadeInverse, 1)
    // 1.4 times a smoothstep of the age. The typical magnitude of a curl noise is 0.7 = 1 ÷ 1.4: full displacements are then typically 1.
    let scale = fade * fade * (3 - 2 * fade) * 1.4
    let (cellX, cellY) = (x * cellsPerPixel, y * cellsPerPixel)
    if frequency > 0 {
      let swirl = CurlNoise.velocity(
        cellX, cellY, phase + age * Float(frequency), seed: seed, periodZ: Int32(period))
      return (swirl.x * scale, swirl.y * scale)
    }
    let swirl = CurlNoise.velocity(cellX, cellY, seed: seed)
    return (swirl.x * scale, swirl.y * scale)
  }
}

extension CellEvaluator {
  /// Adds the drift to the position and, where `wantsVelocity`, its rate of change along the trajectory to the velocity.
  @_transparent
  func addDrift(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let field = kernel.pointee.drift
    let displacement = field.displacement(motion.x, motion.y, phase: particle.driftPhase, age: age)
    if wantsVelocity {
      // Difference quotient over 1/128 s: short enough for the air to change little, long enough for two ages to differ in Float.
      let intervalsPerSecond: Float = 128
      let intervalSeconds: Float = 1.0 / 128
      let later = field.displacement(
        motion.x + motion.velocityX * intervalSeconds, motion.y + motion.velocityY * intervalSeconds,
        phase: particle.driftPhase,
        age: age + intervalSeconds)
      motion.velocityX += particle.drift * ((later.x - displacement.x) * intervalsPerSecond)
      motion.velocityY += particle.drift * ((later.y - displacement.y) * intervalsPerSecond)
    }
    motion.x += particle.drift * displacement.x
    motion.y += particle.drift * displacement.y
  }
}
