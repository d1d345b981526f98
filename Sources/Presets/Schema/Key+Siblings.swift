import Model

/// Names of the keys by which lists of layers and cells merge where a preset extends another: elements of one `name` merge, and
/// an element goes `before` or `after` the sibling that is named there.
enum SiblingKeys {
  static let name = "name"
  static let before = "before"
  static let after = "after"
}

extension Key {
  /// Keys of elements that are told apart by their names.
  ///
  /// - Parameter noun: what an element is, for the sentences.
  static func named(
    _ noun: String, name: Property<Target, String>, isEnabled: Property<Target, Bool>
  ) -> [Key] {
    [
      .text(SiblingKeys.name, name, "Its name, for --set and extends; its random numbers depend on it.").role(
        .identity),
      .flag("enabled", isEnabled, "false leaves the \(noun) out."),
      .order(SiblingKeys.before, noun), .order(SiblingKeys.after, noun),
    ]
  }

  /// The key `before` or `after`. Merging removes these keys, so one that is left to be decoded is in a preset that extends none.
  private static func order(_ name: String, _ noun: String) -> Key {
    Key(name, .text, "With extends: the sibling that this \(noun) goes \(name).") { node, decoder, _ in
      decoder.report("before and after are for presets that extend another", at: node)
    }
  }
}
