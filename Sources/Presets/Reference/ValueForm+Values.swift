import Model

extension ValueForm {
  /// The form of the values that a schema describes.
  init(_ valueSchema: ValueSchema) {
    // Any value except plain text may be a formula, in the simplest case the name of a knob: "= size".
    let formula = ValueForm.formula
    switch valueSchema {
    case .flag: self = ValueForm(allowsBooleans: true).or(formula)
    case .text: self.init(text: TextRules(isFree: true))
    case .number(let schema): self.init(number: schema, animations: [])
    case .animatedNumber(let schema): self.init(number: schema, animations: valueSchema.animations)
    case .animatedPoint(let schema):
      self = ValueForm(point: schema, animations: ValueSchema.animatedNumber(schema).animations)
      add(ValueForm(objects: valueSchema.animations.map(\.schema)))
      add(formula)
    case .constantPoint(let schema): self = ValueForm(point: schema, animations: []).or(formula)
    case .choice(let names): self = ValueForm(text: TextRules(names: names)).or(formula)
    case .color: self.init(text: TextRules(definition: "colorText"))
    case .animatedColor: self = ValueForm(.color).or(ValueForm(objects: valueSchema.animations.map(\.schema)))
    case .colors: self = ValueForm.list(of: ValueForm(.color)).or(ValueForm(.color))
    case .easing:
      // Four numbers, which may be knobs, or a text.
      self = ValueForm.list(of: ValueForm(.number(NumberSchema())), minimumCount: 4, maximumCount: 4)
      add(ValueForm(text: TextRules(definition: "easingText")))
    case .curve(let schema): self = ValueForm.curve(of: ValueForm(.number(schema)))
    case .pointCurve(let schema): self = ValueForm.curve(of: ValueForm(point: schema, animations: []))
    case .colorCurve: self = ValueForm.curve(of: ValueForm(.color))
    case .stops: self = ValueForm.stops(objects: valueSchema.objects.map(\.schema))
    case .interpolation: self.init(text: TextRules(definition: "interpolationText"))
    case .list(let element): self = ValueForm.list(of: ValueForm(element)).or(formula)
    case .anyOf(let alternatives):
      self.init()
      for alternative in alternatives { add(ValueForm(alternative)) }
    case .fieldFormula: self = ValueForm.formula
    case .named(let element): self = ValueForm(namedValues: JSONSchema.members(of: ValueForm(element)))
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

  /// A point: `[x, y]`, or, if the unit is points, a named point of the canvas.
  private init(point schema: NumberSchema, animations: [ObjectReference]) {
    self = ValueForm.list(of: ValueForm(number: schema, animations: animations), minimumCount: 2, maximumCount: 2)
    if schema.unit == .points {
      add(ValueForm(text: TextRules(allowsFormulas: true, names: PresetDecoder.namedPoints.map(\.name))))
    }
  }

  /// A list whose elements have one form.
  private static func list(of element: ValueForm, minimumCount: Int = 0, maximumCount: Int? = nil) -> ValueForm {
    var members: [(String, JSONText)] = [("items", .object(JSONSchema.members(of: element)))]
    if minimumCount > 0 { members.append(("minItems", .number(Double(minimumCount)))) }
    if let maximumCount { members.append(("maxItems", .number(Double(maximumCount)))) }
    return ValueForm(lists: [members])
  }

  /// A list whose elements have the given forms, in this order; all but the first two elements may be left out.
  private static func list(ofForms elements: [ValueForm]) -> ValueForm {
    ValueForm(lists: [
      [
        ("prefixItems", .list(elements.map { .object(JSONSchema.members(of: $0)) })), ("minItems", .number(2)),
        ("maxItems", .number(Double(elements.count))),
      ]
    ])
  }

  /// A curve: a list whose elements are a value, `[location, value]` or `[location, value, easing]`.
  private static func curve(of value: ValueForm) -> ValueForm {
    let location = ValueForm(.number(NumberSchema(.share, 0...1)))
    let stop = value.or(list(ofForms: [location, value, ValueForm(.easing)]))
    return list(of: stop).or(.formula)
  }

  /// The stops of a gradient: one colour, or a list of stops.
  private static func stops(objects: [ObjectSchema]) -> ValueForm {
    list(of: stop(objects: objects), minimumCount: 1).or(ValueForm(.color)).or(.formula)
  }

  /// A stop of a gradient: a colour, `[location, colour]`, an object of one of the kinds `objects`, or a location between two colours.
  static func stop(objects: [ObjectSchema]) -> ValueForm {
    let color = ValueForm(.animatedColor)
    let location = ValueForm(.animatedNumber(NumberSchema(.share, -10...10)))
    return color.or(list(ofForms: [location, color])).or(ValueForm(objects: objects)).or(location)
  }
}
