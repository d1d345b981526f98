import Lanes

/// What eight children inherit: the state of their parents at the children's births. Root particles, which have no parent, use the
/// defaults.
struct ParentState {
  /// Position in pixels of the frame, before a camera projects it, and velocity in pixels a second.
  var x = Float8(repeating: 0)
  var y = Float8(repeating: 0)
  var velocityX = Float8(repeating: 0)
  var velocityY = Float8(repeating: 0)
  /// Unit vector along the velocity.
  var directionX = Float8(repeating: 1)
  var directionY = Float8(repeating: 0)
  /// Third coordinates, for children in 3-D.
  var z = Float8(repeating: 0)
  var velocityZ = Float8(repeating: 0)
  var directionZ = Float8(repeating: 0)
  /// Factor of the parent's size.
  var scale = Float8(repeating: 1)
  /// Straight colour in the values that the canvas blends, without intensity and twinkle.
  var red = Float8(repeating: 1)
  var green = Float8(repeating: 1)
  var blue = Float8(repeating: 1)
}
