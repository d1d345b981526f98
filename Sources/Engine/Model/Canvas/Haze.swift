import Colorimetry

/// Air that takes away light on its way to the camera and gives its own.
///
/// The share of the light from a depth D that is left is exp(−(D − start) ÷ distance), and all of it up to the depth `start`; the haze's colour
/// takes the place of the rest (P. Bouguer, 1729; J. H. Lambert, 1760).
public struct Haze: Sendable, Equatable {
  /// The colour of what is infinitely far away.
  public var color: AnimatedColor
  /// Points from the eye, along the line of sight, up to which the air is clear.
  public var start: AnimatedNumber
  /// Points beyond `start` at which 37 % of the light are left.
  public var distance: AnimatedNumber

  /// Haze of a colour.
  public init(
    color: AnimatedColor = .constant(.white), start: AnimatedNumber = 1000, distance: AnimatedNumber = 3000
  ) {
    (self.color, self.start, self.distance) = (color, start, distance)
  }

  package var isConstant: Bool { color.isConstant && start.isConstant && distance.isConstant }
}
