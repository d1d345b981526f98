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
  /// Age at which a boundary ends the life; infinite until the particle meets one.
  var endAge = Float8(repeating: .infinity)
}

/// Constants of the trajectories of eight particles.
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
  var birthTimes: Double8
}

/// State of eight particles at their birth, where their trajectories start, and the constants of the trajectories.
struct IntegrationStart {
  var state: IntegratorState
  var constants: IntegratorConstants

  @_transparent
  init(_ particle: SpawnState, birthTimes: Double8) {
    state = IntegratorState(
      x: particle.x, y: particle.y, velocityX: particle.velocityX, velocityY: particle.velocityY, z: particle.z,
      velocityZ: particle.velocityZ)
    // Candidates that are never born have infinite birth times; their lanes must stay finite.
    constants = IntegratorConstants(
      gravityX: particle.gravityX, gravityY: particle.gravityY, gravityZ: particle.gravityZ, drag: particle.drag,
      windX: particle.windX, windY: particle.windY,
      birthTimes: birthTimes.replacing(with: Double8(repeating: 0), where: birthTimes .== Double8(repeating: .infinity))
    )
  }
}

/// States of eight particles after whole steps, and the numbers of these steps.
struct IntegrationProgress {
  var state: IntegratorState
  var steps: Int32x8
}
