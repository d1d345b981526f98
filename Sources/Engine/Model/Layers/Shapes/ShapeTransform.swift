/// A transform of a figure and its stroke: scale, then skew, then rotation about the anchor, then translation.
public struct ShapeTransform: Sendable, Equatable {
  /// Translation in points.
  public var position: AnimatedPoint
  /// Degrees of rotation, clockwise.
  public var rotation: AnimatedNumber
  /// Factors along x and y.
  public var scale: AnimatedPoint
  /// Degrees of skew as in CSS's skew().
  public var skew: AnimatedPoint
  /// Point that scale, skew and rotation leave in place, in points; nil for the centre of the figure.
  public var anchor: AnimatedPoint?

  /// A transform; without arguments it leaves the figure unchanged.
  public init(
    position: AnimatedPoint = AnimatedPoint(0, 0), rotation: AnimatedNumber = 0,
    scale: AnimatedPoint = AnimatedPoint(1, 1), skew: AnimatedPoint = AnimatedPoint(0, 0), anchor: AnimatedPoint? = nil
  ) {
    self.position = position
    self.rotation = rotation
    self.scale = scale
    self.skew = skew
    self.anchor = anchor
  }
}

extension ShapeTransform {
  var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("position", position)
    values.add("rotation", rotation, period: 360)
    values.add("scale", scale)
    values.add("skew.x", skew.x, period: 180)
    values.add("skew.y", skew.y, period: 180)
    if let anchor { values.add("anchor", anchor) }
    return values
  }
}
