import Colorimetry
import Lanes

/// Colour of a curve over life (at age ÷ lifetime) or along a trail, and the easing from it to the next stop.
public struct ColorStop: Sendable, Equatable {
  /// Age ÷ lifetime, or share of the trail from the particle (0) to the trail's end (1); 0 to 1.
  public var location: Double
  /// Colour at that location.
  public var color: LinearColor
  /// Timing curve to the next stop.
  public var easing: Easing

  /// A stop of a curve.
  public init(_ location: Double, _ color: LinearColor, _ easing: Easing = .linear) {
    self.location = location
    self.color = color
    self.easing = easing
  }
}
