import Lanes

// Journeys from scattered beginnings to places on the emitter's shape (`Gather` in Model).

extension CellEvaluator {
  /// Chooses where eight particles begin and when they set off. Their positions, the places that they travel to, are known.
  @_transparent
  func spawnGather(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys) {
    let gather = kernel.pointee.gather.pointee
    let a = keys.own.uniform(.gatherAngle)
    let b = keys.own.uniform(.gatherRadius)
    if gather.origin == .canvas {
      particle.scatterX = a * kernel.pointee.frameWidth - particle.x
      particle.scatterY = b * kernel.pointee.frameHeight - particle.y
    } else {
      // The area inside a radius grows as its square.
      let radius = Lanes.sqrt(b) * gather.radius
      let (sine, cosine) = Lanes.sincosTurns(a)
      (particle.scatterX, particle.scatterY) = (radius * cosine, radius * sine)
      if gather.origin == .center {
        particle.scatterX += parameters[.emitterX] - particle.x
        particle.scatterY += parameters[.emitterY] - particle.y
      }
    }
    particle.gatherDelay = keys.own.uniform(.gatherDelay) * gather.maximumDelay
  }

  /// Adds the rest of the journey: with the share e of it done, r = 1 − e of the way is left, and the particle lies r·R·s from its
  /// place, s being where it began and R the rotation by the swirl times r. At its place r is 0, and the sum is exact.
  ///
  /// A particle that has not been released has no other velocity.
  @_transparent
  func addGather(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let gather = kernel.pointee.gather.pointee
    let zero = Float8(repeating: 0)
    let seconds = Float8(repeating: gather.seconds)
    let journeyAge = age - particle.gatherDelay
    let done = CurveCoordinate(age: journeyAge, lifetime: seconds).sample(gather.ease)
    // Without the second test, rounding could let the last particles arrive after `arrivalSeconds`.
    let isThere = (journeyAge .>= seconds) .| (age .>= Float8(repeating: gather.arrivalSeconds))
    let remaining = (1 - done.value).replacing(with: zero, where: isThere)
    let (sine, cosine) = Lanes.sincosTurns(remaining * gather.swirl)
    let x = cosine * particle.scatterX - sine * particle.scatterY
    let y = sine * particle.scatterX + cosine * particle.scatterY
    motion.x += x * remaining
    motion.y += y * remaining
    guard wantsVelocity else { return }
    // dr/dt; nothing moves before setting off and after the arrival.
    let isMotionless = isThere .| (journeyAge .< zero)
    let change = (done.difference * (-Float(CurveTable.steps) / gather.seconds)).replacing(
      with: zero, where: isMotionless)
    let winding = remaining * (gather.swirl * radiansPerTurn)
    let isHeld = age .< Float8(repeating: gather.releaseSeconds)
    motion.velocityX = motion.velocityX.replacing(with: zero, where: isHeld) + (x - y * winding) * change
    motion.velocityY = motion.velocityY.replacing(with: zero, where: isHeld) + (y + x * winding) * change
    if has(.threeD) { motion.velocityZ = motion.velocityZ.replacing(with: zero, where: isHeld) }
  }
}
