import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// Reads a point that may be animated: `[x, y]` with numbers that may be animated, a named point, or an animation of points.
  func animatedPoint(_ unresolved: JSONNode, _ schema: NumberSchema) -> AnimatedPoint? {
    guard let node = resolved(unresolved) else { return nil }
    if node.members != nil {
      let points = AnimatedValueReader(
        componentCount: 2, readConstant: { self.constantPoint($0, schema).map { [$0.x, $0.y] } },
        readTerm: { self.animatedPoint($0, schema.widenedForTerms).map { [$0.x.source, $0.y.source] } },
        pathQuantity: .points)
      guard let animation = animation(node, of: points) else { return nil }
      return AnimatedPoint(
        AnimatedNumber(animation.sources[0], in: schema.range), AnimatedNumber(animation.sources[1], in: schema.range))
    }
    guard let pair = coordinates(node, schema) else { return nil }
    let x = inside(index: 0) { animatedNumber(pair.x, schema.percentages(of: .width)) }
    let y = inside(index: 1) { animatedNumber(pair.y, schema.percentages(of: .height)) }
    guard let x, let y else { return nil }
    return AnimatedPoint(x, y)
  }

  /// Reads a point that may be animated, or a number that may be animated and counts for both axes.
  func animatedPair(_ unresolved: JSONNode, _ schema: NumberSchema) -> AnimatedPoint? {
    guard let node = resolved(unresolved) else { return nil }
    if isPoint(node) { return animatedPoint(node, schema) }
    return animatedNumber(node, schema).map { AnimatedPoint($0, $0) }
  }

  /// Whether a value is a point or an animation of points; false for a number and an animation of numbers.
  func isPoint(_ node: JSONNode) -> Bool { node.elements != nil || node.members != nil && animatesPoints(node) }

  /// Whether an animation is one of points, which its first value tells.
  private func animatesPoints(_ node: JSONNode) -> Bool {
    if let from = node["from"] ?? node["to"] { return isList(from) }
    if node["path"] != nil { return true }
    if let value = node["values"]?.elements?.first { return isList(value) }
    if let first = (node["sequence"] ?? node["sum"])?.elements?.first { return isList(first) || animatesPoints(first) }
    let value = node["keys"]?.elements?.first?.elements?.dropFirst().first
    return value.map(isList) ?? false
  }

  /// Whether a value is a list, or the name of a knob that holds one.
  private func isList(_ node: JSONNode) -> Bool {
    if node.elements != nil { return true }
    return node.string.flatMap(KnobReference.init)?.value(in: scope)?.elements != nil
  }

  /// Reads a point that is not animated: `[x, y]` or a named point.
  func constantPoint(_ unresolved: JSONNode, _ schema: NumberSchema) -> PlanePoint? {
    guard let node = resolved(unresolved), let pair = coordinates(node, schema) else { return nil }
    let x = inside(index: 0) { number(pair.x, schema.percentages(of: .width)) }
    let y = inside(index: 1) { number(pair.y, schema.percentages(of: .height)) }
    guard let x, let y else { return nil }
    return PlanePoint(x, y)
  }

  /// Names of points of the canvas, with their coordinates as percentages of the canvas's width and height.
  static let namedPoints: [(name: String, x: String, y: String)] = [
    ("center", "50%", "50%"), ("top", "50%", "0%"), ("bottom", "50%", "100%"), ("left", "0%", "50%"),
    ("right", "100%", "50%"), ("top left", "0%", "0%"), ("top right", "100%", "0%"), ("bottom left", "0%", "100%"),
    ("bottom right", "100%", "100%"),
  ]

  /// A hint with the named point that was probably meant: "bottom" for "bottom centre"; empty if nothing can be guessed.
  private static func pointHint(_ text: String, among names: [String]) -> String {
    let words = text.lowercased().split(whereSeparator: { $0 == " " || $0 == "-" }).map(String.init)
    let sides = words.filter { !["center", "centre", "middle"].contains($0) }
    let likelyName = sides.isEmpty && !words.isEmpty ? "center" : sides.joined(separator: " ")
    // A text much longer than any name is not taken for a misspelt one.
    if text.utf8.count < 40, names.contains(likelyName) { return " Did you mean \(quoted(likelyName))?" }
    return Spelling.hint(text, among: names)
  }

  /// The two coordinates of a point, not yet read.
  private func coordinates(_ node: JSONNode, _ schema: NumberSchema) -> (x: JSONNode, y: JSONNode)? {
    if case .string(let text) = node.value, schema.allowsNamedPoints {
      if let point = Self.namedPoints.first(where: { $0.name == text }) {
        return (JSONNode(.string(point.x), at: node.origin), JSONNode(.string(point.y), at: node.origin))
      }
      let names = Self.namedPoints.map(\.name)
      report(
        "should be a point [x, y] or \(listed(names.map(quoted))), not \(node.messageText)."
          + Self.pointHint(text, among: names), at: node)
      return nil
    }
    guard case .array(let elements) = node.value else {
      report("should be a point [x, y], not \(node.messageText)", at: node)
      return nil
    }
    guard elements.count == 2 else {
      report("a point has two numbers, not \(elements.count)", at: node)
      return nil
    }
    return (x: elements[0], y: elements[1])
  }
}
