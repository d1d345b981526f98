import Model

extension PresetDecoder {
  /// An animation made of others that play one after another.
  func sequence(_ draft: AnimationDraft, of values: AnimatedValueReader, from origin: [Double]?) -> DecodedAnimation? {
    guard let node = draft.sequence, let list = inside(key: "sequence", { elements(node, of: "animations") }) else {
      return nil
    }
    guard !list.isEmpty else {
      inside(key: "sequence") { report("needs at least one animation", at: node) }
      return nil
    }
    let issues = issueCount
    var steps = [[AnimatedNumber.Segment]](repeating: [], count: values.dimensions)
    var length = 0.0
    var end = origin
    let acceptsInterpolation = acceptsInterpolation
    self.acceptsInterpolation = false
    defer { self.acceptsInterpolation = acceptsInterpolation }
    inside(key: "sequence") {
      for (index, element) in list.enumerated() {
        inside(index: index) {
          guard let step = animation(element, of: values, from: end) else { return }
          for (number, source) in step.sources.enumerated() {
            steps[number].append(AnimatedNumber.Segment(start: length, source: source))
          }
          if !step.length.isFinite, index + 1 < list.count {
            report("this animation never ends, so that nothing can follow it", at: element)
          }
          length += max(step.length, 0)
          end = step.end
        }
      }
    }
    guard issueCount == issues, let end else { return nil }
    if !length.isFinite, draft.hasCycles, draft.cycles != nil || draft.cyclesDuration != nil || draft.autoreverses {
      report("its last animation never ends, so that it can not be repeated", at: node)
      return nil
    }
    var whole = DecodedAnimation(sources: steps.map { .sequence($0) }, length: length, end: end)
    if length.isFinite { whole = repeated(whole, draft) }
    return held(whole, draft, from: draft.delay, of: values)
  }

  /// An animation that is the sum of others and of constants.
  func sum(_ draft: AnimationDraft, of values: AnimatedValueReader, at node: JSONNode) -> DecodedAnimation? {
    guard let term = values.term else {
      report("colours are not added", at: node)
      return nil
    }
    guard let list = draft.sum, let nodes = inside(key: "sum", { elements(list, of: "values") }) else { return nil }
    guard !nodes.isEmpty else {
      inside(key: "sum") { report("needs at least one value", at: list) }
      return nil
    }
    let terms = inside(key: "sum") {
      nodes.enumerated().compactMap { index, node in inside(index: index) { term(node) } }
    }
    guard terms.count == nodes.count else { return nil }
    var read = DecodedAnimation(
      sources: (0..<values.dimensions).map { number in .sum(terms.map { $0[number] }) }, length: .infinity, end: [])
    let settled = read.sources.map(\.settleTime).max() ?? 0
    if settled.isFinite { read.length = max(settled, 0) }
    read.evaluateEnd()
    return read
  }
}
