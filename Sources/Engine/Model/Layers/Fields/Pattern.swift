import Colorimetry

/// A repeating pattern on a plane, which may be seen in perspective.
public struct Pattern: LayerSource, Parametrized {
  /// Kind of pattern.
  public var kind = Kind.grid
  /// Width and height in points of one cell: of what the pattern repeats, or of one square of a checkerboard. Hexagons are regular,
  /// so only the width counts.
  public var size = AnimatedPoint(60, 60)
  /// The width of lines, stripes and outlines, or the diameter of dots, as a share of a cell.
  public var thickness: AnimatedNumber = 0.03
  /// The width over which edges fade, as a share of a cell.
  public var softness: AnimatedNumber = 0
  /// Degrees by which the pattern is rotated in its plane, clockwise.
  public var rotation: AnimatedNumber = 0
  /// Points by which the pattern is shifted in its plane, along axes that `rotation` does not turn.
  public var offset = AnimatedPoint(0, 0)
  /// How fast the pattern moves along its own axes, in cells a second. A cell of hexagons is √3 times as high as wide.
  public var speed = PlanePoint(0, 0)
  /// Degrees by which the upper part of the plane is tilted away, about the horizontal line through `center`.
  public var tilt: AnimatedNumber = 0
  /// Points from the viewer to the plane.
  public var perspective: AnimatedNumber = 600
  /// The origin of the pattern, in points of the canvas; the viewer's eye is straight in front of it.
  public var center = AnimatedPoint(960, 540)
  /// Colour of lines, dots or tiles.
  public var color = AnimatedColor.constant(.white)
  /// Colour between the lines, dots or tiles.
  public var background = AnimatedColor.constant(.clear)

  package static let parameters: [Parameter<Self>] = [
    .choice("type", \.kind, "What the pattern is made of."),
    .animatedPair(
      "size", \.size, .points, in: 0.5...1e5,
      "Points of one repetition, or [along x, along y]; of hexagons, from one side to the opposite one."),
    .animated(
      "thickness", \.thickness, .share, in: 0...1,
      "Width of the lines or diameter of the dots, as a share of a repetition."),
    .animated(
      "softness", \.softness, .share, in: 0...1, "Width over which edges fade, as a share of a repetition."),
    .animated("rotation", \.rotation, .degrees, "How far the pattern is rotated in its plane, clockwise.")
      .repeating(every: 360),
    .animated("offset", \.offset, "How far the pattern is moved in its plane."),
    .constant(
      "speed", \.speed, .perSecond, in: -1e5...1e5,
      "Repetitions a second along its own axes, [x, y]; in a loop, a number other than 0 is rounded to a whole number of periods in each loop, at least one."
    ),
    .animated(
      "tilt", \.tilt, .degrees, in: -89...89,
      "Tips the upper half of the plane away from the eye, about a horizontal line through center."),
    .animated(
      "perspective", \.perspective, .points, in: 1...1e6,
      "Distance from the eye to the plane, like perspective in CSS."),
    .animated("center", \.center, "The middle of the pattern, which the eye looks at.").defaults(toShares: 0.5, 0.5),
    .animated("color", \.color, "Colour of the lines, dots or checks."),
    .animated(
      "background", \.background, "Colour between the lines, dots or checks; transparent if not given."),
  ]

  /// A regular pattern.
  public init() {}

  package var isSelfAnimated: Bool { speed != PlanePoint(0, 0) }

  /// Kinds of patterns.
  public enum Kind: String, DescribedChoice {
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

    package var sentence: String {
      switch self {
      case .grid: "Lines both ways."
      case .dots: "Discs in rows."
      case .stripes: "Lines one way."
      case .hexagons: "The lines of a honeycomb."
      case .checkerboard: "Squares of two colours in turn."
      }
    }
  }
}
