import Model

/// Names of the keys that control how lists of layers and cells merge if a preset extends another. Elements with the same `name`
/// merge, and `before` or `after` names the sibling next to which an element is inserted.
enum SiblingKeys {
  static let name = "name"
  static let before = "before"
  static let after = "after"
}

extension Key {
  /// The keys `name`, `enabled`, `before` and `after` of elements that are told apart by their names.
  ///
  /// - Parameter noun: what an element is called in the keys' sentences, such as "layer".
  static func named(
    _ noun: String, name: Property<Target, String>, isEnabled: Property<Target, Bool>
  ) -> [Key] {
    [
      .text(SiblingKeys.name, name, "The name, for --set and extends; random numbers depend on it.").role(
        .identity),
      .flag("enabled", isEnabled, "false leaves the \(noun) out."),
      .order(SiblingKeys.before, noun), .order(SiblingKeys.after, noun),
    ]
  }

  /// The key `before` or `after`. Merging removes these keys, so one that is still there when the preset is decoded is an error.
  private static func order(_ name: String, _ noun: String) -> Key {
    Key(name, .text, "With extends: the sibling that this \(noun) goes \(name).") { node, decoder, _ in
      decoder.report("before and after are for presets that extend another", at: node)
    }
  }
}
