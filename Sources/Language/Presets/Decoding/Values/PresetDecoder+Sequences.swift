import JSON
import Model

extension PresetDecoder {
  /// Builds an animation that plays others one after another.
  ///
  /// - Parameter startValue: the components of the value from which the first animation starts if it has no `from`; nil if `from`
  ///   is required.
  func sequence(_ draft: AnimationDraft, of reader: AnimatedValueReader, from startValue: [Double]?)
    -> DecodedAnimation?
  {
    guard let list = draft.sequence, let nodes = inside(key: "sequence", { elements(list, of: "animations") }) else {
      return nil
    }
    guard !nodes.isEmpty else {
      inside(key: "sequence") { report("needs at least one animation", at: list) }
      return nil
    }
    let issueCountBefore = issueCount
    // Indexed as `segments[component][animation]`.
    var segments = [[AnimatedNumber.Segment]](repeating: [], count: reader.componentCount)
    var totalSeconds = 0.0
    var endValue = startValue
    // Only the outermost animation of a colour may have the key `interpolation`.
    let outerAcceptsInterpolationKey = acceptsInterpolationKey
    acceptsInterpolationKey = false
    defer { acceptsInterpolationKey = outerAcceptsInterpolationKey }
    inside(key: "sequence") {
      for (index, node) in nodes.enumerated() {
        inside(index: index) {
          guard let decoded = animation(node, of: reader, from: endValue) else { return }
          for (component, source) in decoded.sources.enumerated() {
            segments[component].append(AnimatedNumber.Segment(start: totalSeconds, source: source))
          }
          if !decoded.totalSeconds.isFinite, index + 1 < nodes.count {
            report("this animation never ends, so nothing can follow it", at: node)
          }
          totalSeconds += max(decoded.totalSeconds, 0)
          endValue = decoded.endValue
        }
      }
    }
    guard issueCount == issueCountBefore, let endValue else { return nil }
    if !totalSeconds.isFinite, draft.cycles != nil || draft.cyclesDuration != nil || draft.autoreverses {
      report("its last animation never ends, so it cannot be repeated", at: list)
      return nil
    }
    // A sequence that ends gets its delay from `repeated` below. `repeated` cannot be used for a sequence that never ends, so here
    // the delay is added to the start of each animation.
    if !totalSeconds.isFinite {
      for component in segments.indices {
        for index in segments[component].indices { segments[component][index].start += draft.delay }
      }
    }
    var whole = DecodedAnimation(
      sources: segments.map { .sequence($0) }, totalSeconds: totalSeconds, endValue: endValue)
    if totalSeconds.isFinite { whole = repeated(whole, draft) }
    return withValuesBeforeAndAfter(whole, draft, startingAt: draft.delay, of: reader)
  }

  /// Builds an animation that is the sum of other animations and constants.
  func sum(_ draft: AnimationDraft, of reader: AnimatedValueReader, at node: JSONNode) -> DecodedAnimation? {
    guard let readTerm = reader.readTerm else {
      report("colours cannot be added", at: node)
      return nil
    }
    guard let list = draft.sum, let nodes = inside(key: "sum", { elements(list, of: "values") }) else { return nil }
    guard !nodes.isEmpty else {
      inside(key: "sum") { report("needs at least one value", at: list) }
      return nil
    }
    let terms = inside(key: "sum") {
      nodes.enumerated().compactMap { index, node in inside(index: index) { readTerm(node) } }
    }
    guard terms.count == nodes.count else { return nil }
    var decoded = DecodedAnimation(
      sources: (0..<reader.componentCount).map { component in .sum(terms.map { $0[component] }) },
      totalSeconds: .infinity,
      endValue: [])
    let settleTime = decoded.sources.map(\.settleTime).max() ?? 0
    if settleTime.isFinite { decoded.totalSeconds = max(settleTime, 0) }
    decoded.evaluateEnd()
    return decoded
  }
}
