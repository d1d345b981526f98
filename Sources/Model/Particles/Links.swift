import Colorimetry

/// Lines between particles of a cell that are near each other.
///
/// A line's light is the mean of its two ends' (or `color`, as opaque as they are), times `opacity`, times 1 − d ÷ distance.
/// Lines are drawn below the cell's own particles. Cost: a pair is found in about 10 ns and drawn as any sprite.
public struct Links: Sendable, Equatable {
  /// Points within which two particles are linked.
  public var distance: Double
  /// Width of a line in points.
  public var width: Double
  /// Opacity of a line between two particles at one position.
  public var opacity: Double
  /// Colour in place of the ends' own.
  public var color: LinearColor?

  /// Lines between near particles.
  public init(distance: Double = 120, width: Double = 1, opacity: Double = 1, color: LinearColor? = nil) {
    self.distance = distance
    self.width = width
    self.opacity = opacity
    self.color = color
  }
}
