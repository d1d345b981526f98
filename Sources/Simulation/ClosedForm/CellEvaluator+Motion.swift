import Lanes

extension CellEvaluator {
  /// Position and, where `wantsVelocity`, velocity at `age`, in closed form:
  ///
  ///     p = p₀ + v₀·D + g·G + w·(a − D)        D = a·φ₁(ka)    G = a²·φ₂(ka)
  ///     v = v₀·e + g·D + w·(1 − e)             e = e^(−ka)
  ///
  /// with φ₁(x) = (1 − e⁻ˣ)/x and φ₂(x) = (1 − φ₁(x))/x, which solve v′ = −k·(v − w) + g. Sway, travel, the
  /// offset over life, flutter and drift are added to the position, and their derivatives to the velocity.
  ///
  /// - Parameter stepped: state to which the forces took particles of a stepped cell; unused for others.
  @_transparent
  func motion(
    of particle: SpawnState, stepped: IntegratorState, age: Float8, life: CurveCoordinate, wantsVelocity: Bool
  ) -> Motion {
    var motion = Motion(x: stepped.x, y: stepped.y, velocityX: stepped.velocityX, velocityY: stepped.velocityY)
    if !uses(.stepped) {
      motion = ballisticMotion(of: particle, age: age, life: life, wantsVelocity: wantsVelocity)
      if uses(.wrap) { kernel.pointee.forces.pointee.wrap(&motion.x, &motion.y) }
    }
    if uses(.space) { addDepth(to: &motion, of: particle, stepped: stepped, age: age, life: life) }
    if uses(.sway) { addSway(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    if uses(.travel) || uses(.offset) {
      addCurves(to: &motion, of: particle, life: life, wantsVelocity: wantsVelocity)
    }
    if uses(.flutter) { addFlutter(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    if reads(.driftAmplitude) { addDrift(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    return motion
  }

  /// Motion by the velocity of birth, gravity, drag and wind.
  @_transparent
  private func ballisticMotion(
    of particle: SpawnState, age: Float8, life: CurveCoordinate, wantsVelocity: Bool
  ) -> Motion {
    var motion = Motion(x: particle.x, y: particle.y, velocityX: Float8(), velocityY: Float8())
    if uses(.drag) {
      let factors = DragFactors(drag: particle.drag, age: age)
      motion.x += particle.velocityX * factors.distance
      motion.y += particle.velocityY * factors.distance
      if wantsVelocity {
        motion.velocityX = particle.velocityX * factors.decay
        motion.velocityY = particle.velocityY * factors.decay
      }
      if uses(.gravity) {
        motion.x += particle.gravityX * factors.fall
        motion.y += particle.gravityY * factors.fall
        if wantsVelocity {
          motion.velocityX += particle.gravityX * factors.distance
          motion.velocityY += particle.gravityY * factors.distance
        }
      }
      if uses(.wind) {
        let carried = age - factors.distance
        motion.x += particle.windX * carried
        motion.y += particle.windY * carried
        if wantsVelocity {
          let share = 1 - factors.decay
          motion.velocityX += particle.windX * share
          motion.velocityY += particle.windY * share
        }
      }
    } else {
      if uses(.velocity) {
        if uses(.velocityCurve) {
          let travelled = travelOverLife(of: particle, life: life)
          motion.x += particle.velocityX * travelled.seconds
          motion.y += particle.velocityY * travelled.seconds
          motion.velocityX = particle.velocityX * travelled.pace
          motion.velocityY = particle.velocityY * travelled.pace
        } else {
          motion.x += particle.velocityX * age
          motion.y += particle.velocityY * age
          if wantsVelocity {
            motion.velocityX = particle.velocityX
            motion.velocityY = particle.velocityY
          }
        }
      }
      if uses(.gravity) {
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

  /// Seconds of birth velocity that the curve of velocity makes of an age, and their rate of change.
  @_transparent
  func travelOverLife(of particle: SpawnState, life: CurveCoordinate) -> (seconds: Float8, pace: Float8) {
    let curve = life.sample(kernel.pointee.velocityCurve)
    return (curve.value * particle.lifetime, curve.difference * Float(CurveTable.steps))
  }

  /// Seconds of rotation, after the curve of spin.
  @_transparent
  func rotationSeconds(of particle: SpawnState, age: Float8, life: CurveCoordinate) -> Float8 {
    if uses(.spinCurve) { return life.sample(kernel.pointee.spinCurve).value * particle.lifetime }
    return age
  }

  @_transparent
  private func addSway(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let (sineX, cosineX) = Lanes.sincosTurns(particle.swayFrequencyX * age + particle.swayPhase)
    let (sineY, cosineY) = Lanes.sincosTurns(particle.swayFrequencyY * age + particle.swayPhase)
    motion.x += particle.swayAmplitudeX * sineX
    motion.y += particle.swayAmplitudeY * cosineY
    if wantsVelocity {
      let revolution: Float = 6.283_185_3
      motion.velocityX += particle.swayAmplitudeX * (particle.swayFrequencyX * revolution) * cosineX
      motion.velocityY -= particle.swayAmplitudeY * (particle.swayFrequencyY * revolution) * sineY
    }
  }

  /// Adds travel and the offset over life.
  @_transparent
  private func addCurves(
    to motion: inout Motion, of particle: SpawnState, life: CurveCoordinate, wantsVelocity: Bool
  ) {
    let pace = life.lifetimeInverse * Float(CurveTable.steps)
    if uses(.travel) {
      let curve = life.sample(kernel.pointee.travelEase)
      motion.x += particle.directionX * (particle.travel * curve.value)
      motion.y += particle.directionY * (particle.travel * curve.value)
      if uses(.space) { motion.z += particle.directionZ * (particle.travel * curve.value) }
      if wantsVelocity {
        let speed = particle.travel * (curve.difference * pace)
        motion.velocityX += particle.directionX * speed
        motion.velocityY += particle.directionY * speed
        if uses(.space) { motion.velocityZ += particle.directionZ * speed }
      }
    }
    if uses(.offset) {
      let (x, y) = (life.sample(kernel.pointee.offsetX), life.sample(kernel.pointee.offsetY))
      motion.x += x.value
      motion.y += y.value
      if wantsVelocity {
        motion.velocityX += x.difference * pace
        motion.velocityY += y.difference * pace
      }
    }
  }

  /// Unit vector along the velocity; the direction of birth for a particle that does not move.
  @_transparent
  func direction(of motion: Motion, particle: SpawnState) -> (x: Float8, y: Float8, speed: Float8) {
    let square = motion.velocityX * motion.velocityX + motion.velocityY * motion.velocityY
    let speed = Lanes.sqrt(square)
    let moves = speed .> Float8(repeating: 1e-6)
    let inverse = 1 / speed.replacing(with: Float8(repeating: 1), where: .!moves)
    return (
      particle.directionX.replacing(with: motion.velocityX * inverse, where: moves),
      particle.directionY.replacing(with: motion.velocityY * inverse, where: moves), speed
    )
  }
}
