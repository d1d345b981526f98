import Lanes

/// Positions (pixels) and velocities (pixels a second) of eight particles; y points down, z towards the eye.
///
/// `CameraView.project` replaces x, y and their velocities by those on the canvas.
struct Motion {
  var x: Float8
  var y: Float8
  var velocityX: Float8
  var velocityY: Float8
  /// 0 for cells that are not in 3-D.
  var z = Float8()
  var velocityZ = Float8()
}

/// 2π: the derivative of the sine of an angle in turns is this factor times the cosine.
@inline(__always) var radiansPerTurn: Float { 6.283_185_3 }
