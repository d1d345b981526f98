import Colorimetry

/// A repeating pattern on a plane, which may be seen in perspective.
public struct Pattern: LayerSource {
  /// Kind of pattern.
  public var kind: Kind
  /// Width and height in points of one cell: of what the pattern repeats, or of one square of a checkerboard. Hexagons are regular,
  /// so only the width counts.
  public var size: AnimatedPoint
  /// The width of lines, stripes and outlines, or the diameter of dots, as a share of a cell.
  public var thickness: AnimatedNumber
  /// The width over which edges fade, as a share of a cell.
  public var softness: AnimatedNumber
  /// Degrees by which the pattern is rotated in its plane, clockwise.
  public var rotation: AnimatedNumber
  /// Points by which the pattern is shifted in its plane, along axes that `rotation` does not turn.
  public var offset: AnimatedPoint
  /// How fast the pattern moves along its own x axis, in cells a second.
  public var speedX: Double
  /// How fast the pattern moves along its own y axis, in cells a second. A cell of hexagons is √3 times as high as wide.
  public var speedY: Double
  /// Degrees by which the upper part of the plane is tilted away, about the horizontal line through `center`.
  public var tilt: AnimatedNumber
  /// Points from the viewer to the plane.
  public var perspective: AnimatedNumber
  /// The origin of the pattern, in points of the canvas; the viewer's eye is straight in front of it.
  public var center: AnimatedPoint
  /// Colour of lines, dots or tiles.
  public var color: AnimatedColor
  /// Colour between the lines, dots or tiles.
  public var background: AnimatedColor

  /// Kinds of patterns.
  public enum Kind: String, Sendable, CaseIterable {
    /// Lines in two directions.
    case grid
    /// Discs in rows.
    case dots
    /// Lines in one direction.
    case stripes
    /// Lines of a honeycomb.
    case hexagons
    /// Squares of two alternating colours.
    case checkerboard
  }

  /// A regular pattern.
  public init(
    kind: Kind = .grid, size: AnimatedPoint = AnimatedPoint(60, 60), thickness: AnimatedNumber = 0.03,
    softness: AnimatedNumber = 0, rotation: AnimatedNumber = 0, offset: AnimatedPoint = AnimatedPoint(0, 0),
    speedX: Double = 0, speedY: Double = 0, tilt: AnimatedNumber = 0, perspective: AnimatedNumber = 600,
    center: AnimatedPoint = AnimatedPoint(960, 540), color: AnimatedColor = .constant(.white),
    background: AnimatedColor = .constant(.clear)
  ) {
    self.kind = kind
    self.size = size
    self.thickness = thickness
    self.softness = softness
    self.rotation = rotation
    self.offset = offset
    self.speedX = speedX
    self.speedY = speedY
    self.tilt = tilt
    self.perspective = perspective
    self.center = center
    self.color = color
    self.background = background
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("size", size)
    values.add("thickness", thickness)
    values.add("softness", softness)
    values.add("rotation", rotation, period: 360)
    values.add("offset", offset)
    values.add("tilt", tilt)
    values.add("perspective", perspective)
    values.add("center", center)
    values.add("color", color)
    values.add("background", background)
    return values
  }

  /// Whether the pattern moves even if no value is animated.
  package var isSelfAnimated: Bool { speedX != 0 || speedY != 0 }
}
