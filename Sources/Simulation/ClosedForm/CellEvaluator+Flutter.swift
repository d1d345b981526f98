import Lanes

extension CellEvaluator {
  /// Adds the swoop of paper and leaves: to a side and back with every revolution of the tumble, fastest downwards in the
  /// middle of a swing and slowest at its ends.
  ///
  ///     x = A·sin θ    y = ±A·lift·sin 2θ    θ = the tumble's angle
  ///
  /// less the values of both at birth, A and A·lift being `flutter` pixels and its share `flutterLift`. The sign is that of the
  /// tumble's speed, so that either sense of it swoops downwards in the middle.
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
