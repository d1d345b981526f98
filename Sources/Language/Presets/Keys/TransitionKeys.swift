import JSON
import Model

/// A transition as written.
struct TransitionDraft: Sendable {
  /// Path hash of the layer that shows the transition.
  var path: UInt64
  var transition = Transition(.fade, from: nil, to: nil, progress: 0)
}

extension Declarations {
  static let transition = Declaration<TransitionDraft>(
    "transition", "Two layers of which one gives way to the other.", TransitionDraft(path: PathHash.notComputed),
    [
      .choice("type", \.transition.kind, "How one gives way to the other."),
      Key("from", .object(Declarations.side), "The layer that goes; nothing if not given.") { node, decoder, draft in
        draft.transition.from = decoder.side(node, "from", of: draft.path)
      },
      Key("to", .object(Declarations.side), "The layer that comes; nothing if not given.") { node, decoder, draft in
        draft.transition.to = decoder.side(node, "to", of: draft.path)
      },
      .animatedNumber(
        "progress", \.transition.progress, .share, 0...1, "0 shows only the layer that goes, 1 only the one that comes."
      ),
      .animatedNumber(
        "angle", \.transition.angle, .degrees,
        "The direction in which it runs, as of a gradient: 0 is up, 90 to the right."
      ).effective(where: "type", \.transition.kind, is: .wipe, .circleWave, .diamondWave, .wind, .crosswarp),
      .optionalAnimatedPoint(
        "center", \.transition.center, "Where it begins or turns; the canvas's middle if not given."
      ).effective(
        where: "type", \.transition.kind, is: .iris, .radial, .circles, .circleWave, .diamonds, .diamondWave,
        .pixellate,
        .swirl),
      .animatedNumber(
        "size", \.transition.size, .points, 1...1e5,
        "The width of the cells in which circles or diamonds grow; of pixellate the greatest width of its squares; of wind the length of its gusts."
      ).effective(
        where: "type", \.transition.kind, is: .circles, .circleWave, .diamonds, .diamondWave, .wind, .pixellate),
      .animatedNumber("softness", \.transition.softness, .points, 0...1e5, "How wide the fading edges are.").effective(
        where: "type", \.transition.kind, is: .wipe, .iris, .radial, .circles, .circleWave, .diamonds, .diamondWave),
    ])

  static let side = Declaration<LayerDraft>(
    "side", "A layer of a transition. Its clock counts the transition's own time.",
    LayerDraft(path: PathHash.notComputed), sideKeys)
}

extension PresetDecoder {
  /// Reads the transition of a layer; nil after reporting an issue.
  ///
  /// - Parameter path: path hash of the layer.
  func transition(_ node: JSONNode, of path: UInt64) -> Transition? {
    let issueCountBefore = issueCount
    var draft = TransitionDraft(path: path)
    readObject(node, Declarations.transition, into: &draft)
    guard issueCount == issueCountBefore else { return nil }
    if draft.transition.from == nil && draft.transition.to == nil {
      report("needs the key from, to, or both", at: node)
      return nil
    }
    return draft.transition
  }
}
