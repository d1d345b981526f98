/// What is known of one key of a kind of object apart from Swift types: a `Key` without what reads it.
package struct KeySchema: Sendable {
  package let name: String
  /// What the key may hold.
  package let value: ValueSchema
  /// A sentence on the key, without its role and condition; see `sentence`.
  let about: String
  /// The default in the preset language or in words; nil if there is none, or if the sentence says it.
  package internal(set) var defaultText: @Sendable () -> String? = { nil }
  /// Whether every object needs the key; see `Condition.requiredBy` for keys that only some need.
  package var isRequired = false
  package var role = Role.value
  package var condition: Condition?
  /// Keys of the same object of which one must be given, and not be 0, for this key to have an effect; empty if it needs none.
  /// All of them are without effect by default.
  package var companions: [String] = []
  /// A key of the same object beside which this one has no effect; nil for none.
  package var replacement: String?
  /// The heading under which it is told; nil for objects with few keys.
  var group: KeyGroup?
  /// A key that objects of other types have in this one's place, and what to write there.
  var counterpart: (key: String, advice: String)?
  /// What the names mean that the key may hold, in the names' order; empty where the key's sentence says it.
  package var nameSentences: [(name: String, sentence: String)] = []

  /// Function of a key besides holding a value.
  package enum Role: Sendable {
    case value
    /// One of the sources of a layer, of which exactly one must be given. The source that a preset gives a layer replaces the one
    /// that the preset that it extends has given it.
    case source
    /// The name by which elements of a list are told apart, and merged.
    case identity
    /// The name of another preset, which supplies the keys that this one does not give: `extends`.
    case base
  }

  /// Restriction of a key to objects of some types.
  package struct Condition: Sendable {
    /// The key that decides, most often `type`.
    package let key: String
    /// Values of that key with which the restricted key applies.
    package let values: [String]
    /// Values, among `values`, with which the restricted key must be given.
    package var requiredBy: [String] = []
  }

  /// The sentence of the JSON Schema and of the reference page: `about`, with the role and the condition in words.
  package var sentence: String {
    if role == .source { return "Source: \(about)" }
    guard let condition else { return about }
    let values = condition.values.joined(separator: ", ")
    let scope = condition.key == "type" ? values : "With \(condition.key) \(values)"
    return "\(scope): \(about)" + condition.requirement
  }
}

extension KeySchema.Condition {
  fileprivate var requirement: String {
    if requiredBy.isEmpty { return "" }
    return requiredBy.count == values.count ? " Required." : " Required by \(requiredBy.joined(separator: ", "))."
  }
}
