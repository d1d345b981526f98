// Drift: particles carried about by swirling air, in closed form.
//
// A particle is displaced from where its other motion has brought it by a curl noise of position and time (`CurlNoise`; R.
// Bridson et al., "Curl-Noise for Procedural Fluid Flow", 2007). The displacement grows from nothing at birth. A noise that is
// read as a displacement, not as a velocity, needs no steps; the price is that nothing is carried away for good. Cost: about
// 20 ns a particle, as much again where its velocity is wanted.
import Lanes
import Model

/// Drift of a cell's particles.
struct DriftField: BitwiseCopyable {
  /// Cells of the noise's lattice a pixel.
  var cellsPerPixel: Float = 0
  /// Cells that the noise moves along its time a second, and the cells of time after which it repeats.
  var frequency = 0.0
  var period = 1.0
  /// 1 ÷ the seconds after birth at which the displacement has grown fully.
  var fadeInverse: Float = 0
  /// Seed of the noise.
  var seed: UInt32 = 0

  /// Path of the noise's random numbers, in place of a cell's: all cells are in the same air. Pictures follow from it: it is never
  /// changed.
  private static let airPath: UInt64 = 3

  init(_ cell: Cell, canvas: Canvas, clock: LayerClock) {
    cellsPerPixel = Float(1 / (cell.driftScale * canvas.pixelsPerPoint))
    fadeInverse = cell.driftFade > 0 ? Float(1 / cell.driftFade) : .greatestFiniteMagnitude
    seed = StreamKey(seed: canvas.seed, path: DriftField.airPath).a
    (frequency, period) = clock.fitting(frequency: cell.driftFrequency, period: LayerClock.longPeriod)
  }

  /// Time of the noise at eight births in cells, in 0 ..< `period`, reduced in Double so that a Float can tell it.
  func phase(_ birthTimes: Double8) -> Float8 {
    let finite = birthTimes.replacing(with: Double8(repeating: 0), where: birthTimes .== Double8(repeating: .infinity))
    let phase = finite * frequency
    return Lanes.narrow(phase - (phase / period).rounded(.down) * period)
  }

  /// Pixels by which particles at `x`, `y` (pixels) are displaced for an amplitude of 1.
  ///
  /// - Parameter phase: time of the noise at birth, in cells.
  @inline(never)
  func displacement(_ x: Float8, _ y: Float8, phase: Float8, age: Float8) -> (x: Float8, y: Float8) {
    let grown = Lanes.min(age * fadeInverse, 1)
    // A curl noise is typically 0.7 of its unit: 1.4 times it is about the amplitude. It grows by a smoothstep.
    let share = grown * grown * (3 - 2 * grown) * 1.4
    let (cellX, cellY) = (x * cellsPerPixel, y * cellsPerPixel)
    if frequency > 0 {
      let swirl = CurlNoise.velocity(
        cellX, cellY, phase + age * Float(frequency), seed: seed, periodZ: Int32(period))
      return (swirl.x * share, swirl.y * share)
    }
    let swirl = CurlNoise.velocity(cellX, cellY, seed: seed)
    return (swirl.x * share, swirl.y * share)
  }
}

extension CellEvaluator {
  /// Adds the drift to the position and, where `wantsVelocity`, its rate of change along the trajectory to the velocity.
  @_transparent
  func addDrift(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let field = kernel.pointee.drift
    let here = field.displacement(motion.x, motion.y, phase: particle.driftPhase, age: age)
    if wantsVelocity {
      // Difference quotient over 1/128 s, short against the changes of the air and long against the rounding of ages.
      let differencesPerSecond: Float = 128
      let seconds: Float = 1.0 / 128
      let next = field.displacement(
        motion.x + motion.velocityX * seconds, motion.y + motion.velocityY * seconds, phase: particle.driftPhase,
        age: age + seconds)
      motion.velocityX += particle.drift * ((next.x - here.x) * differencesPerSecond)
      motion.velocityY += particle.drift * ((next.y - here.y) * differencesPerSecond)
    }
    motion.x += particle.drift * here.x
    motion.y += particle.drift * here.y
  }
}
