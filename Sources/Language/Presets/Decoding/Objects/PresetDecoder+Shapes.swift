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

  /// Reads the figures of a morph: shapes without paint, or path data.
  func figures(_ unresolved: JSONNode) -> [Figure]? {
    let figures = list(unresolved, of: "shapes", maximum: Self.maximumFigures) { element -> Figure? in
      guard let node = resolved(element) else { return nil }
      if node.string != nil { return pathData(node).map { .path($0, box: nil) } }
      guard let figure = Declarations.figure.read(node, self, ()) else { return nil }
      if case .morph = figure {
        report("a morph cannot stand within another", at: node)
        return nil
      }
      return figure
    }
    if figures?.isEmpty == true { report("needs at least one shape", at: unresolved) }
    return figures
  }
}
