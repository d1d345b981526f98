import Colorimetry

/// Lines between the particles of a cell that are near each other.
///
/// A line has the mean colour of its two ends, weighted by their opacities (or `color`), and the opacity of the fainter end,
/// times `opacity`, times 1 − d ÷ `distance` for ends d points apart. So a line fades in and out with either end. Lines lie under
/// the cell's own particles. Cost: finding a pair takes about 10 ns; drawing its line costs as much as drawing a sprite.
public struct Links: Sendable, Equatable {
  /// Points within which two particles are linked.
  public var distance: Double
  /// Width of a line in points.
  public var width: Double
  /// Opacity, 0 to 1, of a line between two opaque particles at the same position.
  public var opacity: Double
  /// Colour of all lines; nil for the mean of the ends' colours.
  public var color: LinearColor?

  /// Lines between near particles.
  public init(distance: Double = 120, width: Double = 1, opacity: Double = 1, color: LinearColor? = nil) {
    self.distance = distance
    self.width = width
    self.opacity = opacity
    self.color = color
  }
}
