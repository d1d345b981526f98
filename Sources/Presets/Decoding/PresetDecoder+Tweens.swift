import Lanes
import Model

extension PresetDecoder {
  /// An animation from one value to another.
  func tween(
    _ draft: AnimationDraft, of values: AnimatedValueReader, from origin: [Double]?, at node: JSONNode
  ) -> DecodedAnimation? {
    if draft.from == nil, origin == nil {
      report("needs the key from", at: node)
      return nil
    }
    let settled = draft.spring?.settlingDuration()
    if draft.duration == nil, settled == nil {
      report("needs the key duration", at: node)
      return nil
    }
    if draft.duration == nil, settled == .infinity, draft.hasCycles {
      report("needs the key duration: nothing damps this spring, so that it never rests", at: node)
      return nil
    }
    let start = draft.from.map { node in inside(key: "from") { values.constant(node) } } ?? origin
    let end = draft.to.flatMap { node in inside(key: "to") { values.constant(node) } }
    guard let start, let end else { return nil }
    let duration = draft.duration ?? min(max(settled ?? 1, 0.001), 1e6)
    let motion: NumberTween.Motion = draft.spring.map { .spring($0) } ?? .easing(draft.easing ?? .linear)
    let cycle = cycle(draft, duration: duration)
    var read = DecodedAnimation(
      sources: zip(start, end).map { from, to in
        .tween(
          NumberTween(
            from: from, to: to, duration: duration, motion: motion, repeatCount: cycle.repeatCount,
            autoreverses: draft.autoreverses, delay: draft.delay))
      }, length: draft.delay + duration * cycle.repeatCount, end: end)
    if cycle.repeatCount != 1 { read.evaluateEnd() }
    return held(read, draft, from: draft.delay, of: values)
  }

  /// The clock of cycles that are `duration` long: it shows the seconds since a cycle began.
  private func cycle(
    _ draft: AnimationDraft, duration: Double, motion: NumberTween.Motion = .easing(.linear)
  ) -> NumberTween {
    NumberTween(
      from: 0, to: duration, duration: duration, motion: motion,
      repeatCount: draft.cycles ?? draft.cyclesDuration.map { $0 / duration } ?? 1, autoreverses: draft.autoreverses,
      delay: draft.delay)
  }

  /// An animation that is repeated as the draft says.
  func repeated(_ animation: DecodedAnimation, _ draft: AnimationDraft, easing: Easing? = nil) -> DecodedAnimation {
    guard draft.hasCycles || easing != nil else { return animation }
    let cycle = cycle(draft, duration: max(animation.length, 0.001), motion: .easing(easing ?? .linear))
    var repeated = DecodedAnimation(
      sources: animation.sources.map { .retimed($0, cycle) }, length: draft.delay + cycle.duration * cycle.repeatCount,
      end: animation.end)
    if cycle.repeatCount != 1 { repeated.evaluateEnd() }
    return repeated
  }

  /// An animation with the values that it has before and after.
  func held(
    _ animation: DecodedAnimation, _ draft: AnimationDraft, from start: Double, of values: AnimatedValueReader
  ) -> DecodedAnimation? {
    guard draft.before != nil || draft.after != nil else { return animation }
    let issues = issueCount
    let before = draft.before.flatMap { node in inside(key: "before") { values.constant(node) } }
    let after = draft.after.flatMap { node in inside(key: "after") { values.constant(node) } }
    guard issueCount == issues else { return nil }
    var held = animation
    held.sources = animation.sources.indices.map { index in
      .held(
        animation.sources[index],
        .init(before: before?[index], start: start, after: after?[index], end: animation.length))
    }
    held.end = after ?? animation.end
    return held
  }
}
