extension JSONSchema {
  static func reference(_ name: String) -> JSONText { .object([("$ref", .text("#/$defs/\(name)"))]) }

  private static func animations(of value: ValueSchema) -> [JSONText] {
    value.animations.map { reference($0.schema.name) }
  }

  private static func numeric(_ rule: NumberRule, moving: Bool) -> [JSONText] {
    var number: [(String, JSONText)] = [("type", .text(rule.isWhole ? "integer" : "number"))]
    number.append(("minimum", .number(rule.range.lowerBound)))
    number.append(("maximum", .number(rule.range.upperBound)))
    var choices: [JSONText] = [.object(number), reference("expression")]
    if rule.axis != nil { choices.append(reference("percentage")) }
    return moving ? choices + animations(of: .moving(rule)) : choices
  }

  private static func pair(_ rule: NumberRule, moving: Bool) -> JSONText {
    .object([
      ("type", .text("array")), ("items", anyOf(numeric(rule, moving: moving))), ("minItems", .number(2)),
      ("maxItems", .number(2)),
    ])
  }

  private static func anyOf(_ choices: [JSONText]) -> JSONText {
    choices.count == 1 ? choices[0] : .object([("anyOf", .list(choices))])
  }

  private static func array(of items: JSONText, least: Int = 0) -> JSONText {
    var members: [(String, JSONText)] = [("type", .text("array")), ("items", items)]
    if least > 0 { members.append(("minItems", .number(Double(least)))) }
    return .object(members)
  }

  /// A value, `[x, value]` or `[x, value, ease]`.
  private static func stop(_ value: JSONText) -> JSONText {
    let located: JSONText = .object([
      ("type", .text("array")),
      ("prefixItems", .list([anyOf(numeric(NumberRule(.share, 0...1), moving: false)), value, reference("easing")])),
      ("minItems", .number(2)), ("maxItems", .number(3)),
    ])
    return anyOf([value, located])
  }

  static func fields(of value: ValueSchema) -> [(String, JSONText)] {
    if case .object(let members) = schema(of: value) { return members }
    return []
  }

  static func schema(of value: ValueSchema) -> JSONText {
    let knob = reference("expression")
    switch value {
    case .flag: return anyOf([.object([("type", .text("boolean"))]), knob])
    case .text: return .object([("type", .text("string"))])
    case .number(let rule): return anyOf(numeric(rule, moving: false))
    case .moving(let rule): return anyOf(numeric(rule, moving: true))
    case .point(let rule): return anyOf([pair(rule, moving: true)] + animations(of: value) + [knob])
    case .constantPoint(let rule): return anyOf([pair(rule, moving: false), knob])
    case .choice(let names): return anyOf([.object([("enum", .list(names.map { .text($0) }))]), knob])
    case .color: return reference("color")
    case .movingColor: return anyOf([reference("color")] + animations(of: value))
    case .colors: return anyOf([array(of: reference("color")), reference("color")])
    case .easing: return reference("easing")
    case .curve(let rule):
      return anyOf([array(of: stop(anyOf(numeric(rule, moving: false)))), knob])
    case .pointCurve(let rule):
      return anyOf([array(of: stop(pair(rule, moving: false))), knob])
    case .colorCurve:
      return anyOf([array(of: stop(reference("color"))), knob])
    case .stops:
      let color = schema(of: .movingColor)
      let location = anyOf(numeric(NumberRule(.share, -10...10), moving: true))
      let located: JSONText = .object([
        ("type", .text("array")), ("prefixItems", .list([location, color])), ("minItems", .number(2)),
        ("maxItems", .number(2)),
      ])
      return anyOf([
        array(of: anyOf([color, located] + value.objects.map { reference($0.schema.name) } + [location]), least: 1),
        knob,
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
      return .object([("type", .text("number")), ("exclusiveMinimum", .number(0)), ("maximum", .number(1_000_000))])
    case .anything: return .object([])
    }
  }
}
