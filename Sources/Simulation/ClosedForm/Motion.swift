import Lanes

/// Positions and velocities of eight particles.
struct Motion {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
  /// Towards the eye; 0 outside of space.
  var z = Float8()
  var velocityZ = Float8()
}
