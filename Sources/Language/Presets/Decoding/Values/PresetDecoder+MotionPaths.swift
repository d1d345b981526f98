import JSON
import Model

extension PresetDecoder {
  /// Builds an animation along a path, whose values are the path's points or its directions in degrees. The location on the path,
  /// as a share of its length, is the value of the key `at`, or otherwise a tween from 0 to 1.
  func motionPath(_ draft: AnimationDraft, of reader: AnimatedValueReader, at node: JSONNode) -> DecodedAnimation? {
    guard let quantity = reader.pathQuantity else {
      report("a path can animate only points and angles", at: node)
      return nil
    }
    guard let path = draft.path else { return nil }
    let arcLength = ArcLength(path)
    guard arcLength.length > 0 else {
      report("this path has no length", at: node)
      return nil
    }
    let curves = quantity == .points ? arcLength.coordinatesByShare : [arcLength.anglesByShare]
    let location: DecodedAnimation
    if let at = draft.at {
      if draft.duration != nil || draft.spring != nil || draft.easing != nil || draft.hasOwnClock {
        report(
          "at gives the place on the path at any time, so it cannot be combined with duration, ease, spring, repeat and delay",
          at: node)
        return nil
      }
      guard let share = inside(key: "at", { animatedNumber(at, AnimationDraft.pathLocations) }) else {
        return nil
      }
      location = DecodedAnimation(
        sources: [share.source], totalSeconds: max(share.source.settleTime, 0), endValue: [])
    } else {
      // A tween of the share from 0 to 1 with the draft's timing. The draft's `before` and `after` are left out, because they are
      // points or degrees, not shares; `withValuesBeforeAndAfter` adds them below.
      var shareDraft = draft
      (shareDraft.before, shareDraft.after) = (nil, nil)
      shareDraft.from = JSONNode(.number(0, text: "0"), at: node.origin)
      shareDraft.to = JSONNode(.number(1, text: "1"), at: node.origin)
      let locationReader = AnimatedValueReader(
        componentCount: 1, readConstant: { self.number($0, NumberSchema(.share, 0...1)).map { [$0] } })
      guard let tween = self.tween(shareDraft, of: locationReader, from: nil, at: node) else { return nil }
      location = tween
    }
    var decoded = DecodedAnimation(
      sources: curves.map { .curve($0, at: location.sources[0]) }, totalSeconds: location.totalSeconds, endValue: [])
    decoded.evaluateEnd()
    return withValuesBeforeAndAfter(decoded, draft, startingAt: draft.delay, of: reader)
  }
}
