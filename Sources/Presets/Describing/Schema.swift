/// The JSON Schema (2020-12) of the preset language, from the same declarations that read it.
package enum Schema {
  package static func json() -> String {
    var definitions: [(String, JSONText)] = []
    for object in Declarations.all { definitions.append((object.name, schema(of: object))) }
    definitions += shared
    let root: [(String, JSONText)] = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("Motes preset")),
      ("$ref", .text("#/$defs/preset")),
      ("$defs", .object(definitions)),
    ]
    return JSONText.object(root).written() + "\n"
  }

  private static func schema(of object: DescribedObject) -> JSONText {
    var members: [(String, JSONText)] = [("type", .text("object")), ("description", .text(object.about))]
    members.append(
      (
        "properties",
        .object(
          object.keys.map { key in
            var text = key.about
            if let unit = Reference.unit(of: key.shape) { text += " Unit: \(unit)." }
            if let value = key.defaultText { text += " Default: \(value)." }
            return (key.name, .object([("description", .text(text))] + fields(of: key.shape)))
          })
      ))
    let required = object.keys.filter(\.isRequired).map { JSONText.text($0.name) }
    // A preset that extends another may take its layers from there.
    if !required.isEmpty {
      if object.name == "preset" {
        let layers: JSONText = .object([("required", .list(required))])
        members.append(("anyOf", .list([layers, .object([("required", .list([.text("extends")]))])])))
      } else if object.name != "gradient" && object.name != "knob" {
        members.append(("required", .list(required)))
      }
    }
    members.append(("additionalProperties", .flag(false)))
    return .object(members)
  }

  /// What more than one definition refers to.
  private static let shared: [(String, JSONText)] = [
    (
      "expression",
      .object([
        ("type", .text("string")), ("pattern", .text("^=")),
        ("description", .text("A formula such as \"= 40 + 10 * sin(tau * t / duration)\", or a knob.")),
      ])
    ),
    (
      "percentage",
      .object([
        ("type", .text("string")), ("pattern", .text("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?%$")),
        ("description", .text("Of the canvas's width or height by its axis, of the shorter side where there is none.")),
      ])
    ),
    (
      "color",
      .object([
        ("type", .text("string")), ("minLength", .number(1)),
        ("description", .text("Any colour of CSS Color 4, or \"= knob\".")),
      ])
    ),
    (
      "easing",
      .object([
        (
          "anyOf",
          .list([
            .object([("type", .text("string")), ("minLength", .number(1))]),
            .object([
              ("type", .text("array")), ("items", .object([("type", .list([.text("number"), .text("string")]))])),
              ("minItems", .number(4)), ("maxItems", .number(4)),
            ]),
          ])
        ),
        (
          "description",
          .text(
            "linear, ease, ease-in, ease-out, ease-in-out, hold, cubic-bezier(…), steps(…), linear(…) or [x1, y1, x2, y2]."
          )
        ),
      ])
    ),
  ]

  private static func reference(_ name: String) -> JSONText { .object([("$ref", .text("#/$defs/\(name)"))]) }

  private static let moves = ["keyframes", "tween", "sequence", "sum", "way"].map(reference)

  private static func numeric(_ rule: NumberRule, moving: Bool) -> [JSONText] {
    var number: [(String, JSONText)] = [("type", .text(rule.isWhole ? "integer" : "number"))]
    number.append(("minimum", .number(rule.range.lowerBound)))
    number.append(("maximum", .number(rule.range.upperBound)))
    var choices: [JSONText] = [.object(number), reference("expression")]
    if rule.axis != nil { choices.append(reference("percentage")) }
    return moving ? choices + moves : choices
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

  /// `[x, value]` or `[x, value, ease]`.
  private static func placed(_ value: JSONText) -> JSONText {
    .object([
      ("type", .text("array")),
      ("prefixItems", .list([anyOf(numeric(NumberRule(.share, 0...1), moving: false)), value, reference("easing")])),
      ("minItems", .number(2)), ("maxItems", .number(3)),
    ])
  }

  private static func fields(of shape: ValueSchema) -> [(String, JSONText)] {
    if case .object(let members) = schema(of: shape) { return members }
    return []
  }

  static func schema(of shape: ValueSchema) -> JSONText {
    let knob = reference("expression")
    switch shape {
    case .flag: return anyOf([.object([("type", .text("boolean"))]), knob])
    case .text: return .object([("type", .text("string"))])
    case .number(let rule): return anyOf(numeric(rule, moving: false))
    case .moving(let rule): return anyOf(numeric(rule, moving: true))
    case .point(let rule): return anyOf([pair(rule, moving: true)] + moves + [knob])
    case .choice(let names): return anyOf([.object([("enum", .list(names.map { .text($0) }))]), knob])
    case .color: return reference("color")
    case .movingColor: return anyOf([reference("color")] + moves.prefix(3))
    case .colors: return anyOf([array(of: reference("color")), reference("color")])
    case .easing: return reference("easing")
    case .curve(let rule):
      let value = anyOf(numeric(rule, moving: false))
      return anyOf([array(of: anyOf([value, placed(value)])), knob])
    case .pointCurve(let rule):
      let value = pair(rule, moving: false)
      return anyOf([array(of: anyOf([value, placed(value)])), knob])
    case .colorCurve:
      return anyOf([array(of: anyOf([reference("color"), placed(reference("color"))])), knob])
    case .stops:
      let color = schema(of: .movingColor)
      let location = anyOf(numeric(NumberRule(.share, -10...10), moving: true))
      let placed: JSONText = .object([
        ("type", .text("array")), ("prefixItems", .list([location, color])), ("minItems", .number(2)),
        ("maxItems", .number(2)),
      ])
      return anyOf([array(of: anyOf([color, placed, reference("stop"), location]), least: 1), knob])
    case .interpolation: return .object([("type", .text("string")), ("minLength", .number(1))])
    case .list(let element): return anyOf([array(of: schema(of: element)), knob])
    case .anyOf(let shapes): return anyOf(shapes.map(schema(of:)))
    case .object(let name): return reference(name)
    case .named(let name):
      return .object([
        ("type", .text("object")),
        ("propertyNames", .object([("pattern", .text("^[A-Za-z_][A-Za-z0-9_]*$"))])),
        ("additionalProperties", reference(name)),
      ])
    case .rate: return .object([("type", .list([.text("number"), .text("string")]))])
    case .exactSeconds:
      return .object([("type", .text("number")), ("exclusiveMinimum", .number(0)), ("maximum", .number(1_000_000))])
    case .anything: return .object([])
    }
  }
}
