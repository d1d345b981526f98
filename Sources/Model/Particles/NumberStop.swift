import Lanes

/// Value of a curve over life at a location (age ÷ lifetime), and its easing up to the next stop.
public struct NumberStop: Sendable, Equatable {
  /// Share of the life, 0 to 1.
  public var location: Double
  /// Value at that share.
  public var value: Double
  /// Timing curve to the next stop.
  public var easing: Easing

  /// A stop of a curve over life.
  public init(_ location: Double, _ value: Double, _ easing: Easing = .linear) {
    self.location = location
    self.value = value
    self.easing = easing
  }
}
