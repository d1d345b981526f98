import Model

extension PresetDecoder {
  /// Builds an animation that plays others one after another.
  ///
  /// - Parameter startValue: the components of the value from which the first animation starts if it has no `from`; nil if `from` is
  ///   required.
  func sequence(_ draft: AnimationDraft, of values: AnimatedValueReader, from startValue: [Double]?)
    -> DecodedAnimation?
  {
    guard let node = draft.sequence, let list = inside(key: "sequence", { elements(node, of: "animations") }) else {
      return nil
    }
    guard !list.isEmpty else {
      inside(key: "sequence") { report("needs at least one animation", at: node) }
      return nil
    }
    let issueCountBefore = issueCount
    // Indexed as `segments[component][animation]`.
    var segments = [[AnimatedNumber.Segment]](repeating: [], count: values.componentCount)
    var totalSeconds = 0.0
    var endValue = startValue
    let outerAcceptsInterpolation = acceptsInterpolation
    acceptsInterpolation = false
    defer { acceptsInterpolation = outerAcceptsInterpolation }
    inside(key: "sequence") {
      for (index, element) in list.enumerated() {
        inside(index: index) {
          guard let decoded = animation(element, of: values, from: endValue) else { return }
          for (component, source) in decoded.sources.enumerated() {
            segments[component].append(AnimatedNumber.Segment(start: totalSeconds, source: source))
          }
          if !decoded.totalSeconds.isFinite, index + 1 < list.count {
            report("this animation never ends, so that nothing can follow it", at: element)
          }
          totalSeconds += max(decoded.totalSeconds, 0)
          endValue = decoded.endValue
        }
      }
    }
    guard issueCount == issueCountBefore, let endValue else { return nil }
    if !totalSeconds.isFinite, draft.cycles != nil || draft.cyclesDuration != nil || draft.autoreverses {
      report("its last animation never ends, so that it can not be repeated", at: node)
      return nil
    }
    // A sequence that ends is repeated below, by a clock that starts after the delay. A sequence that never ends cannot be repeated, so
    // the delay is added to the start of each animation.
    if !totalSeconds.isFinite {
      for component in segments.indices {
        for index in segments[component].indices { segments[component][index].start += draft.delay }
      }
    }
    var whole = DecodedAnimation(
      sources: segments.map { .sequence($0) }, totalSeconds: totalSeconds, endValue: endValue)
    if totalSeconds.isFinite { whole = repeated(whole, draft) }
    return held(whole, draft, startingAt: draft.delay, of: values)
  }

  /// Builds an animation that is the sum of other animations and constants.
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
    var decoded = DecodedAnimation(
      sources: (0..<values.componentCount).map { component in .sum(terms.map { $0[component] }) },
      totalSeconds: .infinity,
      endValue: [])
    let settleTime = decoded.sources.map(\.settleTime).max() ?? 0
    if settleTime.isFinite { decoded.totalSeconds = max(settleTime, 0) }
    decoded.evaluateEnd()
    return decoded
  }
}
