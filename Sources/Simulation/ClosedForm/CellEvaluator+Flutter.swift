import Lanes

extension CellEvaluator {
  /// Adds the swoop of falling paper and leaves: with every revolution of the tumble the particle swings to one side and back. The
  /// swing adds a downward velocity in its middle and an upward velocity at its ends.
  ///
  ///     x = A·(sin θ − sin θ₀)    y = ±A·lift·(sin 2θ − sin 2θ₀)
  ///
  /// θ is the tumble's angle, θ₀ the angle at birth, A = `flutter` in pixels and lift = `flutterLift`. ± is the sign of the
  /// tumble's angular velocity, so that the middle of a swing goes downwards whichever way the particle tumbles.
  @_transparent
  func addFlutter(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let birth = Lanes.sincosTurns(particle.tumble)
    let now = Lanes.sincosTurns(particle.tumble + particle.tumbleSpeed * age)
    let lift = Lanes.copySign(particle.flutterLift, particle.tumbleSpeed) * particle.flutter
    motion.x += particle.flutter * (now.sin - birth.sin)
    motion.y += lift * (2 * (now.sin * now.cos - birth.sin * birth.cos))
    if wantsVelocity {
      let radiansPerSecond = particle.tumbleSpeed * radiansPerTurn
      motion.velocityX += particle.flutter * (now.cos * radiansPerSecond)
      motion.velocityY += lift * (2 * (now.cos * now.cos - now.sin * now.sin) * radiansPerSecond)
    }
  }
}
