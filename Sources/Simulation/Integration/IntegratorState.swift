import Lanes

/// Positions and velocities of eight particles on trajectories without a closed form, in pixels and seconds.
struct IntegratorState: BitwiseCopyable {
  var x = Float8()
  var y = Float8()
  var velocityX = Float8()
  var velocityY = Float8()
  /// Towards the eye; 0 for particles that stay in the plane.
  var z = Float8()
  var velocityZ = Float8()
  /// Age at which a boundary ends the life; infinite as long as none has been met.
  var endAge = Float8(repeating: .infinity)
}

/// What stays the same along the trajectories of eight particles.
struct IntegratorConstants: BitwiseCopyable {
  /// Pixels a second squared.
  var gravityX: Float8
  var gravityY: Float8
  var gravityZ: Float8
  /// Coefficient of linear drag, 1/s.
  var drag: Float8
  /// Velocity of the air in pixels a second.
  var windX: Float8
  var windY: Float8
  /// Layer-local seconds.
  var births: Double8
}

/// Beginning of eight particles' trajectories, at their birth.
struct IntegrationStart {
  var state: IntegratorState
  var constants: IntegratorConstants

  @_transparent
  init(_ particle: SpawnState, births: Double8) {
    state = IntegratorState(
      x: particle.x, y: particle.y, velocityX: particle.velocityX, velocityY: particle.velocityY, z: particle.z,
      velocityZ: particle.velocityZ)
    // The births of candidates that are never born are infinite; their lanes must stay finite all the same.
    constants = IntegratorConstants(
      gravityX: particle.gravityX, gravityY: particle.gravityY, gravityZ: particle.gravityZ, drag: particle.drag,
      windX: particle.windX, windY: particle.windY,
      births: births.replacing(with: Double8(repeating: 0), where: births .== Double8(repeating: .infinity)))
  }
}

/// States of eight particles after whole steps, and how many steps these are.
struct IntegrationProgress {
  var state: IntegratorState
  var steps: Int32x8
}
