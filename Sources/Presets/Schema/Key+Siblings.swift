import Model

/// Names of the keys by which elements of lists merge, and find their order, where a preset extends another.
enum SiblingKeys {
  static let name = "name"
  static let before = "before"
  static let after = "after"
}

extension Key {
  /// Keys of elements that are told apart by their names.
  static func siblings(
    _ noun: String, name: Property<Target, String>, isEnabled: Property<Target, Bool>
  ) -> [Key] {
    [
      .text(SiblingKeys.name, name, "Its name, for --set, extends and the random draws.").role(.identity),
      .flag("enabled", isEnabled, "false leaves the \(noun) out."),
      .order(SiblingKeys.before, noun), .order(SiblingKeys.after, noun),
    ]
  }

  /// Merging consumes these keys: one that is left stands in a preset that extends nothing.
  private static func order(_ name: String, _ noun: String) -> Key {
    Key(name, .text, "With extends: the sibling that this \(noun) goes \(name).") { node, decoder, _ in
      decoder.report("before and after are for presets that extend another", at: node)
    }
  }
}
