/// Point of the canvas's plane, in points.
public struct PlanePoint: Sendable, Equatable {
  /// Horizontal coordinate, in points.
  public var x: Double
  /// Vertical coordinate, in points, downwards.
  public var y: Double

  /// A point of the plane.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}
