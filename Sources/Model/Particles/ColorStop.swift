import Colorimetry
import Lanes

/// Colour of a curve over life at a location (age ÷ lifetime), and its easing up to the next stop.
public struct ColorStop: Sendable, Equatable {
  /// Share of the life, 0 to 1.
  public var location: Double
  /// Colour at that share.
  public var color: LinearColor
  /// Timing curve to the next stop.
  public var easing: Easing

  /// A stop of a curve over life.
  public init(_ location: Double, _ color: LinearColor, _ easing: Easing = .linear) {
    self.location = location
    self.color = color
    self.easing = easing
  }
}
