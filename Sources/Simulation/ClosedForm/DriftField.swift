// Drift: particles carried about by swirling air, in closed form.
//
// A particle is displaced from where its other motion has brought it by a curl noise of position and time, which swirls and
// never piles particles up (R. Bridson et al., "Curl-Noise for Procedural Fluid Flow", 2007). The displacement grows from
// nothing at birth. A noise that is read as a displacement, not as a velocity, needs no steps; the price is that nothing is
// carried away for good. Cost: about 20 ns a particle, as much again where its velocity is wanted.
import Lanes
import Model

struct DriftField: BitwiseCopyable {
  /// Cells of the noise a pixel.
  var scaleInverse: Float = 0
  /// Cells a second, and after how many of them time begins again.
  var frequency = 0.0
  var period = 1.0
  /// 1 ÷ seconds until the displacement is complete.
  var fadeInverse: Float = 0
  var seed: UInt32 = 0

  init(_ cell: Cell, canvas: Canvas, clock: LayerClock) {
    scaleInverse = Float(1 / (cell.driftScale * canvas.pixelsPerPoint))
    fadeInverse = cell.driftFade > 0 ? Float(1 / cell.driftFade) : .greatestFiniteMagnitude
    // All cells are in the same air.
    seed = StreamKey(seed: canvas.seed, path: 3).a
    (frequency, period) = clock.fitting(frequency: cell.driftFrequency, period: LayerClock.longPeriod)
  }

  /// The noise's own time at eight births, in cells, reduced in Double.
  func phase(_ births: Double8) -> Float8 {
    let finite = births.replacing(with: Double8(repeating: 0), where: births .== Double8(repeating: .infinity))
    let phase = finite * frequency
    return Lanes.narrow(phase - (phase / period).rounded(.down) * period)
  }

  /// Pixels by which particles at `x`, `y` are displaced for an amplitude of 1.
  @inline(never)
  func displacement(_ x: Float8, _ y: Float8, phase: Float8, age: Float8) -> (x: Float8, y: Float8) {
    let grown = Lanes.min(age * fadeInverse, 1)
    // A curl noise is typically 0.7 of its unit.
    let share = grown * grown * (3 - 2 * grown) * 1.4
    let (cellX, cellY) = (x * scaleInverse, y * scaleInverse)
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
  @_transparent
  func addDrift(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let field = kernel.pointee.drift
    let here = field.displacement(motion.x, motion.y, phase: particle.driftPhase, age: age)
    if wantsVelocity {
      // A moment later
      let moment: Float = 1.0 / 128
      let next = field.displacement(
        motion.x + motion.velocityX * moment, motion.y + motion.velocityY * moment, phase: particle.driftPhase,
        age: age + moment)
      motion.velocityX += particle.drift * ((next.x - here.x) * 128)
      motion.velocityY += particle.drift * ((next.y - here.y) * 128)
    }
    motion.x += particle.drift * here.x
    motion.y += particle.drift * here.y
  }
}
