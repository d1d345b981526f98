import Lanes

extension CellEvaluator {
  /// Position and, where `wantsVelocity`, velocity at the age a of eight particles, in closed form:
  ///
  ///     p = p₀ + v₀·D + g·G + w·(a − D)        D = a·φ₁(ka)    G = a²·φ₂(ka)
  ///     v = v₀·e + g·D + w·(1 − e)             e = e^(−ka)
  ///
  /// with φ₁(x) = (1 − e⁻ˣ)/x and φ₂(x) = (1 − φ₁(x))/x. This solves v′ = −k·(v − w) + g, where p₀ and v₀ are position and
  /// velocity at birth, k is the drag, g gravity and w the wind. `DragFactors` has D (`velocitySeconds`), G (`fall`) and e (`decay`).
  /// All other motions, such as sway, are added to the position, and their derivatives to the velocity.
  /// Particles that gather first travel from scattered starting points to their places on the emitter's shape. For these particles a in the
  /// formulas is the time since their release, at which velocity and forces begin to act, and the vector from the
  /// place to the particle on its way there is added.
  ///
  /// - Parameters:
  ///   - stepped: integrated state of a stepped cell's particles, in place of the formulas; unused for other cells.
  ///   - life: the age as a coordinate of curves over life.
  ///   - wantsVelocity: whether the velocity is read; if not, its value has no meaning.
  @_transparent
  func motion(
    of particle: SpawnState, stepped: IntegratorState, age: Float8, life: CurveCoordinate, wantsVelocity: Bool
  ) -> Motion {
    var motion = Motion(x: stepped.x, y: stepped.y, velocityX: stepped.velocityX, velocityY: stepped.velocityY)
    // Seconds for which velocity and forces have acted.
    let freeAge = has(.gather) ? kernel.pointee.gather.pointee.freeSeconds(at: age) : age
    if !has(.stepped) {
      motion = ballisticMotion(of: particle, age: freeAge, life: life, wantsVelocity: wantsVelocity)
      if has(.wrap) { kernel.pointee.forces.pointee.wrap(&motion.x, &motion.y) }
    }
    if has(.threeD) { addDepth(to: &motion, of: particle, stepped: stepped, age: freeAge, life: life) }
    if has(.gather) { addGather(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    if has(.sway) { addSway(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    if has(.travel) || has(.offset) {
      addCurves(to: &motion, of: particle, life: life, wantsVelocity: wantsVelocity)
    }
    if has(.flutter) { addFlutter(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    if has(.drift) { addDrift(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    return motion
  }

  /// Chooses what the motions besides velocity and forces depend on (`CellMotion`), for eight particles at their birth.
  @_transparent
  func spawnMotions(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys,
    laterWays: UnsafeMutablePointer<LaterWay>
  ) {
    if has(.gather) { spawnGather(of: &particle, parameters: parameters, keys: keys, laterWays: laterWays) }
    if has(.travel) { particle.travel = randomized(.travel, range: .travelRange, parameters, keys) }
    if has(.sway) { spawnSway(of: &particle, parameters: parameters, keys: keys) }
    if has(.drift) { particle.drift = parameters[.driftAmplitude] }
    if has(.flutter) { spawnFlutter(of: &particle, parameters: parameters, keys: keys) }
  }

  /// Motion by the velocity at birth, gravity, drag and wind, in the canvas's plane.
  @_transparent
  private func ballisticMotion(
    of particle: SpawnState, age: Float8, life: CurveCoordinate, wantsVelocity: Bool
  ) -> Motion {
    var motion = Motion(x: particle.x, y: particle.y, velocityX: Float8(), velocityY: Float8())
    if has(.drag) {
      let factors = DragFactors(drag: particle.drag, age: age)
      motion.x += particle.velocityX * factors.velocitySeconds
      motion.y += particle.velocityY * factors.velocitySeconds
      if wantsVelocity {
        motion.velocityX = particle.velocityX * factors.decay
        motion.velocityY = particle.velocityY * factors.decay
      }
      if has(.gravity) {
        motion.x += particle.gravityX * factors.fall
        motion.y += particle.gravityY * factors.fall
        if wantsVelocity {
          motion.velocityX += particle.gravityX * factors.velocitySeconds
          motion.velocityY += particle.gravityY * factors.velocitySeconds
        }
      }
      if has(.wind) {
        let windSeconds = age - factors.velocitySeconds
        motion.x += particle.windX * windSeconds
        motion.y += particle.windY * windSeconds
        if wantsVelocity {
          // Share of the wind's velocity that the particle has taken over.
          let windShare = 1 - factors.decay
          motion.velocityX += particle.windX * windShare
          motion.velocityY += particle.windY * windShare
        }
      }
    } else {
      if has(.velocity) {
        if has(.velocityCurve) {
          let curve = velocityCurve(of: particle, life: life)
          motion.x += particle.velocityX * curve.seconds
          motion.y += particle.velocityY * curve.seconds
          motion.velocityX = particle.velocityX * curve.factor
          motion.velocityY = particle.velocityY * curve.factor
        } else {
          motion.x += particle.velocityX * age
          motion.y += particle.velocityY * age
          if wantsVelocity {
            motion.velocityX = particle.velocityX
            motion.velocityY = particle.velocityY
          }
        }
      }
      if has(.gravity) {
        let fall = age * age * 0.5
        motion.x += particle.gravityX * fall
        motion.y += particle.gravityY * fall
        if wantsVelocity {
          motion.velocityX += particle.gravityX * age
          motion.velocityY += particle.gravityY * age
        }
      }
    }
    return motion
  }

  /// `factor` is `Cell.velocityOverLife` at an age: velocity = velocity at birth × `factor`. `seconds` is its integral from birth
  /// to that age: distance = velocity at birth × `seconds`.
  @_transparent
  func velocityCurve(of particle: SpawnState, life: CurveCoordinate) -> (seconds: Float8, factor: Float8) {
    let integral = life.sample(kernel.pointee.velocityIntegral)
    // The factor is the derivative of its integral: the difference of two neighbouring entries × the number of steps.
    return (integral.value * particle.lifetime, integral.difference * Float(CurveTable.steps))
  }

  /// Integral of `Cell.spinOverLife` from birth to an age: angle = angular velocity × these seconds. The age itself for a cell without
  /// that curve.
  @_transparent
  func rotationSeconds(of particle: SpawnState, age: Float8, life: CurveCoordinate) -> Float8 {
    if has(.spinCurve) { return life.sample(kernel.pointee.spinIntegral).value * particle.lifetime }
    return age
  }

  @_transparent
  private func spawnSway(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys) {
    particle.swayAmplitudeX = randomized(.swayAmplitudeX, range: .swayAmplitudeRangeX, parameters, keys)
    particle.swayAmplitudeY = randomized(.swayAmplitudeY, range: .swayAmplitudeRangeY, parameters, keys)
    particle.swayFrequencyX = randomized(.swayFrequencyX, range: .swayFrequencyRangeX, parameters, keys)
    particle.swayFrequencyY = randomized(.swayFrequencyY, range: .swayFrequencyRangeY, parameters, keys)
    particle.swayPhase = randomized(.swayPhase, range: .swayPhaseRange, parameters, keys)
  }

  /// Adds the sway: A·sin 2π(f·age + φ) to x and A·cos 2π(f·age + φ) to y.
  @_transparent
  private func addSway(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let (sineX, cosineX) = Lanes.sincosTurns(particle.swayFrequencyX * age + particle.swayPhase)
    let (sineY, cosineY) = Lanes.sincosTurns(particle.swayFrequencyY * age + particle.swayPhase)
    motion.x += particle.swayAmplitudeX * sineX
    motion.y += particle.swayAmplitudeY * cosineY
    if wantsVelocity {
      motion.velocityX += particle.swayAmplitudeX * (particle.swayFrequencyX * radiansPerTurn) * cosineX
      motion.velocityY -= particle.swayAmplitudeY * (particle.swayFrequencyY * radiansPerTurn) * sineY
    }
  }

  /// Adds travel along the direction at birth, and the offset over life.
  @_transparent
  private func addCurves(
    to motion: inout Motion, of particle: SpawnState, life: CurveCoordinate, wantsVelocity: Bool
  ) {
    // Steps of the curves' tables per second: derivative by time = difference of two neighbouring entries × `stepsPerSecond`.
    let stepsPerSecond = life.lifetimeInverse * Float(CurveTable.steps)
    if has(.travel) {
      let curve = life.sample(kernel.pointee.travelEase)
      motion.x += particle.directionX * (particle.travel * curve.value)
      motion.y += particle.directionY * (particle.travel * curve.value)
      if has(.threeD) { motion.z += particle.directionZ * (particle.travel * curve.value) }
      if wantsVelocity {
        let speed = particle.travel * (curve.difference * stepsPerSecond)
        motion.velocityX += particle.directionX * speed
        motion.velocityY += particle.directionY * speed
        if has(.threeD) { motion.velocityZ += particle.directionZ * speed }
      }
    }
    if has(.offset) {
      let (x, y) = (life.sample(kernel.pointee.offsetX), life.sample(kernel.pointee.offsetY))
      motion.x += x.value
      motion.y += y.value
      if wantsVelocity {
        motion.velocityX += x.difference * stepsPerSecond
        motion.velocityY += y.difference * stepsPerSecond
      }
    }
  }

  /// Unit vector along the velocity in the canvas's plane, and the speed in pixels a second. A particle slower than 10⁻⁶ px/s keeps
  /// its direction at birth.
  @_transparent
  func direction(of motion: Motion, particle: SpawnState) -> (x: Float8, y: Float8, speed: Float8) {
    let squaredSpeed = motion.velocityX * motion.velocityX + motion.velocityY * motion.velocityY
    let speed = Lanes.sqrt(squaredSpeed)
    let isMoving = speed .> Float8(repeating: 1e-6)
    let inverse = 1 / speed.replacing(with: Float8(repeating: 1), where: .!isMoving)
    return (
      particle.directionX.replacing(with: motion.velocityX * inverse, where: isMoving),
      particle.directionY.replacing(with: motion.velocityY * inverse, where: isMoving), speed
    )
  }
}
