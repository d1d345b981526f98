import Model

extension PresetDecoder {
  /// An animation along a path: a tween, or the key `at`, gives the location on it.
  func motionPath(_ draft: AnimationDraft, of values: AnimatedValueReader, at node: JSONNode) -> DecodedAnimation? {
    guard let component = values.pathComponent else {
      report("a path gives points, and angles where degrees are wanted", at: node)
      return nil
    }
    guard let path = draft.path else { return nil }
    let length = ArcLength(path)
    guard length.length > 0 else {
      report("this path has no length", at: node)
      return nil
    }
    let curves = component == .points ? length.shares : [length.angles]
    let location: DecodedAnimation
    if let at = draft.at {
      if draft.duration != nil || draft.spring != nil || draft.easing != nil || draft.hasCycles {
        report(
          "at says where it is at any time, so that duration, ease, spring, repeat and delay mean nothing", at: node)
        return nil
      }
      guard let animated = inside(key: "at", { animatedNumber(at, NumberSchema(.share, -1e3...1e3)) }) else {
        return nil
      }
      location = DecodedAnimation(sources: [animated.source], length: max(animated.source.settleTime, 0), end: [])
    } else {
      var share = draft
      (share.before, share.after) = (nil, nil)
      share.from = JSONNode(.number(0, text: "0"), at: node.origin)
      share.to = JSONNode(.number(1, text: "1"), at: node.origin)
      let reader = AnimatedValueReader(
        dimensions: 1, constant: { self.number($0, NumberSchema(.share, 0...1)).map { [$0] } })
      guard let tween = self.tween(share, of: reader, from: nil, at: node) else { return nil }
      location = tween
    }
    var read = DecodedAnimation(
      sources: curves.map { .curve($0, at: location.sources[0]) }, length: location.length, end: [])
    read.evaluateEnd()
    return held(read, draft, from: draft.delay, of: values)
  }
}
