import JSON
import Lanes
import Model

extension PresetDecoder {
  /// Builds an animation from one value to another.
  ///
  /// - Parameter startValue: the components of the value from which the animation starts if it has no `from`; nil if `from` is
  ///   required.
  func tween(
    _ draft: AnimationDraft, of reader: AnimatedValueReader, from startValue: [Double]?, at node: JSONNode
  ) -> DecodedAnimation? {
    if draft.from == nil, startValue == nil {
      report("needs the key from", at: node)
      return nil
    }
    let settlingSeconds = draft.spring?.settlingDuration()
    if draft.duration == nil, settlingSeconds == nil {
      report("needs the key duration", at: node)
      return nil
    }
    if draft.duration == nil, settlingSeconds == .infinity, draft.hasOwnClock {
      report("needs the key duration: nothing damps this spring, so it never rests", at: node)
      return nil
    }
    let start = draft.from.map { node in inside(key: "from") { reader.readConstant(node) } } ?? startValue
    let end = draft.to.flatMap { node in inside(key: "to") { reader.readConstant(node) } }
    guard let start, let end else { return nil }
    // The 1 is never used: without a duration there is a spring.
    let duration = draft.duration ?? AnimationDraft.clampedDuration(settlingSeconds ?? 1)
    let motion: NumberTween.Motion = draft.spring.map { .spring($0) } ?? .easing(draft.easing ?? .linear)
    let cycleClock = cycleClock(draft, duration: duration)
    var decoded = DecodedAnimation(
      sources: zip(start, end).map { from, to in
        .tween(
          NumberTween(
            from: from, to: to, duration: duration, motion: motion, repeatCount: cycleClock.repeatCount,
            autoreverses: draft.autoreverses, delay: draft.delay))
      }, totalSeconds: draft.delay + duration * cycleClock.repeatCount, endValue: end)
    // If the last cycle is cut short or runs backwards, the animation does not end at `to`.
    if cycleClock.repeatCount != 1 { decoded.evaluateEnd() }
    return withValuesBeforeAndAfter(decoded, draft, startingAt: draft.delay, of: reader)
  }

  /// The seconds that have passed within the current cycle, as a repeating tween from 0 to `duration`. In backward cycles the
  /// tween runs from `duration` to 0. Before the first cycle and after the last the value is constant.
  private func cycleClock(
    _ draft: AnimationDraft, duration: Double, motion: NumberTween.Motion = .easing(.linear)
  ) -> NumberTween {
    NumberTween(
      from: 0, to: duration, duration: duration, motion: motion,
      repeatCount: draft.cycles ?? draft.cyclesDuration.map { $0 / duration } ?? 1, autoreverses: draft.autoreverses,
      delay: draft.delay)
  }

  /// The animation repeated, reversed and delayed as the draft says; unchanged if the draft asks for none of these and `easing`
  /// is nil. Each cycle is the whole animation.
  ///
  /// - Parameter easing: the timing curve of a whole cycle; nil for a linear one.
  func repeated(_ animation: DecodedAnimation, _ draft: AnimationDraft, easing: Easing? = nil) -> DecodedAnimation {
    guard draft.hasOwnClock || easing != nil else { return animation }
    let cycleClock = cycleClock(
      draft, duration: max(animation.totalSeconds, AnimationDraft.durations.lowerBound),
      motion: .easing(easing ?? .linear))
    var repeated = DecodedAnimation(
      sources: animation.sources.map { .retimed($0, cycleClock) },
      totalSeconds: draft.delay + cycleClock.duration * cycleClock.repeatCount, endValue: animation.endValue)
    if cycleClock.repeatCount != 1 { repeated.evaluateEnd() }
    return repeated
  }

  /// The animation, preceded by the draft's value `before` and followed by the value `after`, where these are given; nil after
  /// reporting an issue.
  ///
  /// - Parameter start: the time, in seconds, until which `before` holds. The animation itself is not moved: its sources include
  ///   the delay.
  func withValuesBeforeAndAfter(
    _ animation: DecodedAnimation, _ draft: AnimationDraft, startingAt start: Double, of reader: AnimatedValueReader
  ) -> DecodedAnimation? {
    guard draft.before != nil || draft.after != nil else { return animation }
    let issueCountBefore = issueCount
    let before = draft.before.flatMap { node in inside(key: "before") { reader.readConstant(node) } }
    let after = draft.after.flatMap { node in inside(key: "after") { reader.readConstant(node) } }
    guard issueCount == issueCountBefore else { return nil }
    var result = animation
    result.sources = animation.sources.indices.map { index in
      .held(
        animation.sources[index],
        .init(before: before?[index], start: start, after: after?[index], end: animation.totalSeconds))
    }
    result.endValue = after ?? animation.endValue
    return result
  }
}
