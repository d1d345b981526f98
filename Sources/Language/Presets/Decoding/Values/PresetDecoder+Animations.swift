import JSON
import Model

extension PresetDecoder {
  /// Keys that tell animations from other objects: every animation has at least one of them.
  private static let animationKeys: Set<String> = ["keys", "values", "sequence", "sum", "path", "from", "to"]

  /// Whether a node is an object that animates a value.
  func isAnimation(_ node: JSONNode) -> Bool {
    node.members?.contains { PresetDecoder.animationKeys.contains($0.key) } ?? false
  }

  /// Reads an object that animates a value.
  ///
  /// - Parameters:
  ///   - reader: the kind of value that is animated: a number, a point or a colour.
  ///   - startValue: the components of the value from which an animation without `from` starts: within a sequence, the final value of the
  ///     previous animation. Nil if there is none, so that `from` is required.
  func animation(
    _ node: JSONNode, of reader: AnimatedValueReader, from startValue: [Double]? = nil
  ) -> DecodedAnimation? {
    guard let members = node.members else {
      report("should be an object that animates a value, not \(node.messageText)", at: node)
      return nil
    }
    func hasAny(_ keys: String...) -> Bool { members.contains { keys.contains($0.key) } }
    if hasAny("keys", "values") {
      return readDraft(node, Declarations.keyframes).flatMap { keyframes($0, of: reader, at: node) }
    }
    if hasAny("sequence") {
      return readDraft(node, Declarations.sequence).flatMap { sequence($0, of: reader, from: startValue) }
    }
    if hasAny("sum") { return readDraft(node, Declarations.sum).flatMap { sum($0, of: reader, at: node) } }
    if hasAny("path") {
      return readDraft(node, Declarations.motionPath).flatMap { motionPath($0, of: reader, at: node) }
    }
    if hasAny("from", "to") {
      return readDraft(node, Declarations.tween).flatMap { tween($0, of: reader, from: startValue, at: node) }
    }
    report(
      "an object that animates a value needs keys, or from and to, or one of values, sequence, sum and path", at: node)
    return nil
  }

  /// Reads the keys of one kind of animation; nil after reporting issues.
  private func readDraft(_ node: JSONNode, _ declaration: Declaration<AnimationDraft>) -> AnimationDraft? {
    let issueCountBefore = issueCount
    var draft = AnimationDraft()
    readObject(node, declaration, into: &draft)
    if draft.spring != nil, draft.easing != nil { report("ease and spring cannot be combined", at: node) }
    if draft.cycles != nil, draft.cyclesDuration != nil {
      report("repeat and repeatDuration cannot be combined", at: node)
    }
    if issueCount == issueCountBefore, let interpolation = draft.interpolation, !acceptsInterpolationKey {
      report("interpolation is for colours, and for the whole animation, not for a part of it", at: interpolation)
    }
    return issueCount == issueCountBefore ? draft : nil
  }
}
