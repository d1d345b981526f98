import Model

extension PresetDecoder {
  /// An animation along a path: its points, or its directions in degrees. A tween from 0 to 1, or the key `at`, gives the
  /// location on the path as a share of its length.
  func motionPath(_ draft: AnimationDraft, of values: AnimatedValueReader, at node: JSONNode) -> DecodedAnimation? {
    guard let component = values.pathComponent else {
      report("a path gives points, and angles where degrees are wanted", at: node)
      return nil
    }
    guard let path = draft.path else { return nil }
    let arc = ArcLength(path)
    guard arc.length > 0 else {
      report("this path has no length", at: node)
      return nil
    }
    let curves = component == .points ? arc.coordinatesByShare : [arc.anglesByShare]
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
      location = DecodedAnimation(
        sources: [animated.source], totalSeconds: max(animated.source.settleTime, 0), endValue: [])
    } else {
      // The tween of a draft that has the path's timing; what holds before and after it is a value of the path's own kind.
      var share = draft
      (share.before, share.after) = (nil, nil)
      share.from = JSONNode(.number(0, text: "0"), at: node.origin)
      share.to = JSONNode(.number(1, text: "1"), at: node.origin)
      let reader = AnimatedValueReader(
        dimensions: 1, constant: { self.number($0, NumberSchema(.share, 0...1)).map { [$0] } })
      guard let tween = self.tween(share, of: reader, from: nil, at: node) else { return nil }
      location = tween
    }
    var decoded = DecodedAnimation(
      sources: curves.map { .curve($0, at: location.sources[0]) }, totalSeconds: location.totalSeconds, endValue: [])
    decoded.evaluateEnd()
    return held(decoded, draft, from: draft.delay, of: values)
  }
}
