import Colorimetry

/// A pattern that repeats over a plane, which may lie in perspective.
public struct Pattern: Sendable, Equatable {
  public var kind: Kind
  /// Points of one repetition.
  public var size: AnimatedPoint
  /// Of lines, stripes and rims: a share of the cell; of dots: their diameter.
  public var thickness: AnimatedNumber
  /// How soft edges are, as a share of the cell.
  public var softness: AnimatedNumber
  /// Degrees, clockwise, in the plane.
  public var rotation: AnimatedNumber
  /// Points by which the pattern is moved, from the canvas's middle.
  public var offset: AnimatedPoint
  /// Cells a second.
  public var speedX: Double
  public var speedY: Double
  /// Degrees by which the plane's upper side is turned away, about the horizontal line through `center`.
  public var tilt: AnimatedNumber
  /// Points from the eye to the plane.
  public var perspective: AnimatedNumber
  /// The middle of the pattern, and the point that the eye looks at.
  public var center: AnimatedPoint
  public var color: AnimatedColor
  public var background: AnimatedColor

  public enum Kind: String, Sendable, CaseIterable {
    case grid, dots, stripes, hexagons, checkerboard
  }

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

  package var movingValues: AnimatedValues {
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

  package var isMoving: Bool { speedX != 0 || speedY != 0 }
}
