/// What is known of one kind of object apart from Swift types: a `Declaration` without what reads it.
package struct ObjectSchema: Sendable {
  package let name: String
  let about: String
  package let keys: [KeySchema]

  package func key(named name: String) -> KeySchema? { keys.first { $0.name == name } }

  /// Names of the keys of which exactly one is given.
  package var sources: [String] { keys.filter { $0.role == .source }.map(\.name) }

  /// Whether lists of these objects tell their elements apart by a name.
  package var hasIdentity: Bool { keys.contains { $0.role == .identity } }

  /// The key that names a preset to take missing keys from; nil for all but the preset itself.
  var base: KeySchema? { keys.first { $0.role == .base } }
}

/// Reference to a kind of object. It is resolved only when it is used, because kinds refer to each other and to themselves.
package struct ObjectReference: Sendable {
  private let resolve: @Sendable () -> ObjectSchema

  init<Target>(_ declaration: @autoclosure @escaping @Sendable () -> Declaration<Target>) {
    resolve = { declaration().schema }
  }

  package var schema: ObjectSchema { resolve() }
}
