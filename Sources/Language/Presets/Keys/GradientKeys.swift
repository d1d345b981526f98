import Colorimetry
import JSON
import Model

/// A gradient of any geometry as written.
struct GradientDraft<Geometry: Sendable>: Sendable {
  var geometry: Geometry
  var units: Gradient.Units?
  var stops: [Gradient.Stop] = []
  var spread = Gradient.Spread.pad
  var interpolation: ColorInterpolation?
}

/// A line as written: by an angle, a direction or two points.
struct LinearGeometry: Sendable {
  /// Degrees clockwise from the top.
  var angle: AnimatedNumber?
  var direction: Direction?
  var startPoint, endPoint: AnimatedPoint?

  /// The direction of a linear gradient: to a side or to a corner.
  enum Direction: Sendable {
    /// Degrees clockwise from the top.
    case side(Double)
    case corner(Gradient.Corner)
  }
}

/// Ellipses or diamonds as written: their size is given by radii, or as in CSS.
struct RadialGeometry: Sendable {
  /// The values of the rows; the size is not known yet.
  var radial = Gradient.Radial()
  /// The key `radius`.
  var radius: Gradient.Radial.Size?
  /// The key `shape`: whether a circle or an ellipse is fitted into the box, as in CSS.
  var fittedShape: EllipseShape?
  /// The key `size`: the side or corner of the box that the last colour reaches, as in CSS.
  var fit: Gradient.Radial.Fit?

  enum EllipseShape: String, Sendable, CaseIterable { case circle, ellipse }
}

/// Angles around a point as written: a whole revolution, or from one angle to another. In degrees.
struct ConicGeometry: Sendable {
  var center: AnimatedPoint?
  var from, startAngle, endAngle: AnimatedNumber?
}

extension Declarations {
  /// Gradients. Their context is the unit of positions and radii.
  static let gradient = ObjectFamily<Gradient.Units, Gradient>(
    "gradient", "A gradient that fills the canvas, or a shape.", typeAbout: "How the colours run.", default: "linear",
    [
      kind("linear", "Along a line.", LinearGeometry(), linearKeys) { decoder, line, node, _ in
        decoder.linearShape(line, at: node)
      },
      kind("radial", "In ellipses around a centre.", RadialGeometry(), radialKeys(Gradient.Radial.parameters)) {
        decoder, geometry, node, units in .radial(decoder.radial(geometry, units, at: node))
      },
      kind(
        "diamond", "In diamonds around a centre.", RadialGeometry(), radialKeys(Gradient.Radial.diamondParameters)
      ) { decoder, geometry, node, units in .diamond(decoder.radial(geometry, units, at: node)) },
      conic("conic", "By the angle around a centre."), conic("angular", "The same as conic."),
    ])

  private static func conic(_ name: String, _ about: String) -> ObjectFamily<Gradient.Units, Gradient>.Kind {
    kind(name, about, ConicGeometry(), conicKeys) { decoder, geometry, node, _ in
      decoder.conicShape(geometry, at: node)
    }
  }

  private static func kind<Geometry: Sendable>(
    _ name: String, _ about: String, _ geometry: Geometry, _ keys: [Key<Geometry>],
    _ shape: @escaping @Sendable (PresetDecoder, Geometry, JSONNode, Gradient.Units) -> Gradient.Shape?
  ) -> ObjectFamily<Gradient.Units, Gradient>.Kind {
    .init(
      Declaration(
        name, about, GradientDraft(geometry: geometry), commonKeys() + keys.map { $0.within(\.geometry) })
    ) { draft, decoder, node, units in
      let issueCountBefore = decoder.issueCount
      let shape = shape(decoder, draft.geometry, node, units)
      guard decoder.issueCount == issueCountBefore, let shape else { return nil }
      return Gradient(
        shape: shape, stops: draft.stops, interpolation: draft.interpolation ?? decoder.scope.defaultInterpolation,
        spread: draft.spread, units: units)
    }
  }

  private static func commonKeys<Geometry>() -> [Key<GradientDraft<Geometry>>] {
    [
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
  }

  private static let linearKeys: [Key<LinearGeometry>] = [
    Key(
      "angle", .anyOf([.animatedNumber(NumberSchema(.degrees)), .choice(directions.map(\.name))]),
      "Where the colours run to, as in CSS: 0 up, 90 right, 180 down, or \"to bottom right\"; not with startPoint and endPoint."
    ) { node, decoder, line in
      if let text = node.string, text.hasPrefix("to") {
        guard let name = decoder.choice(node, among: directions.map(\.name)) else { return }
        line.direction = directions.first { $0.name == name }?.direction
      } else {
        line.angle = decoder.animatedNumber(node, NumberSchema(.degrees))
      }
    }.defaults(to: "180"),
    .optionalAnimatedPoint("startPoint", \.startPoint, "Where the first colour lies."),
    .optionalAnimatedPoint("endPoint", \.endPoint, "Where the last colour lies."),
  ]

  /// The keys of ellipses or diamonds.
  ///
  /// - Parameter rows: the keys that have rows.
  private static func radialKeys(_ rows: [Parameter<Gradient.Radial>]) -> [Key<RadialGeometry>] {
    let lengths = NumberSchema(.points, 0...1e6)
    return rows.map { Key($0).within(\.radial) }.inserting(
      [
        Key(
          "radius", .animatedPair(lengths), "The radius, or [horizontal, vertical] radii, of the last colour."
        ) { node, decoder, geometry in
          guard let node = decoder.resolved(node) else { return }
          if decoder.isPoint(node) {
            geometry.radius = decoder.animatedPoint(node, lengths).map { .radii($0) }
          } else if let radius = decoder.animatedNumber(node, lengths) {
            geometry.radius = .radius(radius)
          }
        }.defaults(to: "half of the width and of the height of the canvas or the box"),
        .optionalChoice(
          "shape", \.fittedShape,
          "In place of radius: a circle or an ellipse, as large as size says; \"ellipse\" if only size is given."),
        .optionalChoice(
          "size", \.fit,
          "In place of radius: what the last colour reaches, as in CSS; \"farthest-corner\" if only shape is given."),
      ], after: "center")
  }

  private static let conicKeys: [Key<ConicGeometry>] = [
    .optionalAnimatedPoint("center", \.center, "The centre.").defaults(to: "the centre of the canvas, or of the box"),
    .optionalAnimatedNumber(
      "from", \.from, .degrees, Limits.numbers, "Where the first colour lies, clockwise from the top."
    ).defaults(to: "0"),
    .optionalAnimatedNumber(
      "startAngle", \.startAngle, .degrees, Limits.numbers,
      "With endAngle and in place of from: where the first colour lies, clockwise from the top."),
    .optionalAnimatedNumber(
      "endAngle", \.endAngle, .degrees, Limits.numbers,
      "Where the last colour lies. Angles that the gradient leaves out take the end colours; if startAngle and endAngle are more than a revolution apart, only the last revolution is seen."
    ),
  ]

  /// Directions by their CSS names; a corner's two sides may be named in either order.
  private static let directions: [(name: String, direction: LinearGeometry.Direction)] =
    [
      ("to top", .side(0)), ("to right", .side(90)), ("to bottom", .side(180)), ("to left", .side(270)),
      ("to left top", .corner(.topLeft)), ("to right top", .corner(.topRight)),
      ("to left bottom", .corner(.bottomLeft)), ("to right bottom", .corner(.bottomRight)),
    ] + Gradient.Corner.allCases.map { ($0.rawValue, .corner($0)) }
}
