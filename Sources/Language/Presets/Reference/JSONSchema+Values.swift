extension JSONSchema {
  /// A reference to the definition with a name.
  static func reference(_ name: String) -> JSONText { .object([("$ref", .text("#/$defs/\(name)"))]) }

  /// The members of the JSON Schema for values that the rules allow. The schema of a key adds further members to these.
  ///
  /// - Parameter sentences: sentences on the names that the value may be, for editors to show.
  static func members(of rules: JSONSchemaRules, sentences: [(name: String, sentence: String)] = []) -> [(
    String, JSONText
  )] {
    if rules.isAnything { return [] }
    var types: [String] = []
    var members: [(String, JSONText)] = []
    // Two kinds of rules stand apart, under `allOf`. Some have a condition on the value's type, because their keywords would restrict
    // values of other types, too. Others are references to definitions: a reference must not stand beside the key's own description.
    var separateRules: [JSONText] = []
    if let number = rules.number {
      types.append(number.isWhole ? "integer" : "number")
      members += number.bounds
    }
    if let text = rules.text {
      types.append("string")
      let schemaOfTexts = textRules(text, sentences)
      members += schemaOfTexts.members
      separateRules += schemaOfTexts.conditional
    }
    if rules.allowsBooleans { types.append("boolean") }
    if !rules.lists.isEmpty {
      types.append("array")
      // The keywords for lists do not restrict values of other types.
      if rules.lists.count == 1 {
        members += rules.lists[0]
      } else {
        separateRules.append(rule(for: "array", .object([("anyOf", .list(rules.lists.map { .object($0) }))])))
      }
    }
    if let values = rules.freeKeyValues {
      types.append("object")
      members.append(("propertyNames", .object([("pattern", .text(rules.freeKeyPattern))])))
      members.append(("additionalProperties", .object(values)))
    } else if rules.isDictionary, let object = rules.objects.first {
      types.append("object")
      members.append(("propertyNames", .object([("pattern", .text(JSONSchemaRules.namePattern))])))
      members.append(("additionalProperties", reference(object.name)))
    } else if !rules.objects.isEmpty {
      types.append("object")
      let objectRule = reference(rules.objects.count == 1 ? rules.objects[0].name : alternativesName(rules.objects))
      separateRules.append(types.count == 1 ? objectRule : rule(for: "object", objectRule))
    }
    let type: JSONText = types.count == 1 ? .text(types[0]) : .list(types.map { .text($0) })
    return [("type", type)] + members + (separateRules.isEmpty ? [] : [("allOf", .list(separateRules))])
  }

  /// A rule for values of one JSON type.
  static func rule(for type: String, _ consequence: JSONText) -> JSONText {
    .object([("if", .object([("type", .text(type))])), ("then", consequence)])
  }

  /// A rule for all texts except those that match the regular expression `exception`; for all texts if `exception` is nil.
  private static func rule(forTextsBut exception: String?, _ consequence: JSONText) -> JSONText {
    guard let exception else { return rule(for: "string", consequence) }
    let condition: JSONText = .object([
      ("type", .text("string")), ("not", .object([("pattern", .text(exception))])),
    ])
    return .object([("if", condition), ("then", consequence)])
  }

  /// The rules for texts: members of a JSON Schema that hold for every value, and rules that have a condition.
  private static func textRules(
    _ text: JSONSchemaRules.TextRules, _ sentences: [(name: String, sentence: String)]
  ) -> (members: [(String, JSONText)], conditional: [JSONText]) {
    if text.isFree { return ([], []) }
    var patterns: [String] = []
    if text.allowsFormulas { patterns.append("^=") }
    if text.allowsPercentages { patterns.append("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?%$") }
    // Texts that match may stand in place of a name, or of a number.
    let otherTexts = patterns.isEmpty ? nil : patterns.joined(separator: "|")
    if !text.names.isEmpty {
      let names: JSONText = .list(text.names.map { .text($0) })
      var choice: [(String, JSONText)] = [("enum", names)]
      if !sentences.isEmpty {
        // A keyword of Visual Studio Code: the descriptions that it shows beside the names.
        let texts = text.names.map { name in sentences.first { $0.name == name }?.sentence ?? "" }
        choice.append(("enumDescriptions", .list(texts.map { .text($0) })))
      }
      // Editors offer the examples as completions, but do not find examples that stand under a condition.
      return ([("examples", names)], [rule(forTextsBut: otherTexts, .object(choice))])
    }
    if let definition = text.definition { return ([], [rule(forTextsBut: otherTexts, reference(definition))]) }
    guard let otherTexts else { return ([], []) }
    let allowed = text.allowsPercentages ? "a percentage, or a formula" : "or a formula"
    return (
      [
        ("pattern", .text(otherTexts)),
        // A keyword of Visual Studio Code: its message for a text that does not match.
        ("patternErrorMessage", .text("A number without quotation marks, \(allowed) that begins with =.")),
      ], []
    )
  }

  /// The name of the definition for a value that may be an object of any of several kinds.
  static func alternativesName(_ objects: [ObjectSchema]) -> String { objects.map(\.name).joined(separator: ".") }

  /// The definition for a value that may be an object of any of several kinds. An object's kind is recognized by a key that no other kind
  /// has, so that a validator reports what is wrong by the rules of that kind. An object without such a key may have any keys of these
  /// kinds, but must be valid as one of them.
  static func definition(ofAlternatives objects: [ObjectSchema]) -> JSONText {
    let names = objects.flatMap { $0.keys.map(\.name) }.uniqued()
    let ruleWithoutDistinctiveKey: JSONText = .object([
      ("propertyNames", .object([("enum", .list(names.map { .text($0) }))])),
      ("anyOf", .list(objects.map { reference($0.name) })),
    ])
    return objects.reversed().reduce(ruleWithoutDistinctiveKey) { otherwise, object in
      let otherObjects = objects.filter { $0.name != object.name }
      let distinctiveKeys = object.keys.filter { key in !otherObjects.contains { $0.key(named: key.name) != nil } }
      guard !distinctiveKeys.isEmpty else { return otherwise }
      let condition: JSONText = .object([
        ("anyOf", .list(distinctiveKeys.map { .object([("required", .list([.text($0.name)]))]) }))
      ])
      return .object([("if", condition), ("then", reference(object.name)), ("else", otherwise)])
    }
  }
}
