/// The keys of one kind of object.
struct Declaration<Target>: Sendable {
  let schema: ObjectSchema
  let keys: [Key<Target>]
  /// The object with every default, which may depend on the canvas.
  let prototype: @Sendable (Scope) -> Target

  init(
    _ name: String, _ about: String, in prototype: @escaping @Sendable (Scope) -> Target, _ keys: [Key<Target>]
  ) {
    schema = ObjectSchema(
      name: name, about: about,
      keys: keys.map { key in
        var schema = key.schema
        schema.defaultText = { key.defaultText(prototype(Scope())) }
        return schema
      })
    self.keys = keys
    self.prototype = prototype
  }

  init(
    _ name: String, _ about: String, _ prototype: @autoclosure @escaping @Sendable () -> Target, _ keys: [Key<Target>]
  ) {
    self.init(name, about, in: { _ in prototype() }, keys)
  }
}

/// All declarations; each kind of object has its own file.
package enum Declarations {}
