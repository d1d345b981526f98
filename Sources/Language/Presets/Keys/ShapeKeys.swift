import Model

/// A shape of any type as written; each type uses some of the properties. Angles are in degrees clockwise from the right.
struct ShapeDraft: TypedDraft {
  var type = Kind.rectangle
  var center, size, radius: AnimatedPoint?
  var cornerRadii: [AnimatedPoint] = []
  var cornerStyle = Figure.Corners.Style.circular
  /// How many points a star has.
  var pointCount: Int?
  /// The points of a polyline.
  var points: [AnimatedPoint] = []
  var ratio: AnimatedNumber = 0.4
  var sides = 6
  var startAngle: AnimatedNumber = -90
  var endAngle: AnimatedNumber = 270
  var thickness: AnimatedNumber = 1
  var isClosed = false
  var isSmooth = false
  var path: VectorPath?
  /// The figures of a morph.
  var shapes: [Figure]?
  /// Which of `shapes` is shown, counted from 0; between whole numbers a mixture of two.
  var at: AnimatedNumber = 0
  var fillRule = VectorPath.FillRule.nonzero
  var fill: Paint?
  var softness: AnimatedNumber = 0
  var stroke: ShapeStroke?
  var transform = ShapeTransform()

  enum Kind: String, Sendable, CaseIterable {
    case rectangle, circle, ellipse, star, polygon, arc, sector, polyline, path, heart, morph
  }
}

extension Declarations {
  private static let lengths = NumberSchema(.points, 0...1e6)
  /// How many points a star may have.
  private static let starPointCounts = NumberSchema(whole: 2...256)

  static let shape = Declaration<ShapeDraft>(
    "shape", "A figure that is filled, stroked, or both. A stroke lies on the fill, its middle on the outline.",
    ShapeDraft(), shapeBox + shapeOutline + shapePaint)

  static let figure = Declaration<ShapeDraft>(
    "figure", "A shape without paint, for a morph.", ShapeDraft(), shapeBox + shapeOutline)

  private static let shapeBox: [Key<ShapeDraft>] = [
    .choice("type", \.type, "What it is."),
    .optionalAnimatedPoint("center", \.center, "Its middle; that of the canvas if not given.")
      .applies(to: .rectangle, .circle, .ellipse, .star, .polygon, .arc, .sector, .path, .heart),
    .optionalAnimatedPair(
      "size", \.size, .points, 0...1e6,
      "Width and height, or one number for both; of a path one number, the length of its box's longer side."
    ).applies(to: .rectangle, .path, .heart, requiredBy: [.rectangle, .heart])
      .otherwise("radius", "write radius, half of the size"),
    .optionalAnimatedPair(
      "radius", \.radius, .points, 0...1e6, "The (outer) radius, not the diameter, or [horizontal, vertical]."
    ).required(by: .circle, .ellipse, .star, .polygon, .arc, .sector)
      .otherwise("size", "write size, twice the radius"),
    Key(
      "cornerRadius",
      .anyOf([.animatedNumber(lengths), .list(.anyOf([.animatedNumber(lengths), .animatedPoint(lengths)]))]),
      "How round its corners are; what does not fit shrinks as in CSS. A rectangle may have a list: top left, top right, bottom right, bottom left, each a number or [horizontal, vertical]."
    ) { node, decoder, shape in
      shape.cornerRadii = decoder.cornerRadii(node, lengths)
    }
    .defaults(to: "0").applies(to: .rectangle, .star, .polygon, .polyline),
    .choice(
      "corners", \.cornerStyle,
      "circular: quarters of ellipses. continuous: a curve that begins gradually, as in the icons of phones."
    )
    .applies(to: .rectangle).effective(beside: "cornerRadius"),
  ]

  private static let shapeOutline: [Key<ShapeDraft>] = [
    Key(
      "points", .anyOf([.number(starPointCounts), .list(.animatedPoint(NumberSchema(.points)))]),
      "How many points a star has, 5 if not given; of a polyline its corners, [[x, y], …]."
    ) { node, decoder, shape in
      if decoder.resolved(node)?.elements == nil {
        shape.pointCount = decoder.wholeNumber(node, starPointCounts)
      } else {
        shape.points = decoder.list(node, of: "points") { decoder.animatedPoint($0, NumberSchema(.points)) } ?? []
      }
    }
    .applies(to: .star, .polyline, requiredBy: [.polyline]),
    .animatedNumber("ratio", \.ratio, .share, 0...1, "Inner radius as a share of the outer.").applies(to: .star),
    .whole("sides", \.sides, 3...256, "How many sides.").applies(to: .polygon),
    .animatedNumber("startAngle", \.startAngle, .degrees, "Where it begins, clockwise from the right; -90 is the top.")
      .applies(to: .arc, .sector),
    .animatedNumber("endAngle", \.endAngle, .degrees, "Where it ends.").applies(to: .arc, .sector),
    .animatedNumber(
      "thickness", \.thickness, .share, 0...1, "Width of the rim as a share of the radius; 1 reaches the centre."
    ).applies(to: .sector),
    .flag("closed", \.isClosed, "Whether its end is joined to its beginning.").applies(to: .polyline),
    .flag("smooth", \.isSmooth, "Whether a curve runs through its points.").applies(to: .polyline),
    .optional(
      "path", \.path, .text,
      "SVG path data in points of the canvas; with center or size its box is moved and scaled to these."
    ) {
      $0.pathData($1, needsExtent: false)
    }
    .required(by: .path),
    .optional(
      "shapes", \.shapes, .list(.anyOf([.object(Declarations.figure), .text])),
      "The figures, each a shape without paint or SVG path data; after the last comes the first again."
    ) {
      $0.figures($1)
    }
    .required(by: .morph),
    .animatedNumber(
      "at", \.at, .none, "Which figure is shown: 0 the first, 1.5 half way from the second to the third."
    ).applies(to: .morph),
  ]

  private static let shapePaint: [Key<ShapeDraft>] = [
    .choice("fillRule", \.fillRule, "What is inside where an outline crosses itself.")
      .effective(beside: "fill"),
    .paint("fill", \.fill, "What it is filled with: a colour, or a gradient over its box."),
    .animatedNumber(
      "softness", \.softness, .points, 0...1e4,
      "How far the fill's fade extends to each side of its edge, so that the fade is twice as wide in all: a shadow, a glow. 0 is sharp."
    ).effective(beside: "fill"),
    .optionalObject("stroke", \.stroke, Declarations.stroke, "A line along its outline."),
    .object("transform", \.transform, Declarations.transform, "How the shape is scaled, skewed, rotated and moved."),
  ]
}
