import JSON

/// The property that receives a key's value.
typealias Property<Root, Value> = WritableKeyPath<Root, Value> & Sendable

/// The declaration of one key: its name, what it may hold, what it means, and where its value is stored. Decoding, validation,
/// merging, the JSON Schema and the reference page all follow from it.
struct Key<Target>: Sendable {
  private(set) var schema: KeySchema
  /// The default in the preset language, taken from a target that has every default; nil if there is none to print.
  private(set) var defaultText: @Sendable (Target) -> String?
  /// Reads a node into the target, or reports what is wrong with it.
  let read: @Sendable (JSONNode, PresetDecoder, inout Target) -> Void
  /// Returns a target's value of the key that `schema.condition` names: this value decides whether the key applies. Nil if the
  /// key has no condition.
  private(set) var conditionValue: (@Sendable (Target) -> String)?
  /// Returns why the key has no effect in an object, as the end of a sentence that begins with the key; nil if it has an effect.
  private(set) var idleReason: (@Sendable (Target) -> String?)?
  /// Returns whether the key has an effect in an object without any of `schema.companions`.
  private(set) var needsNoCompanions: @Sendable (Target) -> Bool = { _ in false }

  var name: String { schema.name }

  /// - Parameters:
  ///   - kind: what the key may hold.
  ///   - about: a sentence for the JSON Schema and the reference page.
  init(
    _ name: String, _ kind: ValueKind, _ about: String,
    default text: @escaping @Sendable (Target) -> String? = { _ in nil },
    read: @escaping @Sendable (JSONNode, PresetDecoder, inout Target) -> Void
  ) {
    schema = KeySchema(name: name, value: kind, about: about)
    defaultText = text
    self.read = read
  }
}

// MARK: Changed copies

extension Key {
  /// The key, marked as one that every object needs. If a preset extends another, either preset may give it.
  var required: Key {
    var key = self
    key.schema.isRequired = true
    // What the target holds before the key is read is no default.
    key.defaultText = { _ in nil }
    return key
  }

  /// The key with a default that is stated in the preset language or in words, because it cannot be taken from the target.
  func defaults(to text: String) -> Key {
    var key = self
    key.defaultText = { _ in text }
    return key
  }

  /// The key with a sentence for each name that it may hold.
  func explained<Choice: RawRepresentable & CaseIterable>(_ sentence: (Choice) -> String) -> Key
  where Choice.RawValue == String {
    var key = self
    key.schema.choiceSentences = Choice.allCases.map { ($0.rawValue, sentence($0)) }
    return key
  }

  /// The key with a role besides holding a value.
  func role(_ role: KeySchema.Role) -> Key {
    var key = self
    key.schema.role = role
    return key
  }

  /// The key with changes to its schema.
  func changed(_ change: (inout KeySchema) -> Void) -> Key {
    var key = self
    change(&key.schema)
    return key
  }

  /// The key with a function that returns why the key has no effect in an object (`idleReason`).
  func withIdleReason(_ reason: @escaping @Sendable (Target) -> String?) -> Key {
    var key = self
    key.idleReason = reason
    return key
  }

  /// The key with objects in which it has an effect without its companions.
  func needingNoCompanions(where needsNone: @escaping @Sendable (Target) -> Bool) -> Key {
    var key = self
    key.needsNoCompanions = needsNone
    return key
  }

  /// Restricts the key to objects whose key `decidingKey`, which is read into `path`, has one of the values.
  func applies<Choice: RawRepresentable & Sendable>(
    where decidingKey: String, _ path: Property<Target, Choice>, is values: Choice...
  ) -> Key where Choice.RawValue == String {
    restricted(to: KeySchema.Condition(key: decidingKey, values: values.map(\.rawValue))) {
      $0[keyPath: path].rawValue
    }
  }

  /// Restricts the key to objects that meet a condition.
  ///
  /// - Parameter value: returns a target's value of the key that the condition names.
  func restricted(to condition: KeySchema.Condition, value: @escaping @Sendable (Target) -> String) -> Key {
    var key = self
    key.schema.condition = condition
    key.conditionValue = value
    return key
  }
}
