import Lanes

/// Where eight particles are and how fast they move.
struct Motion {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
  /// Towards the eye; 0 outside of space.
  var z = Float8()
  var velocityZ = Float8()
}

extension CellEvaluator {
  /// Place and, where `wantsVelocity`, velocity at `age`, in closed form:
  ///
  ///     p = p₀ + v₀·D + g·G + w·(a − D)        D = a·φ₁(ka)    G = a²·φ₂(ka)
  ///     v = v₀·e + g·D + w·(1 − e)             e = e^(−ka)
  ///
  /// with φ₁(x) = (1 − e⁻ˣ)/x and φ₂(x) = (1 − φ₁(x))/x, which solve v′ = −k·(v − w) + g. Sway, travel, the
  /// offset over life, flutter and drift are added to the place, and their derivatives to the velocity.
  ///
  /// - Parameter flight: where the forces took particles of a stepped cell; of no use to others.
  @_transparent
  func motion(
    of particle: SpawnState, flight: IntegratorState, age: Float8, place: CurveCoordinate, wantsVelocity: Bool
  ) -> Motion {
    var motion = Motion(x: flight.x, y: flight.y, velocityX: flight.velocityX, velocityY: flight.velocityY)
    if !uses(.stepped) {
      motion = plainMotion(of: particle, age: age, place: place, wantsVelocity: wantsVelocity)
      if Variant.mayHaveExtras, kernel.pointee.wraps { kernel.pointee.law.pointee.wrap(&motion.x, &motion.y) }
    }
    if uses(.space) { addDepth(to: &motion, of: particle, flight: flight, age: age, place: place) }
    if uses(.sway) { addSway(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    if uses(.travel) || uses(.offset) {
      addCurves(to: &motion, of: particle, place: place, wantsVelocity: wantsVelocity)
    }
    if uses(.flutter) { addFlutter(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    if uses(.drift) { addDrift(to: &motion, of: particle, age: age, wantsVelocity: wantsVelocity) }
    return motion
  }

  @_transparent
  private func plainMotion(of particle: SpawnState, age: Float8, place: CurveCoordinate, wantsVelocity: Bool) -> Motion
  {
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
        if Variant.mayHaveExtras, kernel.pointee.lifeFactors.contains(.velocity) {
          let way = wayOverLife(of: particle, place: place)
          motion.x += particle.velocityX * way.seconds
          motion.y += particle.velocityY * way.seconds
          motion.velocityX = particle.velocityX * way.pace
          motion.velocityY = particle.velocityY * way.pace
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

  /// Seconds of birth velocity that the curve of velocity makes of an age, and how fast they go by.
  @_transparent
  func wayOverLife(of particle: SpawnState, place: CurveCoordinate) -> (seconds: Float8, pace: Float8) {
    let curve = place.look(up: kernel.pointee.velocityCurve)
    return (curve.value * particle.lifetime, curve.difference * Float(CurveTable.steps))
  }

  /// Seconds of turning.
  @_transparent
  func turnSeconds(of particle: SpawnState, age: Float8, place: CurveCoordinate) -> Float8 {
    if Variant.mayHaveExtras, kernel.pointee.lifeFactors.contains(.spin) {
      return place.look(up: kernel.pointee.spinCurve).value * particle.lifetime
    }
    return age
  }

  @_transparent
  private func addSway(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let (sineX, cosineX) = Lanes.sincosTurns(particle.swayFrequencyX * age + particle.swayPhase)
    let (sineY, cosineY) = Lanes.sincosTurns(particle.swayFrequencyY * age + particle.swayPhase)
    motion.x += particle.swayAmplitudeX * sineX
    motion.y += particle.swayAmplitudeY * cosineY
    if wantsVelocity {
      let turn: Float = 6.283_185_3
      motion.velocityX += particle.swayAmplitudeX * (particle.swayFrequencyX * turn) * cosineX
      motion.velocityY -= particle.swayAmplitudeY * (particle.swayFrequencyY * turn) * sineY
    }
  }

  @_transparent
  private func addCurves(to motion: inout Motion, of particle: SpawnState, place: CurveCoordinate, wantsVelocity: Bool)
  {
    let pace = place.lifetimeInverse * Float(CurveTable.steps)
    if uses(.travel) {
      let curve = place.look(up: kernel.pointee.travelEase)
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
      let (x, y) = (place.look(up: kernel.pointee.offsetX), place.look(up: kernel.pointee.offsetY))
      motion.x += x.value
      motion.y += y.value
      if wantsVelocity {
        motion.velocityX += x.difference * pace
        motion.velocityY += y.difference * pace
      }
    }
  }

  /// The unit vector along the velocity; the direction of birth for one that does not move.
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

/// How far drag lets a particle come: D, G and e of `CellEvaluator.motion`.
///
/// Below x = ka = ½ the power series of φ₂ is used up to x⁸ (truncation below 1·10⁻⁹), since (1 − e⁻ˣ)/x loses three
/// digits at x = 0.01.
struct DragFactors {
  /// D: seconds of birth velocity; ∫ e.
  var distance: Float8
  /// G: ∫ D.
  var fall: Float8
  /// e^(−ka).
  var decay: Float8

  @_transparent
  init(drag: Float8, age: Float8) {
    let x = drag * age
    // φ₂(x) = Σ (−x)ⁿ/(n + 2)!
    var series = Float8(repeating: 1.0 / 3_628_800)
    series = series * -x + 1.0 / 362_880
    series = series * -x + 1.0 / 40320
    series = series * -x + 1.0 / 5040
    series = series * -x + 1.0 / 720
    series = series * -x + 1.0 / 120
    series = series * -x + 1.0 / 24
    series = series * -x + 1.0 / 6
    series = series * -x + 0.5
    let seriesDistance = 1 - x * series
    let seriesDecay = 1 - x * seriesDistance
    // From ½ on the definitions are exact enough; the divisor is kept away from zero where they are not used.
    let isSmall = x .< Float8(repeating: 0.5)
    let divisor = x.replacing(with: Float8(repeating: 1), where: isSmall)
    let exponential = Lanes.exp(-divisor)
    let directDistance = (1 - exponential) / divisor
    let directFall = (1 - directDistance) / divisor
    decay = exponential.replacing(with: seriesDecay, where: isSmall)
    distance = age * directDistance.replacing(with: seriesDistance, where: isSmall)
    fall = age * age * directFall.replacing(with: series, where: isSmall)
  }
}
