/// Point of a plane: of the canvas, in canvas points, or of a `VectorPath`, in the path's own unit.
public struct PlanePoint: Sendable, Equatable {
  /// Horizontal coordinate, to the right.
  public var x: Double
  /// Vertical coordinate, downwards.
  public var y: Double

  /// A point of the plane.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}
