/// Warnings of knobs that nothing reads: a user who sets one sees no change.
enum KnobWarnings {
  /// - Parameter tree: the merged preset before `--set`, which may put a number in the place of the formula that names a knob.
  static func problems(of tree: JSONNode) -> [(origin: JSONNode.Position, path: String, message: String)] {
    guard let knobs = tree["knobs"]?.members, !knobs.isEmpty else { return [] }
    var read: Set<String> = []
    collectNames(tree, &read)
    // A knob of a preset that this one, the first text that is read, extends is that one's matter: what read it may have been replaced here.
    return knobs.filter { $0.keyOrigin.source == 0 && !read.contains($0.key) }.map { knob in
      (
        knob.keyOrigin, "knobs.\(shortened(knob.key))",
        "nothing reads this knob: a value names it after an equals sign, \"= \(shortened(knob.key))\""
      )
    }
  }

  /// Collects the words of all texts that begin with an equals sign.
  private static func collectNames(_ node: JSONNode, _ names: inout Set<String>) {
    switch node.value {
    case .string(let text) where text.utf8.first == UInt8(ascii: "="):
      names.formUnion(Scope.words(of: text))
    case .array(let elements): for element in elements { collectNames(element, &names) }
    case .object(let members): for member in members { collectNames(member.node, &names) }
    default: break
    }
  }
}
