import Colorimetry
import Lanes

/// Colour of a curve over life at a location (age ÷ lifetime), and its easing up to the next stop.
public struct ColorStop: Sendable, Equatable {
  public var location: Double
  public var color: LinearColor
  public var easing: Easing

  public init(_ location: Double, _ color: LinearColor, _ easing: Easing = .linear) {
    self.location = location
    self.color = color
    self.easing = easing
  }
}
