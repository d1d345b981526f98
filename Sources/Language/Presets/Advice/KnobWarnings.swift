import JSON

/// Warnings of knobs that no formula names, so that setting them changes nothing.
enum KnobWarnings {
  /// - Parameter tree: the merged preset before `--set` is applied, which may replace a formula that names a knob by a number.
  static func problems(of tree: JSONNode) -> [(origin: JSONNode.Position, keyPath: String, message: String)] {
    guard let knobs = tree["knobs"]?.members, !knobs.isEmpty else { return [] }
    var usedNames: Set<String> = []
    collectNames(tree, &usedNames)
    // Only knobs that the preset itself declares are reported (source 0 is the first text that is read). A knob of an extended
    // preset may be unused because this preset replaces the value that named it.
    return knobs.filter { $0.keyOrigin.source == 0 && !usedNames.contains($0.key) }.map { knob in
      (
        knob.keyOrigin, "knobs.\(shortened(knob.key))",
        "this knob is not used; a value can use it in a formula, such as \"= \(shortened(knob.key))\""
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
