import Model

extension JSONSchemaRules {
  /// The rules for values of a kind.
  init(_ kind: ValueKind) {
    // Any value except plain text may be a formula, in the simplest case the name of a knob: "= size".
    let formula = JSONSchemaRules.formula
    switch kind {
    case .flag: self = JSONSchemaRules(allowsBooleans: true).or(formula)
    case .text: self.init(text: TextRules(isFree: true))
    case .number(let schema): self.init(number: schema, animations: [])
    case .animatedNumber(let schema): self.init(number: schema, animations: kind.animations)
    case .animatedPoint(let schema):
      self = JSONSchemaRules(point: schema, coordinateAnimations: ValueKind.animatedNumber(schema).animations)
      add(JSONSchemaRules(objects: kind.animations.map(\.schema)))
      add(formula)
    case .constantPoint(let schema): self = JSONSchemaRules(point: schema, coordinateAnimations: []).or(formula)
    case .choice(let names): self = JSONSchemaRules(text: TextRules(names: names)).or(formula)
    case .color: self.init(text: TextRules(definition: "colorText"))
    case .animatedColor: self = JSONSchemaRules(.color).or(JSONSchemaRules(objects: kind.animations.map(\.schema)))
    case .colors: self = JSONSchemaRules.list(of: JSONSchemaRules(.color)).or(JSONSchemaRules(.color))
    case .easing:
      // Four numbers, which may be knobs, or a text.
      self = JSONSchemaRules.list(of: JSONSchemaRules(.number(NumberSchema())), minimumCount: 4, maximumCount: 4)
      add(JSONSchemaRules(text: TextRules(definition: "easingText")))
    case .curve(let schema): self = JSONSchemaRules.curve(of: JSONSchemaRules(.number(schema)))
    case .pointCurve(let schema):
      self = JSONSchemaRules.curve(of: JSONSchemaRules(point: schema, coordinateAnimations: []))
    case .colorCurve: self = JSONSchemaRules.curve(of: JSONSchemaRules(.color))
    case .stops: self = JSONSchemaRules.stops(objects: kind.objects.map(\.schema))
    case .interpolation: self.init(text: TextRules(definition: "interpolationText"))
    case .list(let element): self = JSONSchemaRules.list(of: JSONSchemaRules(element)).or(formula)
    case .anyOf(let alternatives):
      self.init()
      for alternative in alternatives { add(JSONSchemaRules(alternative)) }
    case .fieldFormula: self = JSONSchemaRules.formula
    case .functions:
      self = JSONSchemaRules(freeKeyValues: JSONSchema.members(of: JSONSchemaRules(.fieldFormula)))
      freeKeyPattern = JSONSchemaRules.functionPattern
    case .freeKeys(let element): self = JSONSchemaRules(freeKeyValues: JSONSchema.members(of: JSONSchemaRules(element)))
    case .object(let object): self.init(objects: [object.schema])
    case .dictionary(let object): self.init(objects: [object.schema], isDictionary: true)
    case .rate:
      self.init(
        number: NumberRules(bounds: [
          ("minimum", .number(Limits.frameRates.lowerBound)), ("maximum", .number(Limits.frameRates.upperBound)),
        ]), text: TextRules(definition: "rateText"))
    case .exactSeconds:
      self.init(
        number: NumberRules(bounds: [
          ("exclusiveMinimum", .number(0)), ("maximum", .number(Double(Limits.durationSeconds))),
        ]), text: TextRules(allowsFormulas: true))
    case .anything, .animationValue: self.init(isAnything: true)
    }
  }

  /// A number: a literal, a formula, a percentage of a length, or an animation.
  private init(number schema: NumberSchema, animations: [ObjectReference]) {
    self.init(
      number: NumberRules(schema),
      text: TextRules(allowsFormulas: true, allowsPercentages: schema.percentageBasis != nil),
      objects: animations.map(\.schema))
  }

  /// A point: `[x, y]`, or, if the unit is points, a named point of the canvas or a formula.
  ///
  /// - Parameter coordinateAnimations: the animations that x and y may have each on its own.
  private init(point schema: NumberSchema, coordinateAnimations: [ObjectReference]) {
    self = JSONSchemaRules.list(
      of: JSONSchemaRules(number: schema, animations: coordinateAnimations), minimumCount: 2, maximumCount: 2)
    if schema.unit == .points {
      let names = schema.allowsNamedPoints ? PresetDecoder.namedPoints.map(\.name) : []
      add(JSONSchemaRules(text: TextRules(allowsFormulas: true, names: names)))
    }
  }

  /// A list whose elements all have the same rules.
  private static func list(of element: JSONSchemaRules, minimumCount: Int = 0, maximumCount: Int? = nil)
    -> JSONSchemaRules
  {
    var members: [(String, JSONText)] = [("items", .object(JSONSchema.members(of: element)))]
    if minimumCount > 0 { members.append(("minItems", .number(Double(minimumCount)))) }
    if let maximumCount { members.append(("maxItems", .number(Double(maximumCount)))) }
    return JSONSchemaRules(lists: [members])
  }

  /// A list whose elements have the given rules, in this order; all but the first two elements may be left out.
  private static func list(ofElements elements: [JSONSchemaRules]) -> JSONSchemaRules {
    JSONSchemaRules(lists: [
      [
        ("prefixItems", .list(elements.map { .object(JSONSchema.members(of: $0)) })), ("minItems", .number(2)),
        ("maxItems", .number(Double(elements.count))),
      ]
    ])
  }

  /// A curve: a list whose elements are a value, `[location, value]` or `[location, value, easing]`.
  private static func curve(of value: JSONSchemaRules) -> JSONSchemaRules {
    let location = JSONSchemaRules(.number(NumberSchema(.share, 0...1)))
    let stop = value.or(list(ofElements: [location, value, JSONSchemaRules(.easing)]))
    return list(of: stop).or(.formula)
  }

  /// The stops of a gradient: one colour, or a list of stops.
  private static func stops(objects: [ObjectSchema]) -> JSONSchemaRules {
    list(of: stop(objects: objects), minimumCount: 1).or(JSONSchemaRules(.color)).or(.formula)
  }

  /// A stop of a gradient: a colour, `[location, colour]`, an object of one of the kinds `objects`, or a location between two
  /// colours.
  static func stop(objects: [ObjectSchema]) -> JSONSchemaRules {
    let color = JSONSchemaRules(.animatedColor)
    let location = JSONSchemaRules(.animatedNumber(StopDraft.locations))
    return color.or(list(ofElements: [location, color])).or(JSONSchemaRules(objects: objects)).or(location)
  }
}
