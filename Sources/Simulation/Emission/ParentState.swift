import Lanes

/// What eight children take over from their parents, as the parents are at the children's births. The defaults are those of
/// a root particle, which has no parent.
struct ParentState {
  /// Pixels of the frame, before a camera projects them; velocities in pixels a second.
  var x = Float8(repeating: 0)
  var y = Float8(repeating: 0)
  var velocityX = Float8(repeating: 0)
  var velocityY = Float8(repeating: 0)
  /// Unit vector along the velocity.
  var directionX = Float8(repeating: 1)
  var directionY = Float8(repeating: 0)
  /// Third coordinates, of children in 3-D.
  var z = Float8(repeating: 0)
  var velocityZ = Float8(repeating: 0)
  var directionZ = Float8(repeating: 0)
  /// Factor of the size.
  var scale = Float8(repeating: 1)
  /// Straight colour in the values of the canvas, without alpha, intensity and twinkle.
  var red = Float8(repeating: 1)
  var green = Float8(repeating: 1)
  var blue = Float8(repeating: 1)
}
