import JSON

/// Warnings of knobs, signals and functions that no formula names, so that they change nothing.
enum KnobWarnings {
  /// - Parameter tree: the merged preset before `--set` is applied, which may replace a formula that names a knob by a number.
  static func problems(of tree: JSONNode) -> [(origin: JSONNode.Position, keyPath: String, message: String)] {
    let sections = [("knobs", "knob"), ("functions", "function"), ("signals", "signal")].compactMap { key, word in
      tree[key]?.members.map { (key: key, word: word, members: $0) }
    }
    if sections.allSatisfy(\.members.isEmpty) { return [] }
    var usedNames: Set<String> = []
    collectNames(tree, &usedNames)
    /// A function is written with its parameters: its name is the first word.
    func isUsed(_ key: String) -> Bool { Scope.words(of: key).first.map(usedNames.contains) ?? true }
    // Only what the preset itself declares are reported (source 0 is the first text that is read). Those of an
    // extended preset may be unused because this preset replaces the value that named it.
    return sections.flatMap { section in
      section.members.filter { $0.keyOrigin.source == 0 && !isUsed($0.key) }.map { member in
        (
          member.keyOrigin, "\(section.key).\(shortened(member.key))",
          "this \(section.word) is not used; a value can use it in a formula, such as \"= \(shortened(member.key))\""
        )
      }
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
