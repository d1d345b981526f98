import Model

extension Declarations {
  private static let dashLengthSchema = NumberSchema(.points, 0...1e6)
  /// The most lengths of dashes and gaps that a stroke may have.
  private static let maximumDashLengths = 64

  static let stroke = Declaration<ShapeStroke>(
    "stroke", "A line along the outline of a shape.", ShapeStroke(),
    [
      .value(
        "paint", \.paint, .paint,
        "Its colour, or a gradient. A colour brighter than white, color(srgb-linear 4 1.5 0.4), glows where post has a bloom."
      ) { $0.paint($1) }.defaults(to: "\"white\""),
      .choice(
        "over", \.over,
        "What a gradient spans: the shape's box, the outline's whole length, the part of it that is drawn, or the line's width. With length, drawn and width only the gradient's stops count, not its geometry."
      ),
      .animatedNumber("width", \.width, .points, 0...1e5, "How wide it is."),
      .choice("cap", \.cap, "The form of its ends."),
      .choice("join", \.join, "The form of its corners."),
      .animatedNumber(
        "miterLimit", \.miterLimit, .factor, 1...1e4, "A miter longer than this many widths becomes a bevel."
      ).effective(where: "join", \.join, is: .miter),
      .value(
        "dashes", \.dashes, .list(.animatedNumber(dashLengthSchema)),
        "Lengths of a dash, a gap, a dash and so on; solid if not given."
      ) { decoder, node in
        decoder.list(node, of: "lengths", maximum: maximumDashLengths) { decoder.animatedNumber($0, dashLengthSchema) }
      },
      .animatedNumber("dashPhase", \.dashPhase, .points, "How far into the dashes the line begins.")
        .effective(beside: "dashes"),
      .animatedNumber(
        "strokeStart", \.start, .share, -1_000...1_000,
        "Where the drawn piece begins, as a share of the outline's length."),
      .animatedNumber(
        "strokeEnd", \.end, .share, -1_000...1_000,
        "Where the drawn piece ends. Past 1 it goes on at the outline's beginning; a piece of length 1 or more is the whole outline."
      ),
      .animatedNumber(
        "softness", \.softness, .points, 0...1e4,
        "How far the line's fade extends to each side of its edges: the same light, spread out. 0 is sharp; a soft line has round ends and joins."
      ),
    ])

  static let transform = Declaration<ShapeTransform>(
    "transform",
    "How a shape is scaled, then skewed, then rotated, all about its anchor, and then moved. A layer has a layerTransform, which can also turn in space and has a matrix.",
    ShapeTransform(),
    [
      .animatedPoint("position", \.position, "How far it is moved."),
      .animatedNumber(
        "rotation", \.rotation, .degrees,
        "How far it is rotated, clockwise; its paint turns with it, even a conic gradient."
      ),
      .animatedPair(
        "scale", \.scale, .factor, Limits.numbers, "How much larger it is drawn: a factor, or [along x, along y]."),
      .animatedPoint(
        "skew", \.skew, .degrees, "How far the y axis and the x axis lean, as CSS's skew(x, y): [degrees, degrees]."),
      .optionalAnimatedPoint(
        "anchor", \.anchor,
        "The point that stays where it is when the shape is scaled, skewed and rotated; the shape's middle if not given."
      ),
    ])
}
