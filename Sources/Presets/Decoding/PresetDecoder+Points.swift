import Model

extension PresetDecoder {
  /// `[x, y]`, each a number that may be animated, or an animation of points.
  func animatedPoint(_ unresolved: JSONNode, _ schema: NumberSchema) -> AnimatedPoint? {
    guard let node = resolved(unresolved) else { return nil }
    let (horizontal, vertical) = (schema.percentages(of: .width), schema.percentages(of: .height))
    if node.members != nil {
      let points = AnimatedValueReader(
        dimensions: 2, constant: { self.constantPoint($0, schema).map { [$0.x, $0.y] } },
        term: { self.animatedPoint($0, schema.widenedForTerms).map { [$0.x.source, $0.y.source] } },
        pathComponent: .points)
      guard let animation = animation(node, of: points) else { return nil }
      return AnimatedPoint(
        AnimatedNumber(animation.sources[0], in: schema.range), AnimatedNumber(animation.sources[1], in: schema.range))
    }
    guard let pair = pair(node) else { return nil }
    let x = inside(index: 0) { animatedNumber(pair.0, horizontal) }
    let y = inside(index: 1) { animatedNumber(pair.1, vertical) }
    guard let x, let y else { return nil }
    return AnimatedPoint(x, y)
  }

  /// A point, or one number that counts for both axes.
  func animatedPair(_ unresolved: JSONNode, _ schema: NumberSchema) -> AnimatedPoint? {
    guard let node = resolved(unresolved) else { return nil }
    if isPoint(node) { return animatedPoint(node, schema) }
    return animatedNumber(node, schema).map { AnimatedPoint($0, $0) }
  }

  /// Whether a value is a point, or an animation of points, rather than one number.
  func isPoint(_ node: JSONNode) -> Bool { node.elements != nil || node.members != nil && holdsPoints(node) }

  /// Whether an animation is one of points.
  private func holdsPoints(_ node: JSONNode) -> Bool {
    if let from = node["from"] ?? node["to"] { return from.elements != nil }
    if node["path"] != nil { return true }
    if let value = node["values"]?.elements?.first { return value.elements != nil }
    if let first = (node["sequence"] ?? node["sum"])?.elements?.first {
      return first.elements != nil || holdsPoints(first)
    }
    let value = node["keys"]?.elements?.first?.elements?.dropFirst().first
    return value?.elements != nil
  }

  func constantPoint(_ unresolved: JSONNode, _ schema: NumberSchema) -> PlanePoint? {
    guard let node = resolved(unresolved), let pair = pair(node) else { return nil }
    let x = inside(index: 0) { number(pair.0, schema.percentages(of: .width)) }
    let y = inside(index: 1) { number(pair.1, schema.percentages(of: .height)) }
    guard let x, let y else { return nil }
    return PlanePoint(x, y)
  }

  private func pair(_ node: JSONNode) -> (JSONNode, JSONNode)? {
    guard case .array(let elements) = node.value else {
      report("should be a point [x, y], not \(node.kind)", at: node)
      return nil
    }
    guard elements.count == 2 else {
      report("a point has two numbers, not \(elements.count)", at: node)
      return nil
    }
    return (elements[0], elements[1])
  }
}
