import Colorimetry
import Model

/// A gradient of any type as written; each type uses some of the properties. Angles are in degrees.
struct GradientDraft: TypedDraft {
  var type = Kind.linear
  var units: Gradient.Units?
  var angle: AnimatedNumber?
  var direction: Direction?
  var startPoint, endPoint, center, focus: AnimatedPoint?
  /// The key `radius` of a radial or diamond gradient.
  var radius: Gradient.Radial.Size?
  /// The key `shape` of a radial or diamond gradient: whether a circle or an ellipse is fitted into the box, as in CSS.
  var fittedShape: EllipseShape?
  /// The key `size` of a radial or diamond gradient: the side or corner of the box that the last colour reaches, as in CSS.
  var fit: Gradient.Radial.Fit?
  var startRadius: AnimatedNumber = 0
  var from, startAngle, endAngle: AnimatedNumber?
  var stops: [Gradient.Stop] = []
  var spread = Gradient.Spread.pad
  var interpolation: ColorInterpolation?

  enum Kind: String, Sendable, CaseIterable { case linear, radial, diamond, conic, angular }

  enum EllipseShape: String, Sendable, CaseIterable { case circle, ellipse }

  /// The direction of a linear gradient: to a side or to a corner.
  enum Direction: Sendable {
    /// Degrees clockwise from the top.
    case side(Double)
    case corner(Gradient.Corner)
  }
}

extension Declarations {
  private static let radiusSchema = NumberSchema(.points, 0...1e6)

  static let gradient = Declaration<GradientDraft>(
    "gradient", "A gradient that fills the canvas, or a shape.", GradientDraft(),
    gradientCommon + gradientLine + gradientRadial + gradientConic)

  private static let gradientCommon: [Key<GradientDraft>] = [
    .choice(
      "type", \.type,
      "linear along a line, radial in ellipses around a centre, diamond in diamonds around one, conic (or angular) by the angle around one."
    ),
    .optionalChoice(
      "units", \.units,
      "What positions and radii are: canvas points, or shares of the box that is filled, from [0, 0] to [1, 1]."
    ).defaults(to: "\"points\", or \"box\" where the gradient fills a shape"),
    .value(
      "stops", \.stops, .stops,
      """
      The colours: a colour, [location, colour] or {"color", "at"}; evenly spread where no location is given. A number \
      between two of them is the location where they are mixed half and half.
      """
    ) {
      $0.gradientStops($1)
    }
    .required,
    .choice(
      "spread", \.spread,
      "Beyond the stops: pad continues the end colours, repeat begins again, mirror runs back and forth."),
    .optional(
      "interpolation", \.interpolation, .interpolation,
      "The colour space of the mixture between stops and, for spaces with hues, the direction: \"oklch longer\"; on an srgb canvas the default is srgb."
    ) {
      $0.interpolation($1)
    }
    .defaults(to: "\"oklab\""),
  ]

  private static let gradientLine: [Key<GradientDraft>] = [
    Key(
      "angle", .anyOf([.animatedNumber(NumberSchema(.degrees)), .choice(directions.map(\.name))]),
      """
      Of a linear gradient, where the colours run to, as in CSS: 0 up, 90 right, 180 down (if not given), or "to bottom \
      right"; not with startPoint and endPoint. Of a radial or diamond gradient, by how much it is rotated, clockwise.
      """
    ) { node, decoder, gradient in
      if let text = node.string, text.hasPrefix("to") {
        guard let name = decoder.choice(node, among: directions.map(\.name)) else { return }
        gradient.direction = directions.first { $0.name == name }?.direction
      } else {
        gradient.angle = decoder.animatedNumber(node, NumberSchema(.degrees))
      }
    }
    .applies(to: .linear, .radial, .diamond),
    .optionalAnimatedPoint("startPoint", \.startPoint, "Where the first colour lies.").applies(to: .linear),
    .optionalAnimatedPoint("endPoint", \.endPoint, "Where the last colour lies.").applies(to: .linear),
  ]

  private static let gradientRadial: [Key<GradientDraft>] = [
    .optionalAnimatedPoint("center", \.center, "The centre; that of the canvas or the box if not given.")
      .applies(to: .radial, .diamond, .conic, .angular),
    Key(
      "radius", .animatedPair(radiusSchema),
      "The radius, or [horizontal, vertical] radii, of the last colour; if not given, half of the width and of the height of the canvas or the box."
    ) { node, decoder, gradient in
      guard let node = decoder.resolved(node) else { return }
      if decoder.isPoint(node) {
        gradient.radius = decoder.animatedPoint(node, radiusSchema).map { .radii($0) }
      } else if let radius = decoder.animatedNumber(node, radiusSchema) {
        gradient.radius = .radius(radius)
      }
    }
    .applies(to: .radial, .diamond),
    .optionalChoice(
      "shape", \.fittedShape,
      "In place of radius: a circle or an ellipse, as large as size says; \"ellipse\" if only size is given."
    )
    .applies(to: .radial, .diamond),
    .optionalChoice(
      "size", \.fit,
      "In place of radius: what the last colour reaches, as in CSS; \"farthest-corner\" if only shape is given."
    )
    .applies(to: .radial, .diamond),
    .animatedNumber("startRadius", \.startRadius, .points, 0...1e6, "The (horizontal) radius of the first colour.")
      .applies(to: .radial, .diamond),
    .optionalAnimatedPoint(
      "focus", \.focus,
      "The centre of the circle of the first colour, as in HTML canvas's gradient between two circles; center if not given."
    ).applies(to: .radial),
  ]

  private static let gradientConic: [Key<GradientDraft>] = [
    .optionalAnimatedNumber(
      "from", \.from, .degrees, Limits.numbers,
      "Where the first colour lies, clockwise from the top."
    ).defaults(to: "0").applies(to: .conic, .angular),
    .optionalAnimatedNumber(
      "startAngle", \.startAngle, .degrees, Limits.numbers,
      "With endAngle and in place of from: where the first colour lies, clockwise from the top."
    ).applies(to: .conic, .angular),
    .optionalAnimatedNumber(
      "endAngle", \.endAngle, .degrees, Limits.numbers,
      "Where the last colour lies. Angles that the gradient leaves out take the end colours; if startAngle and endAngle are more than a revolution apart, only the last revolution is seen."
    ).applies(to: .conic, .angular),
  ]

  /// Directions by their CSS names; a corner's two sides may be named in either order.
  private static let directions: [(name: String, direction: GradientDraft.Direction)] =
    [
      ("to top", .side(0)), ("to right", .side(90)), ("to bottom", .side(180)), ("to left", .side(270)),
      ("to left top", .corner(.topLeft)), ("to right top", .corner(.topRight)),
      ("to left bottom", .corner(.bottomLeft)), ("to right bottom", .corner(.bottomRight)),
    ] + Gradient.Corner.allCases.map { ($0.rawValue, .corner($0)) }
}
