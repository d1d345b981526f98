import Lanes

/// One shutter sample of eight particles, as `appendSprites` needs it.
struct ShutterSample {
  /// Share of the light.
  var share = Float8()
  /// Positions at the sample's beginning and end.
  var startX = Float8()
  var startY = Float8()
  var endX = Float8()
  var endY = Float8()
  /// Written into the column `particleID`.
  var particleID = Float8()
  /// Sorting key of all samples of a particle.
  var order = Float8()

  /// Turns a round sprite in the middle of the sample into one that is swept from its beginning to its end.
  @_transparent
  func sweep(_ axes: inout (xx: Float8, xy: Float8, yx: Float8, yy: Float8), x: inout Float8, y: inout Float8) {
    let (pathX, pathY) = (endX - startX, endY - startY)
    x += ((startX + endX) * 0.5 - x) * (1.0 / 3)
    y += ((startY + endY) * 0.5 - y) * (1.0 / 3)
    let length = Lanes.sqrt(pathX * pathX + pathY * pathY)
    // It may be rotated.
    let radius = Lanes.sqrt(axes.xx * axes.xx + axes.xy * axes.xy)
    let zero = Float8(repeating: 0)
    // A path of less than 1/1000 px has no direction.
    let moves = length .> Float8(repeating: 1e-3)
    let inverse = 1 / length.replacing(with: Float8(repeating: 1), where: .!moves)
    let cosine = Float8(repeating: 1).replacing(with: pathX * inverse, where: moves)
    let sine = zero.replacing(with: pathY * inverse, where: moves)
    let long = radius + length.replacing(with: zero, where: .!moves) * 0.5
    axes = (cosine * long, sine * long, -sine * radius, cosine * radius)
  }
}
