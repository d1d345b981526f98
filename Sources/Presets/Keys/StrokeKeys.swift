import Model

extension Declarations {
  private static let lengths = NumberRule(.points, 0...1e6)

  static let stroke = Declaration<ShapeStroke>(
    "stroke", "A line along the outline of a shape.", { ShapeStroke() },
    [
      Key(
        "paint", .anyOf([.movingColor, .object("gradient")]), "Its colour, or a gradient.", fixed: "\"white\""
      ) { node, decoder, stroke in
        if let paint = decoder.paint(node) { stroke.paint = paint }
      },
      .choice(
        "over", \.over,
        "What a gradient runs over: the shape's box, the outline's whole length, what is drawn of it, or the line's width. Along length, drawn and width only its stops count."
      ),
      .moving("width", \.width, .points, 0...1e5, "How wide it is."),
      .choice("cap", \.cap, "Its ends."),
      .choice("join", \.join, "Its corners."),
      .moving(
        "miterLimit", \.miterLimit, .factor, 1...1e4, "A miter longer than so many widths becomes a bevel."),
      Key("dashes", .list(.moving(lengths)), "Lengths of dashes and gaps in turns; solid if not given.") {
        node, decoder, stroke in
        guard let list = decoder.elements(node, of: "lengths", most: 64) else { return }
        stroke.dashes = list.enumerated().compactMap { index, element in
          decoder.inside(index: index) { decoder.movingNumber(element, lengths) }
        }
      },
      .moving("dashPhase", \.dashPhase, .points, "Where in the dashes the line begins."),
      .moving(
        "strokeStart", \.start, .share, -1_000...1_000, "Where the drawn part begins, of the outline's length."),
      .moving(
        "strokeEnd", \.end, .share, -1_000...1_000,
        "Where it ends. Past 1 it goes on at the beginning; a part of 1 or more is the whole outline."),
      .moving(
        "softness", \.softness, .points, 0...1e4,
        "Points over which it fades to either side of its edges: the same light, spread out. 0 is sharp; a soft line has round ends and joins."
      ),
    ])

  static let transform = Declaration<ShapeTransform>(
    "transform", "How a shape is scaled, then leaned, then turned about its anchor, then shifted.",
    { ShapeTransform() },
    [
      .point("position", \.position, .points, "How far it is shifted."),
      .moving("rotation", \.rotation, .degrees, "How far it is turned, clockwise."),
      Key(
        "scale", .anyOf([.moving(NumberRule(.factor)), .point(NumberRule(.factor))]),
        "How much larger it is drawn: a factor, or [along x, along y].", fixed: "1"
      ) { node, decoder, transform in
        if let scale = decoder.movingPair(node, NumberRule(.factor)) { transform.scale = scale }
      },
      Key(
        "skew", .point(NumberRule(.degrees)), "How far the y axis and the x axis lean: [degrees, degrees].",
        fixed: "[0, 0]"
      ) { node, decoder, transform in
        if let skew = decoder.movingPoint(node, NumberRule(.degrees)) { transform.skew = skew }
      },
      Key(
        "anchor", .point(NumberRule(.points)),
        "What stays where it is when it is scaled and turned; the shape's middle if not given."
      ) { node, decoder, transform in
        transform.anchor = decoder.movingPoint(node, NumberRule(.points))
      },
    ])
}
