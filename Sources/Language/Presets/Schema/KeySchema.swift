/// The description of one key of a kind of object, without Swift types: a `Key` without the function that reads it.
package struct KeySchema: Sendable {
  package let name: String
  /// What the key may hold.
  package let value: ValueKind
  /// A sentence that describes the key, without its role and condition; see `sentence`.
  let about: String
  /// Whether `about` says to which kinds of objects its sentences belong, because the key means something else in each.
  var statesItsKinds = false
  /// The default in the preset language or in words; nil if there is none, or if `about` states it.
  package internal(set) var defaultText: @Sendable () -> String? = { nil }
  /// Whether every object needs the key, or its `replacement`; see `Condition.requiredBy` for keys that only some need.
  package var isRequired = false
  package var role = Role.value
  /// Whether the key is named after a key of the object that holds this one, about which it says something. Messages do not name its object
  /// as the one that has a key of that name.
  var isNamedAfterOuterKey = false
  package var condition: Condition?
  /// Keys of the same object, of which at least one must be given and not 0, or this key has no effect; empty if the key needs no
  /// companion. A companion that is not given counts as 0.
  package var companions: [String] = []
  /// A key of the same object that takes the place of this one if both are given, so that this one has no effect; nil if there is
  /// none.
  package var replacement: String?
  /// The heading under which the reference lists the key; nil for objects with few keys.
  var group: KeyGroup?
  /// The key that other kinds of the object have instead of this one, and advice on what to write with that key, as the end of a
  /// message; nil if there is none.
  var counterpart: (key: String, advice: String)?
  /// If the key's value is a choice among names: a sentence for each of these names, in their order; empty if `about` explains them.
  package var choiceSentences: [(name: String, sentence: String)] = []

  init(name: String, value: ValueKind, about: String) {
    (self.name, self.value, self.about) = (name, value, about)
  }

  /// What a key does besides holding a value.
  package enum Role: Sendable {
    case value
    /// A source of a layer; exactly one must be given. If a preset extends another, the source that it gives a
    /// layer replaces the layer's source in the extended preset.
    case source
    /// The name by which elements of a list are told apart and merged.
    case identity
    /// The key `extends`: the name of another preset, which supplies the keys that this preset does not give.
    case extends
  }

  /// Restriction of a key to objects in which another key has one of some values.
  package struct Condition: Sendable {
    /// The other key, whose value decides; most often `type`.
    package let key: String
    /// Values of that other key with which the restricted key applies.
    package let values: [String]
    /// Values, among `values`, with which the restricted key must be given.
    package var requiredBy: [String] = []
  }

  /// The sentence in the JSON Schema and on the reference page: `about`, with the role or the condition in words.
  package var sentence: String {
    if role == .source { return "Source: \(about)" }
    guard let condition else { return about }
    if statesItsKinds { return about + condition.requirement }
    let values = condition.values.joined(separator: ", ")
    let beginning = condition.key == "type" ? values : "With \(condition.key) \(values)"
    return "\(beginning): \(about)" + condition.requirement
  }
}

extension KeySchema.Condition {
  /// The end of a key's sentence: which objects must have the key; empty if none must.
  fileprivate var requirement: String {
    if requiredBy.isEmpty { return "" }
    return requiredBy.count == values.count ? " Required." : " Required by \(requiredBy.joined(separator: ", "))."
  }
}
