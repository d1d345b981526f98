import Lanes

/// Value of a curve over life at a location (age ÷ lifetime), and its easing up to the next stop.
public struct NumberStop: Sendable, Equatable {
  public var location: Double
  public var value: Double
  public var easing: Easing

  public init(_ location: Double, _ value: Double, _ easing: Easing = .linear) {
    self.location = location
    self.value = value
    self.easing = easing
  }
}
