import Lanes

/// Positions and velocities of eight particles on paths without a closed form.
struct IntegratorState: BitwiseCopyable {
  var x = Float8()
  var y = Float8()
  var velocityX = Float8()
  var velocityY = Float8()
  /// Towards the eye; 0 for those that stay in the plane.
  var z = Float8()
  var velocityZ = Float8()
  /// Age at which a bound ends the life; infinite where none has been met.
  var end = Float8(repeating: .infinity)
}

/// Constants of eight particles' paths.
struct IntegratorConstants: BitwiseCopyable {
  var gravityX: Float8
  var gravityY: Float8
  var gravityZ: Float8
  var drag: Float8
  var windX: Float8
  var windY: Float8
  /// Layer-local seconds.
  var births: Double8
}

/// Beginning of eight particles' paths.
struct IntegrationStart {
  var state: IntegratorState
  var constants: IntegratorConstants

  @_transparent
  init(_ particle: SpawnState, births: Double8) {
    state = IntegratorState(
      x: particle.x, y: particle.y, velocityX: particle.velocityX, velocityY: particle.velocityY, z: particle.z,
      velocityZ: particle.velocityZ)
    // Those that are never born must stay finite all the same.
    constants = IntegratorConstants(
      gravityX: particle.gravityX, gravityY: particle.gravityY, gravityZ: particle.gravityZ, drag: particle.drag,
      windX: particle.windX, windY: particle.windY,
      births: births.replacing(with: Double8(repeating: 0), where: births .== Double8(repeating: .infinity)))
  }
}

/// States of eight particles after whole steps, and how many these are.
struct IntegrationProgress {
  var state: IntegratorState
  var steps: Int32x8
}
