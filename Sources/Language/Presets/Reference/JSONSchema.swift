import JSON

/// The JSON Schema (2020-12) of the preset language, generated from the declarations by which presets are read.
package enum JSONSchema {
  /// The schema's title, which identifies a file that Motes wrote.
  private static let title = "Motes preset"

  /// The file name under which Motes writes the schema.
  package static let fileName = "motes.schema.json"

  /// The text of the schema's file: a definition for each kind of object, and the definitions that they share.
  package static func json() -> String {
    var definitions: [(String, JSONText)] = []
    for object in Declarations.all {
      definitions.append((object.name, schema(of: object)))
      for kind in object.kinds { definitions.append((kindName(kind, of: object), schema(ofKind: kind, of: object))) }
    }
    for objects in objectAlternatives {
      definitions.append((alternativesName(objects), definition(ofAlternatives: objects)))
    }
    definitions += textDefinitions
    let root: [(String, JSONText)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text(title)),
      // Keywords of Visual Studio Code, without which this editor underlines comments and trailing commas.
      ("allowComments", .flag(true)), ("allowTrailingCommas", .flag(true)),
      ("$ref", .text("#/$defs/preset")),
      ("$defs", .object(definitions)),
    ]
    return JSONText.object(root).written() + "\n"
  }

  /// Whether a file is a schema that some version of Motes wrote.
  package static func isOwnFile(_ path: String) -> Bool {
    guard let bytes = try? FileAccess.read(path) else { return false }
    var reader = JSONReader(bytes, source: 0)
    let root = reader.read()
    return reader.problems.isEmpty && root?["title"]?.string == title && root?["$defs"]?["preset"] != nil
  }

  /// Lists of kinds of objects: one list for each value that may be an object of several kinds. Such a value is that of a key, or an
  /// element of a key's list.
  private static let objectAlternatives: [[ObjectSchema]] = {
    var found: [[ObjectSchema]] = []
    func visit(_ value: ValueKind) {
      var rulesOfValues = [JSONSchemaRules(value)]
      switch value {
      case .list(let element), .freeKeys(let element): visit(element)
      case .anyOf(let alternatives): alternatives.forEach(visit)
      case .animatedPoint(let schema): visit(.animatedNumber(schema))
      case .stops:
        visit(.animatedNumber(NumberSchema()))
        rulesOfValues.append(JSONSchemaRules.stop(objects: value.objects.map(\.schema)))
      default: break
      }
      for objects in rulesOfValues.map(\.objects) where objects.count > 1 {
        if !found.contains(where: { alternativesName($0) == alternativesName(objects) }) { found.append(objects) }
      }
    }
    for object in Declarations.all { for key in object.keys { visit(key.value) } }
    return found
  }()

  /// The definition of a kind of object: its keys, and which of them must be given.
  private static func schema(of object: ObjectSchema) -> JSONText {
    var members: [(String, JSONText)] = [("type", .text("object")), ("description", .text(object.about))]
    members.append(("properties", .object(object.keys.map { ($0.name, schema(of: $0)) })))
    if !object.kinds.isEmpty { members.append(("allOf", .list(object.kinds.map { rule(ofKind: $0, of: object) }))) }
    members += conditions(of: object.keys)
    let required = object.keys.filter(\.isRequired).map { JSONText.text($0.name) }
    if !required.isEmpty {
      // A preset needs its required keys, unless it extends another preset, which may have them.
      let requiresAll: JSONText = .object([("required", .list(required))])
      if let extendsKey = object.extendsKey {
        members.append(("anyOf", .list([requiresAll, .object([("required", .list([.text(extendsKey.name)]))])])))
      } else if !mergeable.contains(object.name) {
        members.append(("required", .list(required)))
      }
    }
    members.append(("additionalProperties", .flag(false)))
    return .object(members)
  }

  /// The name of the definition of one kind of object.
  private static func kindName(_ kind: ObjectSchema, of object: ObjectSchema) -> String {
    "\(object.name).\(kind.name)"
  }

  /// The rule that an object with a kind's `type` has what the kind's keys may hold.
  private static func rule(ofKind kind: ObjectSchema, of object: ObjectSchema) -> JSONText {
    let isKind: JSONText = .object([
      ("properties", .object([(ObjectSchema.typeKey, .object([("const", .text(kind.name))]))])),
      ("required", .list([.text(ObjectSchema.typeKey)])),
    ])
    return .object([
      ("if", isKind), ("then", .object([("$ref", .text("#/$defs/\(kindName(kind, of: object))"))])),
    ])
  }

  /// The definition of one kind of object: what the keys hold that not all kinds have. Which keys it may have, and what those of all kinds
  /// hold, follows from the definition of all kinds.
  private static func schema(ofKind kind: ObjectSchema, of object: ObjectSchema) -> JSONText {
    let keys = object.ownKeys(of: kind)
    return .object(
      [
        ("description", .text(kind.about)), ("properties", .object(keys.map { ($0.name, schema(of: $0)) })),
        (
          "required", .list(keys.filter { $0.isRequired && $0.replacement == nil }.map { .text($0.name) })
        ),
      ] + alternatives(toRequired: keys) + conditions(of: keys))
  }

  /// The member that says that objects need some keys or those that replace them; empty if there are no such keys.
  private static func alternatives(toRequired keys: [KeySchema]) -> [(String, JSONText)] {
    let rules = keys.filter(\.isRequired).compactMap { key in
      key.replacement.map { replacement in
        JSONText.object([
          ("anyOf", .list([key.name, replacement].map { .object([("required", .list([.text($0)]))]) }))
        ])
      }
    }
    return rules.isEmpty ? [] : [("allOf", .list(rules))]
  }

  /// The member that says with which values of other keys some keys may be given; empty if there are no conditions.
  private static func conditions(of keys: [KeySchema]) -> [(String, JSONText)] {
    let rulesByKey = keys.compactMap { key in key.condition.map { (key.name, rule(of: $0)) } }
    return rulesByKey.isEmpty ? [] : [("dependentSchemas", .object(rulesByKey))]
  }

  /// The schema of a key: its description and default, and the rules for its value.
  private static func schema(of key: KeySchema) -> JSONText {
    var description = key.sentence
    if let unit = Reference.unit(of: key.value) { description += " Unit: \(unit)." }
    var members: [(String, JSONText)] = []
    if !key.isRequired, let defaultText = key.defaultText() {
      description += " Default: \(defaultText)."
      var reader = JSONReader(Array(defaultText.utf8), source: 0)
      // A default in words is not JSON.
      if let node = reader.read(), reader.problems.isEmpty, let json = JSONText(node) {
        members.append(("default", json))
      }
    }
    return .object(
      [("description", .text(description))] + members
        + self.members(of: JSONSchemaRules(key.value), sentences: key.choiceSentences))
  }

  /// The rule for objects that have a key with a condition. The condition names another key of the object, most often `type`: this other
  /// key must be missing, a formula, or one of the values that the condition lists.
  private static func rule(of condition: KeySchema.Condition) -> JSONText {
    let rules = JSONSchemaRules(text: JSONSchemaRules.TextRules(allowsFormulas: true, names: condition.values))
    // Only the rule on the allowed values, which stands under `allOf`: the other key's own schema states its type.
    let allowedValues = members(of: rules).filter { $0.0 == "allOf" }
    return .object([("properties", .object([(condition.key, .object(allowedValues))]))])
  }

  /// Names of the kinds of objects that merge, by `extends`, with the object at the same key path of the extended preset. That
  /// object may have the required keys, so the schema, which sees only one file, cannot require them.
  private static let mergeable: Set<String> = {
    var found: Set<String> = []
    func visit(_ object: ObjectSchema) {
      guard found.insert(object.name).inserted else { return }
      for key in object.keys { for inner in key.value.mergeableObjects { visit(inner.schema) } }
    }
    visit(Declarations.preset.schema)
    return found
  }()
}
