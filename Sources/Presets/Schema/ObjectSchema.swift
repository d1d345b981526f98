/// The description of one kind of object, without Swift types: a `Declaration` without the functions that read it.
package struct ObjectSchema: Sendable {
  package let name: String
  let about: String
  package let keys: [KeySchema]

  package func key(named name: String) -> KeySchema? { keys.first { $0.name == name } }

  /// Names of the keys of role `source`, exactly one of which must be given.
  package var sourceKeys: [String] { keys.filter { $0.role == .source }.map(\.name) }

  /// Whether the elements of a list of these objects are told apart by their names.
  package var isToldApartByName: Bool { keys.contains { $0.role == .identity } }

  /// The key that names a preset from which missing keys are taken (`extends`); nil for all kinds of objects but presets.
  var extendsKey: KeySchema? { keys.first { $0.role == .extends } }
}

/// A lazy reference to a kind of object: it is resolved when it is used, because kinds refer to each other and to themselves.
package struct ObjectReference: Sendable {
  private let resolve: @Sendable () -> ObjectSchema

  init<Target>(_ declaration: @autoclosure @escaping @Sendable () -> Declaration<Target>) {
    resolve = { declaration().schema }
  }

  package var schema: ObjectSchema { resolve() }
}
