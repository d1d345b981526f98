/// The keys of one kind of object, and the defaults of `Target`, the type that such an object is read into.
struct Declaration<Target>: Sendable {
  let schema: ObjectSchema
  let keys: [Key<Target>]
  /// A target with all defaults, which may depend on the scope, for instance on the canvas's size.
  let prototype: @Sendable (Scope) -> Target

  /// - Parameters:
  ///   - name: name of the kind in the JSON Schema and the reference page.
  ///   - about: a sentence that describes the kind.
  init(
    _ name: String, _ about: String, defaults prototype: @escaping @Sendable (Scope) -> Target, _ keys: [Key<Target>]
  ) {
    schema = ObjectSchema(
      name: name, about: about,
      keys: keys.map { key in
        var schema = key.schema
        // Defaults that depend on the canvas are printed for the default canvas.
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

  /// The key of a name. Names are compared in the schema, whose type does not depend on the target: searching `keys` would look up the
  /// metadata of its generic elements for each key of each object.
  func key(named name: String) -> Key<Target>? { schema.index(ofKey: name).map { keys[$0] } }
}

/// All declarations: the extensions in `Keys/` have one for each kind of object.
package enum Declarations {}
