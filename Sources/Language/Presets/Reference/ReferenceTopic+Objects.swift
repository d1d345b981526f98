import JSON

extension ReferenceTopic {
  /// The text on a kind of object: its sentence, and a list of its keys.
  static func text(of object: ObjectSchema) -> PlainText {
    var parts: [PlainText.Part] = [
      .paragraph("\(object.name): a kind of object of the preset language."), .paragraph(object.about),
    ]
    if object.kinds.isEmpty {
      for (heading, keys) in object.groupedKeys { parts += [.heading(heading ?? "Keys"), list(of: keys)] }
    } else {
      let usual = object.key(named: ObjectSchema.typeKey)?.defaultText().map { " (\($0) if not given)" }
      parts += [
        .heading("Values of the key \(ObjectSchema.typeKey)\(usual ?? ""), each with its other keys"),
        .list(
          object.kinds.map { kind in
            let keys = object.ownKeys(of: kind).map(\.name).joined(separator: ", ")
            return (kind.name, kind.about + (keys.isEmpty ? "" : "\nkeys: " + keys))
          }),
      ]
      let common = object.keysOfAllKinds
      if !common.isEmpty { parts += [.heading("Keys of each"), list(of: common)] }
    }
    let holdingKeys = Declarations.all.flatMap { holder in
      holder.keys.filter { $0.value.objects.contains { $0.schema.name == object.name } }.map {
        "\(holder.name).\($0.name)"
      }
    }
    if !holdingKeys.isEmpty { parts += [.heading("Keys that hold it"), .words(holdingKeys)] }
    parts += toCopy(ReferenceExample.line(of: object.name))
    if let kind = object.kinds.first {
      parts.append(.paragraph("More on one of them: motes help \(object.name).\(kind.name)"))
    } else if let key = object.keys.first {
      parts.append(.paragraph("More on one key: motes help \(object.name).\(key.name)"))
    }
    return PlainText(parts: parts)
  }

  /// The topic of one kind of an object: its sentence, and a list of its keys.
  static func topic(ofKind kind: ObjectSchema, of object: ObjectSchema) -> ReferenceTopic {
    ReferenceTopic(name: "\(object.name).\(kind.name)", about: kind.about) {
      PlainText(parts: parts(ofKind: kind, of: object))
    }
  }

  /// The topic of a name that kinds of some objects have, followed by keys and other uses of the name.
  static func topic(
    ofKinds kinds: [(object: ObjectSchema, kind: ObjectSchema)], keys: [(object: ObjectSchema, key: KeySchema)],
    named name: String
  ) -> ReferenceTopic {
    ReferenceTopic(name: name, about: kinds[0].kind.about) {
      let types = kinds.map { "\($0.object.name).\(ObjectSchema.typeKey)" }
      var text = PlainText(parts: kinds.flatMap { parts(ofKind: $0.kind, of: $0.object) })
      if !keys.isEmpty {
        text.parts += [
          .heading("Keys of this name"), .list(keys.map { ("\($0.object.name).\($0.key.name)", $0.key.sentence) }),
        ]
      }
      text.parts += otherUses(of: name, besides: types)
      return text
    }
  }

  /// A line to copy, under a heading; nothing without a line.
  static func toCopy(_ line: String?) -> [PlainText.Part] {
    guard let line else { return [] }
    return [.heading("To copy"), .code([line])]
  }

  private static func parts(ofKind kind: ObjectSchema, of object: ObjectSchema) -> [PlainText.Part] {
    let article = "aeiou".contains(object.name.first ?? " ") ? "an" : "a"
    var parts: [PlainText.Part] = [
      .paragraph(
        "\(kind.name): \(article) \(object.name), which has \(quoted(ObjectSchema.typeKey)): \(quoted(kind.name))."),
      .paragraph(kind.about),
    ]
    parts += toCopy(ReferenceExample.line(ofKind: kind.name, of: object.name))
    if !kind.keys.isEmpty { parts += [.heading("Keys"), list(of: kind.keys)] }
    return parts
  }

  /// A list of keys, each with what it may hold.
  private static func list(of keys: [KeySchema]) -> PlainText.Part {
    .list(
      keys.map { key in
        (key.name + (key.isRequired ? " (required)" : ""), key.sentence + "\n" + valueLine(of: key))
      })
  }

  /// The topic of a key's name alone: the keys with that name in all kinds of objects, followed by other keys that mention the
  /// name.
  static func topic(ofEvery keys: [(object: ObjectSchema, key: KeySchema)], named name: String) -> ReferenceTopic {
    let shownPaths = keys.map { "\($0.object.name).\($0.key.name)" }
    return topic(of: keys, mentions(of: name, excluding: shownPaths))
  }

  /// The topic of one or more keys with the same name.
  ///
  /// - Parameter mentions: the parts that follow the keys.
  static func topic(
    of keys: [(object: ObjectSchema, key: KeySchema)],
    _ mentions: @autoclosure @escaping @Sendable () -> [PlainText.Part] = []
  ) -> ReferenceTopic {
    let name = keys.count == 1 ? "\(keys[0].object.name).\(keys[0].key.name)" : keys[0].key.name
    return ReferenceTopic(name: name, about: keys[0].key.sentence) {
      PlainText(parts: keys.flatMap { parts(of: $0.key, in: $0.object, name: $0.object.name) } + mentions())
    }
  }

  /// The text on one key.
  ///
  /// - Parameter name: what the object is called.
  private static func parts(of key: KeySchema, in object: ObjectSchema, name: String) -> [PlainText.Part] {
    // A key may mean something else in each kind that has it.
    if key.statesItsKinds {
      let owners = object.kinds.compactMap { kind in kind.key(named: key.name).map { (kind, $0) } }
      return owners.flatMap { Self.parts(of: $0.1, in: $0.0, name: "\(name).\($0.0.name)") }
    }
    var facts = [("value", Reference.description(of: key.value) { $0.schema.name })]
    if key.isRequired {
      facts.append(("required", "Every \(name) needs it."))
    } else if let text = key.defaultText() {
      facts.append(("default", text))
    }
    var parts: [PlainText.Part] = [.heading("\(name).\(key.name)"), .paragraph(key.sentence), .list(facts)]
    if !key.choiceSentences.isEmpty {
      parts += [.heading("Names"), .list(key.choiceSentences.map { ($0.name, $0.sentence) })]
    }
    // Keys such as velocityRange, which belongs to velocity.
    let belongingKeys = object.keys.map(\.name).filter { $0 != key.name && $0.hasPrefix(key.name) }
    if !belongingKeys.isEmpty { parts += [.heading("Keys that belong to it"), .words(belongingKeys)] }
    let topics = relatedTopics(to: key.value)
    if !topics.isEmpty { parts += [.heading("See also"), .words(topics.map { "motes help \($0)" })] }
    return parts
  }

  /// One line on what a key may hold, and on its default.
  private static func valueLine(of key: KeySchema) -> String {
    let value = Reference.description(of: key.value) { $0.schema.name }
    let defaultText = key.isRequired ? nil : key.defaultText()
    return "[\(value)\(defaultText.map { "; default: \($0)" } ?? "")]"
  }

  /// Names of the topics that explain what a value may be.
  private static func relatedTopics(to value: ValueKind) -> [String] {
    let rules = JSONSchemaRules(value)
    var names = value.objects.map(\.schema.name)
    if !value.animations.isEmpty { names.append("animations") }
    if case .easing = value { names.append("easings") }
    if case .interpolation = value { names.append("colors") }
    let isColorCurve = if case .colorCurve = value { true } else { false }
    if isColorCurve || rules.text?.definition == "colorText" { names.append("colors") }
    if case .curve = value { names.append("curves") }
    if case .pointCurve = value { names.append("curves") }
    if isColorCurve { names.append("curves") }
    if rules.text?.names.contains("center") == true { names.append("points") }
    if rules.text?.allowsFormulas == true, rules.number != nil { names.append("expressions") }
    return names.uniqued()
  }
}
