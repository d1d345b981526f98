/// The JSON Schema (2020-12) of the preset language, from the same declarations that read it.
package enum JSONSchema {
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

  /// Objects that may take required keys from those of the same path in a preset that is extended: they are merged.
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
