/// The keys of one kind of object, which is read into a `Target`.
struct Declaration<Target>: Sendable {
  let schema: ObjectSchema
  let keys: [Key<Target>]
  /// The object with every default; a default may depend on the canvas's size, for instance.
  let prototype: @Sendable (Scope) -> Target

  /// - Parameters:
  ///   - name: name of the kind in the JSON Schema and the reference page.
  ///   - about: a sentence on it.
  ///   - prototype: the object with every default, which may depend on the scope's canvas.
  init(
    _ name: String, _ about: String, defaults prototype: @escaping @Sendable (Scope) -> Target, _ keys: [Key<Target>]
  ) {
    schema = ObjectSchema(
      name: name, about: about,
      keys: keys.map { key in
        var schema = key.schema
        // Defaults that depend on the canvas are printed for a canvas without keys.
        schema.defaultText = { key.defaultText(prototype(Scope())) }
        return schema
      })
    self.keys = keys
    self.prototype = prototype
  }

  /// A declaration whose defaults do not depend on the scope.
  init(
    _ name: String, _ about: String, _ prototype: @autoclosure @escaping @Sendable () -> Target, _ keys: [Key<Target>]
  ) {
    self.init(name, about, defaults: { _ in prototype() }, keys)
  }
}

/// All declarations: the extensions in `Keys/` have one for each kind of object.
package enum Declarations {}
