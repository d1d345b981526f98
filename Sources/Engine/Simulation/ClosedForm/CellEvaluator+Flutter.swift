import Lanes

extension CellEvaluator {
  @_transparent
  func spawnFlutter(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys) {
    particle.flutter = randomized(.flutter, range: .flutterRange, parameters, keys)
    particle.flutterLift = parameters[.flutterLift]
  }

  /// Adds the swoop of falling paper and leaves: with every revolution of the tumble the particle swings to one side and back. The
  /// swing adds a downward velocity in its middle and an upward velocity at its ends.
  ///
  ///     x = A·(sin θ − sin θ₀)    y = ±A·lift·(sin 2θ − sin 2θ₀)
  ///
  /// θ is the tumble's angle, θ₀ the angle at birth, A = `flutter` in pixels and lift = `flutterLift`. ± is the sign of the
  /// tumble's angular velocity, so that the middle of a swing goes downwards whichever way the particle tumbles.
  @_transparent
  func addFlutter(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    // Double angles: sin 2θ = 2·sin θ·cos θ, cos 2θ = cos² θ − sin² θ.
    let atBirth = Lanes.sincosTurns(particle.tumble)
    let atAge = Lanes.sincosTurns(particle.tumble + particle.tumbleSpeed * age)
    let amplitudeY = Lanes.copySign(particle.flutterLift, particle.tumbleSpeed) * particle.flutter
    motion.x += particle.flutter * (atAge.sin - atBirth.sin)
    motion.y += amplitudeY * (2 * (atAge.sin * atAge.cos - atBirth.sin * atBirth.cos))
    if wantsVelocity {
      let radiansPerSecond = particle.tumbleSpeed * radiansPerTurn
      motion.velocityX += particle.flutter * (atAge.cos * radiansPerSecond)
      motion.velocityY += amplitudeY * (2 * (atAge.cos * atAge.cos - atAge.sin * atAge.sin) * radiansPerSecond)
    }
  }
}
