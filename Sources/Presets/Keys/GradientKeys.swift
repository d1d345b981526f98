import Colorimetry
import Model

/// A gradient as written; its type decides which keys mean something.
struct GradientDraft: Sendable {
  var type = Kind.linear
  var units = Gradient.Units.points
  var angle: AnimatedNumber?
  var direction: Direction?
  var startPoint, endPoint, center, focus: AnimatedPoint?
  var radius: Gradient.Radial.Size?
  var outline: Outline?
  var size: Gradient.Radial.Fit?
  var startRadius: AnimatedNumber = 0
  var from, startAngle, endAngle: AnimatedNumber?
  var stops: [Gradient.Stop] = []
  var spread = Gradient.Spread.pad
  var interpolation: ColorInterpolation?

  enum Kind: String, Sendable, CaseIterable { case linear, radial, diamond, conic, angular }

  enum Outline: String, Sendable, CaseIterable { case circle, ellipse }

  /// To a side, as degrees, or to a corner.
  enum Direction: Sendable {
    case side(Double)
    case corner(Gradient.Corner)
  }
}

extension Declarations {
  static let gradient = Declaration<GradientDraft>(
    "gradient", "A gradient that fills the canvas, or a shape.", { GradientDraft() },
    [
      .choice(
        "type", \.type,
        "linear along a line, radial around a centre, diamond in rhombs, conic (or angular) in turns around a centre."),
      Key(
        "units", .choice(Gradient.Units.allCases.map(\.rawValue)),
        "What places and radii are: canvas points, or shares of the box that is filled, from [0, 0] to [1, 1].",
        fixed: "\"points\"; of the fill of a shape \"box\""
      ) { node, decoder, gradient in
        if let units: Gradient.Units = decoder.choice(node) { gradient.units = units }
      },
      Key(
        "angle", .anyOf([.moving(angles), .choice(directions.map(\.name))]),
        """
        linear: where the colours run to, as in CSS: 0 up, 90 right, 180 down (if not given), or "to bottom right"; not with \
        startPoint and endPoint. radial and diamond: by how much the ellipse or rhomb is turned, clockwise.
        """
      ) { node, decoder, gradient in
        if let text = node.string, text.hasPrefix("to") {
          guard let name = decoder.choice(node, among: directions.map(\.name)) else { return }
          gradient.direction = directions.first { $0.name == name }?.direction
        } else {
          gradient.angle = decoder.movingNumber(node, angles)
        }
      },
      point("startPoint", \.startPoint, "linear: where the first colour lies."),
      point("endPoint", \.endPoint, "linear: where the last colour lies."),
      point("center", \.center, "radial, diamond and conic: the centre; the middle if not given."),
      Key(
        "radius", .anyOf([.moving(radii), .point(radii)]),
        "radial and diamond: the radius, or [horizontal, vertical] radii, of the last colour; half the canvas if not given."
      ) { node, decoder, gradient in
        if node.elements != nil || node.members != nil && decoder.holdsPoints(node) {
          gradient.radius = decoder.movingPoint(node, radii).map { .radii($0) }
        } else if let radius = decoder.movingNumber(node, radii) {
          gradient.radius = .radius(radius)
        }
      },
      Key(
        "shape", .choice(GradientDraft.Outline.allCases.map(\.rawValue)),
        "radial and diamond, in place of radius: circle or ellipse, as large as size says.", fixed: "\"ellipse\""
      ) { node, decoder, gradient in gradient.outline = decoder.choice(node) },
      Key(
        "size", .choice(Gradient.Radial.Fit.allCases.map(\.rawValue)),
        "radial and diamond, in place of radius: what the last colour reaches, as in CSS.", fixed: "\"farthest-corner\""
      ) { node, decoder, gradient in gradient.size = decoder.choice(node) },
      .moving(
        "startRadius", \.startRadius, .points, 0...1e6,
        "radial and diamond: the (horizontal) radius of the first colour."),
      point(
        "focus", \.focus,
        "radial: the centre of the circle of the first colour, as of a canvas's gradient of two circles; if not given, center."
      ),
      .optionalMoving(
        "from", \.from, .degrees, Limits.numbers,
        "conic: where the first colour lies, clockwise from the top; 0 if not given."),
      .optionalMoving(
        "startAngle", \.startAngle, .degrees, Limits.numbers,
        "conic, with endAngle and in place of from: where the first colour lies, clockwise from the top."),
      .optionalMoving(
        "endAngle", \.endAngle, .degrees, Limits.numbers,
        "conic: where the last colour lies. What is missing from a turn takes the end colours; of more, the last turn is seen."
      ),
      Key(
        "stops", .stops,
        """
        The colours: a colour, [location, colour] or {"color", "at"}; evenly spread where no location is given. A number \
        between two of them is the place where they are mixed half and half.
        """
      ) { node, decoder, gradient in gradient.stops = decoder.gradientStops(node) ?? [] }.required,
      .choice("spread", \.spread, "Outside of the stops: their colours, the same again and again, or back and forth."),
      Key(
        "interpolation", .interpolation,
        "The colour space of the mixture and, for spaces with hues, the way round: \"oklch longer\"; srgb on an srgb canvas.",
        fixed: "\"oklab\""
      ) { node, decoder, gradient in gradient.interpolation = decoder.interpolation(node) },
    ])

  static let stop = Declaration<StopDraft>(
    "stop", "A colour of a gradient and its place.", { StopDraft() },
    [
      Key("color", .movingColor, "The colour.") { node, decoder, stop in
        stop.color = decoder.movingColor(node)
        stop.written = decoder.incompleteColor(node)
      }.required,
      Key("at", .moving(NumberRule(.share, -10...10)), "Its place, 0 at the start and 1 at the end.") {
        node, decoder, stop in stop.at = decoder.movingNumber(node, NumberRule(.share, -10...10))
      },
      Key(
        "hint", .moving(NumberRule(.share, -10...10)),
        "The place between it and the next where the two are mixed half and half."
      ) { node, decoder, stop in stop.hint = decoder.movingNumber(node, NumberRule(.share, -10...10)) },
    ])

  private static let angles = NumberRule(.degrees)
  private static let lengths = NumberRule(.points)
  private static let radii = NumberRule(.points, 0...1e6)

  private static let directions: [(name: String, direction: GradientDraft.Direction)] =
    [
      ("to top", .side(0)), ("to right", .side(90)), ("to bottom", .side(180)), ("to left", .side(270)),
      ("to left top", .corner(.topLeft)), ("to right top", .corner(.topRight)),
      ("to left bottom", .corner(.bottomLeft)), ("to right bottom", .corner(.bottomRight)),
    ] + Gradient.Corner.allCases.map { ($0.rawValue, .corner($0)) }

  private static func point(_ name: String, _ path: Path<GradientDraft, AnimatedPoint?>, _ about: String)
    -> Key<GradientDraft>
  {
    Key(name, .point(lengths), about) { node, decoder, gradient in
      gradient[keyPath: path] = decoder.movingPoint(node, lengths)
    }
  }
}

extension PresetDecoder {
  /// Whether keys or from-to hold points rather than numbers.
  func holdsPoints(_ node: JSONNode) -> Bool {
    if let from = node["from"] ?? node["to"] { return from.elements != nil }
    if node["path"] != nil { return true }
    if let value = node["values"]?.elements?.first { return value.elements != nil }
    if let part = (node["sequence"] ?? node["sum"])?.elements?.first {
      return part.elements != nil || holdsPoints(part)
    }
    let value = node["keys"]?.elements?.first?.elements?.dropFirst().first
    return value?.elements != nil
  }

  /// - Parameter units: what places and radii are where the gradient does not say.
  func gradient(_ node: JSONNode, units: Gradient.Units = .points) -> Gradient? {
    let before = issueCount
    var draft = GradientDraft()
    draft.units = units
    if let written = resolved(node)?["units"]?.string { draft.units = Gradient.Units(rawValue: written) ?? units }
    // Percentages are of the box, whose sides are 1 then.
    let outer = scope.box
    if draft.units == .box { scope.box = (1, 1) }
    readObject(node, Declarations.gradient, into: &draft)
    scope.box = outer
    guard issueCount == before, let members = resolved(node)?.members else { return nil }
    reportMeaningless(members, draft)
    let shape: Gradient.Shape?
    switch draft.type {
    case .linear: shape = line(draft, node)
    case .radial: shape = .radial(radial(draft, members))
    case .diamond: shape = .diamond(radial(draft, members))
    case .conic, .angular: shape = conic(draft, node)
    }
    guard issueCount == before, let shape else { return nil }
    let usual: ColorInterpolation = scope.usesSRGB ? .srgb : .oklab
    return Gradient(
      shape: shape, stops: draft.stops, interpolation: draft.interpolation ?? usual, spread: draft.spread,
      units: draft.units)
  }

  private func reportMeaningless(_ members: [JSONNode.Member], _ draft: GradientDraft) {
    let radial = ["center", "radius", "shape", "size", "angle", "startRadius"]
    let meaningful: [String] =
      switch draft.type {
      case .linear: ["angle", "startPoint", "endPoint"]
      case .radial: radial + ["focus"]
      case .diamond: radial
      case .conic, .angular: ["center", "from", "startAngle", "endAngle"]
      }
    for member in members where !["type", "units", "stops", "spread", "interpolation"].contains(member.key) {
      if !meaningful.contains(member.key) {
        report("\(member.key) means nothing to a \(draft.type.rawValue) gradient", at: member.keyOrigin)
      }
    }
  }

  private func line(_ draft: GradientDraft, _ node: JSONNode) -> Gradient.Shape? {
    guard draft.startPoint != nil || draft.endPoint != nil else {
      switch draft.direction {
      case .corner(let corner): return .corner(corner)
      case .side(let degrees): return .angle(AnimatedNumber(degrees))
      case nil: return .angle(draft.angle ?? 180)
      }
    }
    if draft.angle != nil || draft.direction != nil { report("angle and startPoint exclude each other", at: node) }
    guard let start = draft.startPoint, let end = draft.endPoint else {
      report("startPoint and endPoint belong together", at: node)
      return nil
    }
    return .line(start: start, end: end)
  }

  private func radial(_ draft: GradientDraft, _ members: [JSONNode.Member]) -> Gradient.Radial {
    let fitted = members.first { $0.key == "size" || $0.key == "shape" }
    if draft.radius != nil, let fitted {
      report("radius and \(fitted.key) exclude each other", at: fitted.keyOrigin)
    }
    if draft.direction != nil, let member = members.first(where: { $0.key == "angle" }) {
      report("a \(draft.type.rawValue) gradient is turned by degrees, not to a side", at: member.node)
    }
    let usual: Gradient.Radial.Size =
      draft.units == .box
      ? .radii(AnimatedPoint(0.5, 0.5))
      : .radii(AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height / 2)))
    let size: Gradient.Radial.Size =
      fitted == nil
      ? draft.radius ?? usual : .fitted(draft.size ?? .farthestCorner, isCircle: draft.outline == .circle)
    return Gradient.Radial(
      center: draft.center, size: size, angle: draft.angle ?? 0, startRadius: draft.startRadius, focus: draft.focus)
  }

  private func conic(_ draft: GradientDraft, _ node: JSONNode) -> Gradient.Shape? {
    guard draft.startAngle != nil || draft.endAngle != nil else {
      return .conic(Gradient.Conic(center: draft.center, sweep: .full(from: draft.from ?? 0)))
    }
    if draft.from != nil { report("from and startAngle exclude each other", at: node) }
    guard let start = draft.startAngle, let end = draft.endAngle else {
      report("startAngle and endAngle belong together", at: node)
      return nil
    }
    return .conic(Gradient.Conic(center: draft.center, sweep: .between(start: start, end: end)))
  }
}

extension Key {
  static func moving(
    _ name: String, _ path: Path<Target, AnimatedNumber>, _ unit: NumberRule.Unit, _ about: String
  ) -> Key {
    .moving(name, path, unit, Limits.numbers, about)
  }
}
