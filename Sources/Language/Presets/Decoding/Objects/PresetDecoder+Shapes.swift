import JSON
import Model

extension PresetDecoder {
  /// The most figures of a morph.
  private static let maximumFigures = 256

  /// Reads the radii of a figure's corners: a number, or a list of four elements, each a number or a pair `[horizontal, vertical]`.
  /// Returns a horizontal and a vertical radius, once for all corners or for each clockwise from the top left; fewer after reporting
  /// an issue.
  func cornerRadii(_ unresolved: JSONNode, _ schema: NumberSchema) -> [AnimatedPoint] {
    guard let node = resolved(unresolved) else { return [] }
    guard let list = node.elements else { return animatedNumber(node, schema).map { [AnimatedPoint($0, $0)] } ?? [] }
    guard list.count == 4 else {
      report(
        "has \(list.count) of 4 radii: a list has one for each corner of a rectangle; other shapes take one number",
        at: node)
      return []
    }
    return list.enumerated().compactMap { index, element in inside(index: index) { animatedPair(element, schema) } }
  }

  /// Reads the shape of a layer: a figure and its paint.
  func shape(_ node: JSONNode) -> VectorShape? {
    guard let draft = object(node, Declarations.shape) else { return nil }
    if draft.fill == nil && draft.stroke == nil {
      report("a shape needs fill, stroke or both", at: node)
      return nil
    }
    guard let figure = figure(draft, node) else { return nil }
    return VectorShape(
      figure, fillRule: draft.fillRule, fill: draft.fill, softness: draft.softness, stroke: draft.stroke,
      transform: draft.transform)
  }

  /// Reads the figures of a morph: shapes without paint, or path data.
  func figures(_ unresolved: JSONNode) -> [Figure]? {
    let figures = list(unresolved, of: "shapes", maximum: Self.maximumFigures) { element -> Figure? in
      guard let node = resolved(element) else { return nil }
      if node.string != nil { return pathData(node).map { .path($0, box: nil) } }
      guard let draft = object(node, Declarations.figure) else { return nil }
      if draft.type == .morph {
        report("a morph cannot stand within another", at: node)
        return nil
      }
      return figure(draft, node)
    }
    if figures?.isEmpty == true { report("needs at least one shape", at: unresolved) }
    return figures
  }

  /// The figure of a draft that has all keys its type requires, and none that other types alone have; nil after reporting an issue.
  private func figure(_ draft: ShapeDraft, _ node: JSONNode) -> Figure? {
    let center = draft.center ?? scope.center
    if draft.type != .rectangle, draft.cornerRadii.count > 1 {
      report("a \(draft.type.rawValue) has one cornerRadius", at: node)
      return nil
    }
    let rounding = draft.cornerRadii.first?.x ?? 0
    switch draft.type {
    case .rectangle:
      return draft.size.map {
        .rectangle(
          center: center, size: $0, corners: Figure.Corners(radii: draft.cornerRadii, style: draft.cornerStyle))
      }
    case .circle, .ellipse:
      return draft.radius.map { .ellipse(center: center, radius: $0) }
    case .star:
      return draft.radius.map {
        .star(center: center, radius: $0, points: draft.pointCount ?? 5, ratio: draft.ratio, rounding: rounding)
      }
    case .polygon:
      return draft.radius.map { .polygon(center: center, radius: $0, sides: draft.sides, rounding: rounding) }
    case .arc:
      return draft.radius.map { .arc(center: center, radius: $0, start: draft.startAngle, end: draft.endAngle) }
    case .sector:
      return draft.radius.map {
        .sector(
          center: center, radius: $0, start: draft.startAngle, end: draft.endAngle, thickness: draft.thickness)
      }
    case .polyline:
      guard draft.points.count >= 2 else {
        report("a polyline needs two or more points, [[x, y], …]", at: node)
        return nil
      }
      return .polyline(
        points: draft.points, isClosed: draft.isClosed, isSmooth: draft.isSmooth, rounding: rounding)
    case .path:
      // A path's size is a single length, which `size.x` holds: the longer side of its box.
      let hasBox = draft.center != nil || draft.size != nil
      return draft.path.map {
        .path($0, box: hasBox ? Figure.PathBox(center: center, size: draft.size?.x) : nil)
      }
    case .heart:
      return draft.size.map { .heart(center: center, size: $0) }
    case .morph:
      return draft.shapes.map { .morph($0, at: draft.at) }
    }
  }
}
