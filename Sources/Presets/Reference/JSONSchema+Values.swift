import Model

extension JSONSchema {
  /// A reference to the definition of a name.
  static func reference(_ name: String) -> JSONText { .object([("$ref", .text("#/$defs/\(name)"))]) }

  /// References to the kinds of animations that may take the place of a value.
  private static func animations(of value: ValueSchema) -> [JSONText] {
    value.animations.map { reference($0.schema.name) }
  }

  /// What a number may be: a literal, a formula, a percentage of a length, and, if it is animatable, an animation.
  private static func numeric(_ schema: NumberSchema, isAnimatable: Bool) -> [JSONText] {
    var number: [(String, JSONText)] = [("type", .text(schema.isWhole ? "integer" : "number"))]
    number.append(("minimum", .number(schema.range.lowerBound)))
    number.append(("maximum", .number(schema.range.upperBound)))
    var choices: [JSONText] = [.object(number), reference("expression")]
    if schema.percentageBasis != nil { choices.append(reference("percentage")) }
    return isAnimatable ? choices + animations(of: .animatedNumber(schema)) : choices
  }

  /// A point `[x, y]`.
  private static func pair(_ schema: NumberSchema, isAnimatable: Bool) -> JSONText {
    .object([
      ("type", .text("array")), ("items", anyOf(numeric(schema, isAnimatable: isAnimatable))), ("minItems", .number(2)),
      ("maxItems", .number(2)),
    ])
  }

  private static func anyOf(_ choices: [JSONText]) -> JSONText {
    choices.count == 1 ? choices[0] : .object([("anyOf", .list(choices))])
  }

  /// A list of at least `least` items.
  private static func array(of items: JSONText, least: Int = 0) -> JSONText {
    var members: [(String, JSONText)] = [("type", .text("array")), ("items", items)]
    if least > 0 { members.append(("minItems", .number(Double(least)))) }
    return .object(members)
  }

  /// A stop of a curve: a value, `[x, value]` or `[x, value, ease]`.
  private static func stop(_ value: JSONText) -> JSONText {
    let located: JSONText = .object([
      ("type", .text("array")),
      (
        "prefixItems",
        .list([anyOf(numeric(NumberSchema(.share, 0...1), isAnimatable: false)), value, reference("easing")])
      ),
      ("minItems", .number(2)), ("maxItems", .number(3)),
    ])
    return anyOf([value, located])
  }

  /// The words that may stand for a point of the canvas.
  private static func namedPoints(_ schema: NumberSchema) -> [JSONText] {
    guard schema.unit == .points else { return [] }
    return [.object([("enum", .list(PresetDecoder.namedPoints.map { .text($0.name) }))])]
  }

  /// The members of the JSON Schema of a value, to which the schema of a key adds its own.
  static func fields(of value: ValueSchema) -> [(String, JSONText)] {
    if case .object(let members) = schema(of: value) { return members }
    return []
  }

  /// The JSON Schema of a value.
  static func schema(of value: ValueSchema) -> JSONText {
    // Where a knob or a formula, the text "= …", may stand for the whole value: not for text, objects, dictionaries, exact seconds.
    let knob = reference("expression")
    switch value {
    case .flag: return anyOf([.object([("type", .text("boolean"))]), knob])
    case .text: return .object([("type", .text("string"))])
    case .number(let schema): return anyOf(numeric(schema, isAnimatable: false))
    case .animatedNumber(let schema): return anyOf(numeric(schema, isAnimatable: true))
    case .animatedPoint(let schema):
      return anyOf([pair(schema, isAnimatable: true)] + namedPoints(schema) + animations(of: value) + [knob])
    case .constantPoint(let schema): return anyOf([pair(schema, isAnimatable: false)] + namedPoints(schema) + [knob])
    case .choice(let names): return anyOf([.object([("enum", .list(names.map { .text($0) }))]), knob])
    case .color: return reference("color")
    case .animatedColor: return anyOf([reference("color")] + animations(of: value))
    case .colors: return anyOf([array(of: reference("color")), reference("color")])
    case .easing: return reference("easing")
    case .curve(let schema):
      return anyOf([array(of: stop(anyOf(numeric(schema, isAnimatable: false)))), knob])
    case .pointCurve(let schema):
      return anyOf([array(of: stop(pair(schema, isAnimatable: false))), knob])
    case .colorCurve:
      return anyOf([array(of: stop(reference("color"))), knob])
    case .stops:
      let color = schema(of: .animatedColor)
      let location = anyOf(numeric(NumberSchema(.share, -10...10), isAnimatable: true))
      let located: JSONText = .object([
        ("type", .text("array")), ("prefixItems", .list([location, color])), ("minItems", .number(2)),
        ("maxItems", .number(2)),
      ])
      return anyOf([
        array(of: anyOf([color, located] + value.objects.map { reference($0.schema.name) } + [location]), least: 1),
        reference("color"), knob,
      ])
    case .interpolation: return .object([("type", .text("string")), ("minLength", .number(1))])
    case .list(let element): return anyOf([array(of: schema(of: element)), knob])
    case .anyOf(let alternatives): return anyOf(alternatives.map(schema(of:)))
    case .object(let object): return reference(object.schema.name)
    case .dictionary(let object):
      return .object([
        ("type", .text("object")),
        ("propertyNames", .object([("pattern", .text("^[A-Za-z_][A-Za-z0-9_]*$"))])),
        ("additionalProperties", reference(object.schema.name)),
      ])
    case .rate: return .object([("type", .list([.text("number"), .text("string")]))])
    case .exactSeconds:
      return .object([
        ("type", .text("number")), ("exclusiveMinimum", .number(0)),
        ("maximum", .number(Double(Limits.durationSeconds))),
      ])
    case .anything, .animationValue: return .object([])
    }
  }
}
