import Lanes

/// Point of a curve over life at a location (age ÷ lifetime), and its easing up to the next stop.
public struct PointStop: Sendable, Equatable {
  public var location: Double
  public var x: Double
  public var y: Double
  public var easing: Easing

  public init(_ location: Double, _ x: Double, _ y: Double, _ easing: Easing = .linear) {
    self.location = location
    self.x = x
    self.y = y
    self.easing = easing
  }
}
