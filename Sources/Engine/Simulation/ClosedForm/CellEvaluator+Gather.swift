import Lanes

// Journeys of particles from scattered starting points to their places on the emitter's shape (`Gather` in Model). The file
// CellEvaluator+LaterJourneys.swift has those to further shapes.

extension CellEvaluator {
  /// Chooses where and when the journeys of eight particles begin. The particles' positions on the emitter's shape must be set before;
  /// where further shapes follow, the positions become those on the last.
  @_transparent
  func spawnGather(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys,
    laterWays: UnsafeMutablePointer<LaterWay>
  ) {
    let gather = kernel.pointee.gather.pointee
    // Random numbers in 0 ..< 1: x and y on the canvas, or angle and radius in a disc.
    let a = keys.perParticle.uniform(.gatherAngle)
    let b = keys.perParticle.uniform(.gatherRadius)
    if gather.origin == .canvas {
      particle.scatterX = a * kernel.pointee.frameWidth - particle.x
      particle.scatterY = b * kernel.pointee.frameHeight - particle.y
    } else {
      // The area inside a radius grows as its square.
      let radius = Lanes.sqrt(b) * gather.radiusPixels
      let (sine, cosine) = Lanes.sincosTurns(a)
      (particle.scatterX, particle.scatterY) = (radius * cosine, radius * sine)
      if gather.origin == .center {
        particle.scatterX += parameters[.emitterX] - particle.x
        particle.scatterY += parameters[.emitterY] - particle.y
      }
    }
    particle.gatherDelay = keys.perParticle.uniform(.gatherDelay) * gather.journey.maximumDelaySeconds
    if gather.laterCount > 0 {
      particle.laterWays = laterWays
      (particle.x, particle.y, particle.z) = CellEvaluator<GeneralCell>(kernel).spawnLaterJourneys(
        from: (particle.x, particle.y, particle.z), parameters: parameters, keys: keys, ways: laterWays)
    }
  }

  /// Adds the displacement that is left of the journey. When the share e of the journey is done, the share r = 1 − e is left. The
  /// particle is then displaced from its place by r·R·s: s is the displacement at the start, and R the rotation by r times the swirl.
  /// At the end r is 0, and the particle is exactly at its place.
  ///
  /// Before the release (`GatherParameters.releaseSeconds`) the velocity in `motion`, which does not act yet, is replaced by the journey's.
  @_transparent
  func addGather(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let gather = kernel.pointee.gather.pointee
    let zero = Float8(repeating: 0)
    let left = gather.journey.remainder(at: age, delay: particle.gatherDelay, wantsVelocity: wantsVelocity)
    let remaining = left.share
    let (sine, cosine) = Lanes.sincosTurns(remaining * gather.journey.swirlTurns)
    let x = cosine * particle.scatterX - sine * particle.scatterY
    let y = sine * particle.scatterX + cosine * particle.scatterY
    motion.x += x * remaining
    motion.y += y * remaining
    if wantsVelocity {
      // dr/dt. The velocity of the journey is dr/dt · (R·s + r·dR/dr·s), where dR/dr·s is R·s turned by a quarter turn, times the
      // swirl in radians.
      let remainingPerSecond = left.sharePerSecond
      let winding = remaining * (gather.journey.swirlTurns * radiansPerTurn)
      let isBeforeRelease = age .< Float8(repeating: gather.releaseSeconds)
      motion.velocityX =
        motion.velocityX.replacing(with: zero, where: isBeforeRelease) + (x - y * winding) * remainingPerSecond
      motion.velocityY =
        motion.velocityY.replacing(with: zero, where: isBeforeRelease) + (y + x * winding) * remainingPerSecond
      if has(.threeD) { motion.velocityZ = motion.velocityZ.replacing(with: zero, where: isBeforeRelease) }
    }
    if gather.laterCount > 0, let ways = particle.laterWays {
      let left = CellEvaluator<GeneralCell>(kernel).laterJourneys(ways, age: age, wantsVelocity: wantsVelocity)
      motion.x += left.x
      motion.y += left.y
      if has(.threeD) { motion.z += left.z }
      guard wantsVelocity else { return }
      motion.velocityX += left.velocityX
      motion.velocityY += left.velocityY
      if has(.threeD) { motion.velocityZ += left.velocityZ }
    }
  }
}
