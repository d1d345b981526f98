import Lanes

extension CellEvaluator {
  /// Adds the swoop of paper and leaves: with every revolution of the tumble the particle swings to one side and back, fastest
  /// downwards in the middle of a swing and slowest at its ends.
  ///
  ///     x = A·(sin θ − sin θ₀)    y = ±A·lift·(sin 2θ − sin 2θ₀)
  ///
  /// θ is the tumble's angle, θ₀ that at birth, A = `flutter` in pixels and lift = `flutterLift`. The sign is that of the
  /// tumble's angular velocity: whichever way the particle tumbles, it moves downwards in the middle of a swing.
  @_transparent
  func addFlutter(to motion: inout Motion, of particle: SpawnState, age: Float8, wantsVelocity: Bool) {
    let birth = Lanes.sincosTurns(particle.tumble)
    let now = Lanes.sincosTurns(particle.tumble + particle.tumbleSpeed * age)
    let lift = Lanes.copySign(particle.flutterLift, particle.tumbleSpeed) * particle.flutter
    motion.x += particle.flutter * (now.sin - birth.sin)
    motion.y += lift * (2 * (now.sin * now.cos - birth.sin * birth.cos))
    if wantsVelocity {
      let speed = particle.tumbleSpeed * radiansPerTurn
      motion.velocityX += particle.flutter * (now.cos * speed)
      motion.velocityY += lift * (2 * (now.cos * now.cos - now.sin * now.sin) * speed)
    }
  }
}
