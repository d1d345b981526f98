/// The JSON Schema (2020-12) of the preset language, made of the declarations by which presets are read.
package enum JSONSchema {
  /// The text of the schema's file: a definition for each kind of object, and definitions that these share.
  package static func json() -> String {
    var definitions: [(String, JSONText)] = []
    for object in Declarations.all { definitions.append((object.name, schema(of: object))) }
    definitions += sharedDefinitions
    let root: [(String, JSONText)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("Motes preset")),
      ("$ref", .text("#/$defs/preset")),
      ("$defs", .object(definitions)),
    ]
    return JSONText.object(root).written() + "\n"
  }

  /// The definition of a kind of object: its keys and those that must be given.
  private static func schema(of object: ObjectSchema) -> JSONText {
    var members: [(String, JSONText)] = [("type", .text("object")), ("description", .text(object.about))]
    members.append(
      (
        "properties",
        .object(
          object.keys.map { key in
            var text = key.sentence
            if let unit = Reference.unit(of: key.value) { text += " Unit: \(unit)." }
            if let value = key.defaultText() { text += " Default: \(value)." }
            return (key.name, .object([("description", .text(text))] + fields(of: key.value)))
          })
      ))
    let required = object.keys.filter(\.isRequired).map { JSONText.text($0.name) }
    if !required.isEmpty {
      // A preset needs its required keys, or the key that names a preset to extend, which may have them.
      let all: JSONText = .object([("required", .list(required))])
      if let base = object.base {
        members.append(("anyOf", .list([all, .object([("required", .list([.text(base.name)]))])])))
      } else if !mergeable.contains(object.name) {
        members.append(("required", .list(required)))
      }
    }
    members.append(("additionalProperties", .flag(false)))
    return .object(members)
  }

  /// Names of the kinds of objects that `extends` merges with the object at the same key path of the preset that is extended.
  /// The object there may have the required keys, so the schema, which sees only one file, cannot require them.
  private static let mergeable: Set<String> = {
    var found: Set<String> = []
    func visit(_ object: ObjectSchema) {
      guard found.insert(object.name).inserted else { return }
      for key in object.keys { for inner in key.value.merged { visit(inner.schema) } }
    }
    visit(Declarations.preset.schema)
    return found
  }()
}
