import Lanes

/// One shutter sample of each of eight particles, for `Evaluation.appendSprites`.
struct ShutterSample {
  /// Share of the particle's light, 0 to 1.
  var lightShare = Float8()
  /// Positions in frame pixels at the sample's beginning and end; read only for swept sprites.
  var startX = Float8()
  var startY = Float8()
  var endX = Float8()
  var endY = Float8()
  /// Value of the column `particleID`: the particle's lane, until the samples are sorted (`sortSamples`).
  var particleID = Float8()
  /// The sample's middle after the frame's time, by the layer's clock.
  var secondsAfterFrame = Float8()
  /// Sorting key of all samples of a particle.
  var sortingKey = Float8()

  /// Turns a round sprite in the middle of the sample into a sprite that is swept from the sample's beginning to its end: replaces
  /// half axes and centre. The centre is moved by ⅓ of its distance to the middle of the line from beginning to end, which gives
  /// Simpson's mean of beginning, middle and end.
  @_transparent
  func sweep(_ axes: inout (xx: Float8, xy: Float8, yx: Float8, yy: Float8), x: inout Float8, y: inout Float8) {
    let (sweepX, sweepY) = (endX - startX, endY - startY)
    x += ((startX + endX) * 0.5 - x) * (1.0 / 3)
    y += ((startY + endY) * 0.5 - y) * (1.0 / 3)
    let length = Lanes.sqrt(sweepX * sweepX + sweepY * sweepY)
    // The radius is the length of the half x axis: the sprite may be rotated.
    let radius = Lanes.sqrt(axes.xx * axes.xx + axes.xy * axes.xy)
    let zero = Float8(repeating: 0)
    // A sweep of less than 1/1000 px has no direction.
    let hasDirection = length .> Float8(repeating: 1e-3)
    let inverse = 1 / length.replacing(with: Float8(repeating: 1), where: .!hasDirection)
    let cosine = Float8(repeating: 1).replacing(with: sweepX * inverse, where: hasDirection)
    let sine = zero.replacing(with: sweepY * inverse, where: hasDirection)
    let halfLength = radius + length.replacing(with: zero, where: .!hasDirection) * 0.5
    axes = (cosine * halfLength, sine * halfLength, -sine * radius, cosine * radius)
  }
}
