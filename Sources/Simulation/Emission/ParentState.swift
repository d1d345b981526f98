import Lanes

/// Parents of eight particles, as they are at these particles' births.
struct ParentState {
  var x = Float8(repeating: 0)
  var y = Float8(repeating: 0)
  var velocityX = Float8(repeating: 0)
  var velocityY = Float8(repeating: 0)
  var directionX = Float8(repeating: 1)
  var directionY = Float8(repeating: 0)
  var z = Float8(repeating: 0)
  var velocityZ = Float8(repeating: 0)
  var directionZ = Float8(repeating: 0)
  var scale = Float8(repeating: 1)
  var red = Float8(repeating: 1)
  var green = Float8(repeating: 1)
  var blue = Float8(repeating: 1)
}
