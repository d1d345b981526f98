import Lanes

// Journeys of particles from scattered starting points to their places on the emitter's shape (`Gather` in Model).

extension CellEvaluator {
  /// Chooses where and when the journeys of eight particles begin. The particles' positions, at which the journeys end, must be
  /// set before.
  @_transparent
  func spawnGather(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys) {
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
    particle.gatherDelay = keys.perParticle.uniform(.gatherDelay) * gather.maximumDelaySeconds
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
    let seconds = Float8(repeating: gather.journeySeconds)
    let journeyAge = age - particle.gatherDelay
    let journeyShare = CurveCoordinate(age: journeyAge, lifetime: seconds).sample(gather.ease)
    // Without the second test, rounding could let the last particles arrive after `arrivalSeconds`.
    let hasArrived = (journeyAge .>= seconds) .| (age .>= Float8(repeating: gather.arrivalSeconds))
    let remaining = (1 - journeyShare.value).replacing(with: zero, where: hasArrived)
    let (sine, cosine) = Lanes.sincosTurns(remaining * gather.swirlTurns)
    let x = cosine * particle.scatterX - sine * particle.scatterY
    let y = sine * particle.scatterX + cosine * particle.scatterY
    motion.x += x * remaining
    motion.y += y * remaining
    guard wantsVelocity else { return }
    // No journey moves a particle before it sets off or after it arrives.
    let isMotionless = hasArrived .| (journeyAge .< zero)
    // dr/dt. The velocity of the journey is dr/dt · (R·s + r·dR/dr·s), where dR/dr·s is R·s turned by a quarter turn, times the
    // swirl in radians.
    let remainingPerSecond = (journeyShare.difference * (-Float(CurveTable.steps) / gather.journeySeconds)).replacing(
      with: zero, where: isMotionless)
    let winding = remaining * (gather.swirlTurns * radiansPerTurn)
    let isBeforeRelease = age .< Float8(repeating: gather.releaseSeconds)
    motion.velocityX =
      motion.velocityX.replacing(with: zero, where: isBeforeRelease) + (x - y * winding) * remainingPerSecond
    motion.velocityY =
      motion.velocityY.replacing(with: zero, where: isBeforeRelease) + (y + x * winding) * remainingPerSecond
    if has(.threeD) { motion.velocityZ = motion.velocityZ.replacing(with: zero, where: isBeforeRelease) }
  }
}
