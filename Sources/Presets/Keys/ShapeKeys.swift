import Model

/// A shape as written; its type decides which keys mean something.
struct ShapeDraft: Sendable {
  var type = Kind.rectangle
  var center, size, radius: AnimatedPoint?
  var cornerRadii: [AnimatedPoint] = []
  var corners = Figure.Corners.Style.circular
  var points: Int?
  var corner: [AnimatedPoint] = []
  var ratio: AnimatedNumber = 0.4
  var sides = 6
  var startAngle: AnimatedNumber = -90
  var endAngle: AnimatedNumber = 270
  var thickness: AnimatedNumber = 1
  var isClosed = false
  var isSmooth = false
  var path: VectorPath?
  var shapes: [Figure] = []
  var at: AnimatedNumber = 0
  var fillRule = VectorPath.FillRule.nonzero
  var fill: Paint?
  var softness: AnimatedNumber = 0
  var stroke: ShapeStroke?
  var transform = ShapeTransform()

  enum Kind: String, Sendable, CaseIterable {
    case rectangle, circle, ellipse, star, polygon, arc, sector, polyline, path, heart, morph

    /// The keys that mean something to it, besides those that mean something to all.
    var keys: [String] {
      switch self {
      case .rectangle: ["center", "size", "cornerRadius", "corners"]
      case .circle: ["center", "radius"]
      case .ellipse: ["center", "radius"]
      case .star: ["center", "radius", "points", "ratio", "cornerRadius"]
      case .polygon: ["center", "radius", "sides", "cornerRadius"]
      case .arc: ["center", "radius", "startAngle", "endAngle"]
      case .sector: ["center", "radius", "startAngle", "endAngle", "thickness"]
      case .polyline: ["points", "closed", "smooth", "cornerRadius"]
      case .path: ["path", "center", "size"]
      case .heart: ["center", "size"]
      case .morph: ["shapes", "at"]
      }
    }
  }
}

extension Declarations {
  private static let lengths = NumberRule(.points, 0...1e6)
  private static let places = NumberRule(.points)
  private static let counts = NumberRule(.none, 2...256, isWhole: true)

  static let shape = Declaration<ShapeDraft>(
    "shape", "A figure that is filled, stroked, or both. A stroke lies on the fill, its middle on the outline.",
    { ShapeDraft() },
    [
      .choice("type", \.type, "What it is."),
      Key("center", .point(places), "Its middle; that of the canvas if not given.") { node, decoder, shape in
        shape.center = decoder.movingPoint(node, places)
      },
      pair("size", \.size, "rectangle, heart: width and height. path: what the longer side of its box becomes."),
      pair(
        "radius", \.radius,
        "circle, ellipse, star, polygon, arc, sector: the (outer) radius, or [horizontal, vertical]."),
      Key(
        "cornerRadius",
        .anyOf([.moving(lengths), .list(.anyOf([.moving(lengths), .point(lengths)]))]),
        "rectangle: radius of the corners, or a list: top left, top right, bottom right, bottom left, each a number or [horizontal, vertical]; what does not fit shrinks as in CSS. star, polygon, polyline: how round their corners are.",
        fixed: "0"
      ) { node, decoder, shape in shape.cornerRadii = decoder.cornerRadii(node, lengths) },
      .choice("corners", \.corners, "rectangle: quarters of ellipses, or the continuous curve of a phone's icons."),
      Key(
        "points", .anyOf([.number(counts), .list(.point(places))]),
        "star: how many points; 5 if not given. polyline: its corners, [[x, y], …]."
      ) { node, decoder, shape in
        if decoder.resolved(node)?.elements == nil {
          shape.points = decoder.wholeNumber(node, counts)
        } else if let list = decoder.elements(node, of: "points") {
          shape.corner = list.enumerated().compactMap { index, element in
            decoder.inside(index: index) { decoder.movingPoint(element, places) }
          }
        }
      },
      .moving("ratio", \.ratio, .share, 0...1, "star: inner radius as a share of the outer."),
      Key(
        "sides", .number(NumberRule(.none, 3...256, isWhole: true)), "polygon: how many sides.", fixed: "6"
      ) { node, decoder, shape in
        if let sides = decoder.wholeNumber(node, NumberRule(.none, 3...256, isWhole: true)) { shape.sides = sides }
      },
      .moving(
        "startAngle", \.startAngle, .degrees, "arc, sector: where it begins, clockwise from the right; -90 is the top."),
      .moving("endAngle", \.endAngle, .degrees, "arc, sector: where it ends."),
      .moving(
        "thickness", \.thickness, .share, 0...1,
        "sector: width of the rim as a share of the radius; 1 reaches the centre."),
      .flag("closed", \.isClosed, "polyline: whether its end is joined to its beginning."),
      .flag("smooth", \.isSmooth, "polyline: whether a curve runs through its points."),
      Key(
        "path", .text,
        "path: SVG path data in points of the canvas; with center or size its box is moved there."
      ) { node, decoder, shape in shape.path = decoder.pathData(node, needsExtent: false) },
      Key(
        "shapes", .list(.anyOf([.object("shape"), .text])),
        "morph: the figures, each a shape without paint or SVG path data; after the last comes the first again."
      ) { node, decoder, shape in shape.shapes = decoder.figures(node) },
      .moving(
        "at", \.at, .none, Limits.numbers,
        "morph: where it is among its figures: 0 the first, 1.5 half way from the second to the third."),
      .choice("fillRule", \.fillRule, "What is inside where an outline crosses itself."),
      .paint("fill", \.fill, "What it is filled with: a colour, or a gradient over its box."),
      .moving(
        "softness", \.softness, .points, 0...1e4,
        "Points over which the fill fades to either side of its edge: a shadow, a glow. 0 is sharp."),
      Key("stroke", .object("stroke"), "A line along its outline.") { node, decoder, shape in
        var stroke = ShapeStroke()
        decoder.readObject(node, Declarations.stroke, into: &stroke)
        shape.stroke = stroke
      },
      .object(
        "transform", \.transform, { Declarations.transform }, kind: "transform", "Scales, leans, turns and shifts it."),
    ])

  private static func pair(_ name: String, _ path: Path<ShapeDraft, AnimatedPoint?>, _ about: String)
    -> Key<ShapeDraft>
  {
    Key(name, .anyOf([.moving(lengths), .point(lengths)]), about) { node, decoder, shape in
      shape[keyPath: path] = decoder.movingPair(node, lengths)
    }
  }
}

extension PresetDecoder {
  /// One number for both axes, or a point.
  func movingPair(_ unresolved: JSONNode, _ rule: NumberRule) -> AnimatedPoint? {
    guard let node = resolved(unresolved) else { return nil }
    if node.elements != nil || node.members != nil && holdsPoints(node) { return movingPoint(node, rule) }
    return movingNumber(node, rule).map { AnimatedPoint($0, $0) }
  }

  func cornerRadii(_ unresolved: JSONNode, _ rule: NumberRule) -> [AnimatedPoint] {
    guard let node = resolved(unresolved) else { return [] }
    guard let list = node.elements else { return movingNumber(node, rule).map { [AnimatedPoint($0, $0)] } ?? [] }
    guard list.count == 4 else {
      report("a list of \(list.count) radii; a rectangle has four corners", at: node)
      return []
    }
    return list.enumerated().compactMap { index, element in inside(index: index) { movingPair(element, rule) } }
  }

  func shape(_ node: JSONNode) -> VectorShape? {
    let before = issueCount
    var draft = ShapeDraft()
    readObject(node, Declarations.shape, into: &draft)
    guard issueCount == before, let members = resolved(node)?.members else { return nil }
    let common = ["type", "fillRule", "fill", "softness", "stroke", "transform"]
    for member in members where !common.contains(member.key) && !draft.type.keys.contains(member.key) {
      report("\(member.key) means nothing to a \(draft.type.rawValue)", at: member.keyOrigin)
    }
    if draft.fill == nil && draft.stroke == nil { report("a shape needs fill, stroke or both", at: node) }
    guard let figure = figure(draft, node), issueCount == before else { return nil }
    return VectorShape(
      figure, fillRule: draft.fillRule, fill: draft.fill, softness: draft.softness, stroke: draft.stroke,
      transform: draft.transform)
  }

  func figure(_ draft: ShapeDraft, _ node: JSONNode) -> Figure? {
    func needed<Value>(_ value: Value?, _ key: String) -> Value? {
      if value == nil { report("a \(draft.type.rawValue) needs the key \(key)", at: node) }
      return value
    }
    let middle = AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height / 2))
    let center = draft.center ?? middle
    if draft.type != .rectangle, draft.cornerRadii.count > 1 {
      report("a \(draft.type.rawValue) has one cornerRadius", at: node)
    }
    let rounding = draft.cornerRadii.first?.x ?? 0
    switch draft.type {
    case .rectangle:
      return needed(draft.size, "size").map {
        .rectangle(center: center, size: $0, corners: Figure.Corners(radii: draft.cornerRadii, style: draft.corners))
      }
    case .circle, .ellipse:
      return needed(draft.radius, "radius").map { .ellipse(center: center, radius: $0) }
    case .star:
      return needed(draft.radius, "radius").map {
        .star(center: center, radius: $0, points: draft.points ?? 5, ratio: draft.ratio, rounding: rounding)
      }
    case .polygon:
      return needed(draft.radius, "radius").map {
        .polygon(center: center, radius: $0, sides: draft.sides, rounding: rounding)
      }
    case .arc:
      return needed(draft.radius, "radius").map {
        .arc(center: center, radius: $0, start: draft.startAngle, end: draft.endAngle)
      }
    case .sector:
      return needed(draft.radius, "radius").map {
        .sector(
          center: center, radius: $0, start: draft.startAngle, end: draft.endAngle, thickness: draft.thickness)
      }
    case .polyline:
      guard draft.corner.count >= 2 else {
        report("a polyline needs the key points: a list of two or more [x, y]", at: node)
        return nil
      }
      return .polyline(
        points: draft.corner, isClosed: draft.isClosed, isSmooth: draft.isSmooth, rounding: rounding)
    case .path:
      let frame = draft.center != nil || draft.size != nil
      return needed(draft.path, "path").map {
        .path($0, frame: frame ? Figure.PathFrame(center: center, size: draft.size?.x) : nil)
      }
    case .heart:
      return needed(draft.size, "size").map { .heart(center: center, size: $0) }
    case .morph:
      guard !draft.shapes.isEmpty else {
        report("a morph needs the key shapes", at: node)
        return nil
      }
      return .morph(draft.shapes, at: draft.at)
    }
  }
}
