import Model

/// An emitter's shape that has settings of its own, as written; each type has some of the keys.
struct EmitterShapeDraft: TypedDraft {
  var type = Kind.polygon
  /// The corners of a polygon; nil for a regular one.
  var corners: [PlanePoint]?
  /// How many points a star has.
  var pointCount: Int?
  var ratio = 0.4
  var sides: Int?
  var path: VectorPath?
  var fillRule = VectorPath.FillRule.nonzero

  enum Kind: String, Sendable, CaseIterable { case polygon, star, heart, path }
}

extension Declarations {
  /// Counts of a star's points.
  private static let counts = NumberSchema(whole: 2...Limits.figureCorners)

  static let emitterShape = Declaration<EmitterShapeDraft>(
    "emitterShape",
    "The shape of an emitter, with settings. A polygon of given points and a path without a size of the emitter are in points relative to its position; a star and a regular polygon fill the ellipse, a heart the box, that the emitter's size gives.",
    EmitterShapeDraft(),
    [
      .choice("type", \.type, "What it is.").required,
      Key(
        "points", .anyOf([.number(counts), .list(.constantPoint(NumberSchema(.points)))]),
        "Of a polygon its corners, at least three, relative to position; closed. How many points a star has, 5 if not given."
      ) { node, decoder, shape in
        if decoder.resolved(node)?.elements == nil {
          shape.pointCount = decoder.wholeNumber(node, counts)
        } else {
          shape.corners = decoder.list(node, of: "points [x, y]") { decoder.constantPoint($0, NumberSchema(.points)) }
        }
      }.applies(to: .polygon, .star),
      .optionalWhole(
        "sides", \.sides, 3...Limits.figureCorners, "How many sides a regular polygon has, the first corner at the top."
      )
      .applies(to: .polygon),
      .number("ratio", \.ratio, .share, 0...1, "Inner radius as a share of the outer.").applies(to: .star),
      .optional(
        "path", \.path, .text,
        "SVG path data, in points relative to position. With a size of the emitter its box lies about position, as large as fits into width and height."
      ) { $0.pathData($1, needsExtent: false) }.required(by: .path),
      .choice("fillRule", \.fillRule, "What is inside where pieces of the path overlap.").applies(to: .path),
    ])
}

extension PresetDecoder {
  /// The shape of a draft in which only keys of its type are set; nil where one that it needs is missing.
  func emitterShape(_ draft: EmitterShapeDraft, at node: JSONNode) -> Emitter.Shape? {
    switch draft.type {
    case .heart: return .heart
    case .star:
      guard draft.corners == nil else {
        report("a star has a number of points, such as 5", at: node["points"] ?? node)
        return nil
      }
      return .star(points: draft.pointCount ?? 5, ratio: draft.ratio)
    case .path:
      return draft.path.map { path in
        var path = path
        path.fillRule = draft.fillRule
        return .path(path)
      }
    case .polygon: return polygon(draft, at: node)
    }
  }

  private func polygon(_ draft: EmitterShapeDraft, at node: JSONNode) -> Emitter.Shape? {
    guard let corners = draft.corners else {
      if draft.pointCount != nil {
        report(
          "a polygon's points are its corners, [[x, y], …]; sides says how many a regular one has",
          at: node["points"] ?? node)
        return nil
      }
      guard let sides = draft.sides else {
        report("a polygon needs points, [[x, y], …], or a number of sides", at: node)
        return nil
      }
      return .regularPolygon(sides: sides)
    }
    if draft.sides != nil {
      report(
        "points and sides exclude each other: a regular polygon has sides, any other points", at: node["sides"] ?? node)
      return nil
    }
    guard corners.count >= 3 else {
      report("a polygon needs at least three points, not \(corners.count)", at: node["points"] ?? node)
      return nil
    }
    return .polygon(corners)
  }
}
