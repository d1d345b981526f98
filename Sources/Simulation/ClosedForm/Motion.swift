import Lanes

/// Positions in pixels and velocities in pixels a second of eight particles: y points down, z towards the eye.
///
/// `CameraView.project` replaces x and y by those on the canvas.
struct Motion {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
  /// 0 for cells that are not in 3-D.
  var z = Float8()
  var velocityZ = Float8()
}

/// 2π. Angles are turns; the derivative of their sine by time has this factor.
@inline(__always) var radiansPerTurn: Float { 6.283_185_3 }
