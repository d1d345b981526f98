import Model

extension Declarations {
  private static let dashLengths = NumberSchema(.points, 0...1e6)

  static let stroke = Declaration<ShapeStroke>(
    "stroke", "A line along the outline of a shape.", ShapeStroke(),
    [
      .value("paint", \.paint, .paint, "Its colour, or a gradient.") { $0.paint($1) }.defaults(to: "\"white\""),
      .choice(
        "over", \.over,
        "What a gradient spans: the shape's box, the outline's whole length, what is drawn of it, or the line's width. Along length, drawn and width only its stops count."
      ),
      .animatedNumber("width", \.width, .points, 0...1e5, "How wide it is."),
      .choice("cap", \.cap, "Its ends."),
      .choice("join", \.join, "Its corners."),
      .animatedNumber(
        "miterLimit", \.miterLimit, .factor, 1...1e4, "A miter longer than so many widths becomes a bevel."),
      .value(
        "dashes", \.dashes, .list(.animatedNumber(dashLengths)),
        "Lengths of dashes and gaps by turns; solid if not given."
      ) { decoder, node in
        decoder.list(node, of: "lengths", most: 64) { decoder.animatedNumber($0, dashLengths) }
      },
      .animatedNumber("dashPhase", \.dashPhase, .points, "Where in the dashes the line begins."),
      .animatedNumber(
        "strokeStart", \.start, .share, -1_000...1_000,
        "Where the drawn piece begins, as a share of the outline's length."),
      .animatedNumber(
        "strokeEnd", \.end, .share, -1_000...1_000,
        "Where it ends. Past 1 it goes on at the beginning; a length of 1 or more is the whole outline."),
      .animatedNumber(
        "softness", \.softness, .points, 0...1e4,
        "Points over which it fades to either side of its edges: the same light, spread out. 0 is sharp; a soft line has round ends and joins."
      ),
    ])

  static let transform = Declaration<ShapeTransform>(
    "transform", "How a shape is scaled, then leaned, then rotated about its anchor, then shifted.",
    ShapeTransform(),
    [
      .animatedPoint("position", \.position, "How far it is shifted."),
      .animatedNumber("rotation", \.rotation, .degrees, "How far it is rotated, clockwise."),
      .animatedPair(
        "scale", \.scale, .factor, Limits.numbers, "How much larger it is drawn: a factor, or [along x, along y]."),
      .animatedPoint("skew", \.skew, .degrees, "How far the y axis and the x axis lean: [degrees, degrees]."),
      .optionalAnimatedPoint(
        "anchor", \.anchor, "What stays where it is when it is scaled and rotated; the shape's middle if not given."),
    ])
}
