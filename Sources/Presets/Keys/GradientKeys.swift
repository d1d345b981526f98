import Colorimetry
import Scenes

/// A gradient as written; its type decides which keys mean something.
struct GradientDraft: Sendable {
  var type = Kind.linear
  var angle: AnimatedNumber?
  var startPoint, endPoint, center, radius: AnimatedPoint?
  var from: AnimatedNumber = 0
  var stops: [Gradient.Stop] = []
  var interpolation: ColorInterpolation?

  enum Kind: String, Sendable, CaseIterable { case linear, radial, conic }
}

extension Declarations {
  static let gradient = Declaration<GradientDraft>(
    "gradient", "A gradient that fills the canvas.", { GradientDraft() },
    [
      .choice("type", \.type, "linear along a line, radial around a centre, conic around a corner."),
      Key(
        "angle", .moving(angles),
        "linear: where the colours run to, as in CSS: 0 up, 90 right, 180 down. Not with startPoint and endPoint.",
        fixed: "180"
      ) { node, decoder, gradient in gradient.angle = decoder.movingNumber(node, angles) },
      point("startPoint", \.startPoint, "linear: where the first colour lies."),
      point("endPoint", \.endPoint, "linear: where the last colour lies."),
      point("center", \.center, "radial and conic: the centre; the middle of the canvas if not given."),
      Key(
        "radius", .anyOf([.moving(lengths), .point(lengths)]),
        "radial: the radius, or [horizontal, vertical] radii, of the last colour; half the canvas if not given."
      ) { node, decoder, gradient in
        if node.elements != nil || node.members != nil && decoder.holdsPoints(node) {
          gradient.radius = decoder.movingPoint(node, lengths)
        } else if let radius = decoder.movingNumber(node, lengths) {
          gradient.radius = AnimatedPoint(radius, radius)
        }
      },
      .moving("from", \.from, .degrees, "conic: where the first colour lies, clockwise from the top."),
      Key(
        "stops", .stops,
        "The colours: a colour, [location, colour] or {\"color\", \"at\"}; evenly spread where no location is given."
      ) { node, decoder, gradient in gradient.stops = decoder.gradientStops(node) ?? [] }.required,
      Key(
        "interpolation", .interpolation,
        "The colour space of the mixture and, for spaces with hues, the way round: \"oklch longer\"; srgb on an srgb canvas.",
        fixed: "\"oklab\""
      ) { node, decoder, gradient in gradient.interpolation = decoder.interpolation(node) },
    ])

  static let stop = Declaration<StopDraft>(
    "stop", "A colour of a gradient and its place.", { StopDraft() },
    [
      Key("color", .movingColor, "The colour.") { node, decoder, stop in stop.color = decoder.movingColor(node) }
        .required,
      Key("at", .moving(NumberRule(.share, -10...10)), "Its place, 0 at the start and 1 at the end.") {
        node, decoder, stop in stop.at = decoder.movingNumber(node, NumberRule(.share, -10...10))
      },
    ])

  private static let angles = NumberRule(.degrees)
  private static let lengths = NumberRule(.points)

  private static func point(_ name: String, _ path: Path<GradientDraft, AnimatedPoint?>, _ about: String)
    -> Key<GradientDraft>
  {
    Key(name, .point(lengths), about) { node, decoder, gradient in
      gradient[keyPath: path] = decoder.movingPoint(node, lengths)
    }
  }
}

extension Decoder {
  /// Whether keys or from-to hold points rather than numbers.
  func holdsPoints(_ node: JSONNode) -> Bool {
    if let from = node["from"] ?? node["to"] { return from.elements != nil }
    let value = node["keys"]?.elements?.first?.elements?.dropFirst().first
    return value?.elements != nil
  }

  func gradient(_ node: JSONNode) -> Gradient? {
    let before = issueCount
    var draft = GradientDraft()
    readObject(node, Declarations.gradient, into: &draft)
    guard issueCount == before, let members = resolved(node)?.members else { return nil }
    let middle = AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height / 2))
    let meaningful: [GradientDraft.Kind: [String]] = [
      .linear: ["angle", "startPoint", "endPoint"], .radial: ["center", "radius"], .conic: ["center", "from"],
    ]
    for member in members where !["type", "stops", "interpolation"].contains(member.key) {
      if !(meaningful[draft.type] ?? []).contains(member.key) {
        report("\(member.key) means nothing to a \(draft.type.rawValue) gradient", at: member.keyOrigin)
      }
    }
    let shape: Gradient.Shape
    switch draft.type {
    case .linear where draft.startPoint != nil || draft.endPoint != nil:
      if draft.angle != nil { report("angle and startPoint exclude each other", at: node) }
      guard let start = draft.startPoint, let end = draft.endPoint else {
        report("startPoint and endPoint belong together", at: node)
        return nil
      }
      shape = .line(start: start, end: end)
    case .linear: shape = .angle(draft.angle ?? 180)
    case .radial:
      let radius = AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height / 2))
      shape = .radial(center: draft.center ?? middle, radius: draft.radius ?? radius)
    case .conic: shape = .conic(center: draft.center ?? middle, from: draft.from)
    }
    let usual: ColorInterpolation = scope.usesSRGB ? .srgb : .oklab
    return Gradient(shape: shape, stops: draft.stops, interpolation: draft.interpolation ?? usual)
  }
}

extension Key {
  static func moving(
    _ name: String, _ path: Path<Target, AnimatedNumber>, _ unit: NumberRule.Unit, _ about: String
  ) -> Key {
    .moving(name, path, unit, Limits.numbers, about)
  }
}
