/// A rectangle in canvas points.
public struct PlaneRect: Sendable, Equatable {
  /// Left edge.
  public var x: Double
  /// Upper edge.
  public var y: Double
  /// Width.
  public var width: Double
  /// Height.
  public var height: Double

  /// A rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
