import Model

extension PresetDecoder {
  /// The figures of a morph: shapes without paint, or path data.
  func figures(_ unresolved: JSONNode) -> [Figure] {
    guard let list = elements(unresolved, of: "shapes", most: 256) else { return [] }
    if list.isEmpty { report("needs at least one shape", at: unresolved) }
    return list.enumerated().compactMap { index, element in
      inside(index: index) {
        guard let node = resolved(element) else { return nil }
        if node.string != nil { return pathData(node).map { .path($0, frame: nil) } }
        let before = issueCount
        var draft = ShapeDraft()
        readObject(node, Declarations.shape, into: &draft)
        guard issueCount == before, let members = node.members else { return nil }
        for member in members where member.key != "type" && !draft.type.keys.contains(member.key) {
          report("\(member.key) means nothing to a \(draft.type.rawValue) within a morph", at: member.keyOrigin)
        }
        if draft.type == .morph { report("a morph can not stand within another", at: node) }
        return issueCount == before ? figure(draft, node) : nil
      }
    }
  }
}
