import JSON

/// The reference page of the preset language, generated from the declarations by which presets are read.
package enum Reference {
  /// The page: a section for each kind of object with a table of its keys.
  package static func markdown() -> String {
    var text = """
      # The preset language

      Every key of a preset, by the object that holds it.

      Where a key has a sibling of its name with Range, each particle is given a random value from value − range/2 to
      value + range/2. Lengths are points of the canvas, angles are degrees, times are seconds. An animatable value may be an
      [animation](Animation.md) instead. This page is generated from the declarations that presets are read by
      (`Scripts/reference`); `motes schema` prints the same as a JSON Schema for editors.

      """
    for object in Declarations.all {
      text += "\n## \(object.name)\n\n\(object.about)\n\n"
      if object.kinds.isEmpty {
        text += object.groupedKeys.map { heading, keys in
          (heading.map { "### \($0)\n\n" } ?? "") + table(of: keys)
        }.joined(separator: "\n")
      } else {
        let usual = object.key(named: ObjectSchema.typeKey)?.defaultText().map { ", \($0) if it is not given" }
        text += "The key `\(ObjectSchema.typeKey)` says which kind it is\(usual ?? ""):\n"
        text += object.kinds.map { section(on: $0, of: object) }.joined()
        let common = object.keysOfAllKinds
        if !common.isEmpty { text += "\n### Keys of each \(object.name)\n\n" + table(of: common) }
      }
    }
    return text + expressions() + fieldFormulas()
  }

  /// The section on one kind of an object.
  private static func section(on kind: ObjectSchema, of object: ObjectSchema) -> String {
    let keys = object.ownKeys(of: kind)
    return "\n### \(kind.name)\n\n\(kind.about)\n" + (keys.isEmpty ? "" : "\n" + table(of: keys))
  }

  /// A table of keys.
  private static func table(of keys: [KeySchema]) -> String {
    var text = "| key | value | default | meaning |\n| --- | --- | --- | --- |\n"
    for key in keys {
      let name = key.isRequired ? "`\(key.name)` (required)" : "`\(key.name)`"
      let value = escaped(description(of: key.value))
      let names = key.choiceSentences.map { " `\($0.name)`: \($0.sentence)" }.joined()
      text += "| \(name) | \(value) | \(escaped(key.defaultText() ?? "")) | \(escaped(key.sentence + names)) |\n"
    }
    return text
  }

  /// The section on formulas.
  private static func expressions() -> String {
    var text = "\n## expression\n\n" + formulaParagraphs[0]
    text += "\n\n| operator, strongest first | meaning |\n| --- | --- |\n"
    for row in formulaOperators { text += "| \(row.codeMarkdown) | \(row.about) |\n" }
    text += "\n| name | meaning |\n| --- | --- |\n"
    for variable in FormulaVariable.all(for: .number) { text += "| \(variable.namesMarkdown) | \(variable.about) |\n" }
    text += "\n" + formulaParagraphs[1] + "\n\n| function | meaning |\n| --- | --- |\n"
    for function in FormulaFunction.all(for: .number) {
      text += "| `\(function.usage)` | \(escaped(function.about)) |\n"
    }
    return text
  }

  /// A text for a cell of a table, with | escaped, which would begin the next cell.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  /// The unit of a value's numbers; nil if it has no numbers or no unit.
  static func unit(of value: ValueKind) -> String? {
    switch value {
    case .number(let schema), .animatedNumber(let schema), .animatedPoint(let schema), .constantPoint(let schema),
      .curve(let schema),
      .pointCurve(let schema):
      schema.unit == .none ? nil : schema.unit.rawValue
    case .rate: NumberSchema.Unit.framesPerSecond.rawValue
    case .exactSeconds: NumberSchema.Unit.seconds.rawValue
    case .anyOf(let alternatives): alternatives.lazy.compactMap(unit(of:)).first
    default: nil
    }
  }

  /// Describes in words what a value may be.
  ///
  /// - Parameter link: writes the name of a kind of object; by default as a link to its section of the page.
  static func description(of value: ValueKind, link: (ObjectReference) -> String = link(to:)) -> String {
    switch value {
    case .flag: "true or false"
    case .text: "text"
    case .number(let schema): "\(schema.isWhole ? "whole number" : "number"), \(schema.rangeText)"
    case .animatedNumber(let schema): "animatable number, \(schema.rangeText)"
    case .animatedPoint(let schema): "animatable [x, y]\(namedPointClause(for: schema)), \(schema.rangeText)"
    case .constantPoint(let schema): "[x, y]\(namedPointClause(for: schema)), \(schema.rangeText)"
    case .choice(let names): listed(names.map { "\"\($0)\"" })
    case .color: "colour"
    case .animatedColor: "animatable colour"
    case .colors: "list of colours"
    case .easing: "timing curve"
    case .curve(let schema): "numbers over life, \(schema.rangeText)"
    case .pointCurve(let schema): "points over life, \(schema.rangeText)"
    case .colorCurve: "colours over life"
    case .stops: "colour, or list of colours or stops"
    case .interpolation: "colour space"
    case .list(let element): "list: \(description(of: element, link: link))"
    case .anyOf(let alternatives): alternatives.map { description(of: $0, link: link) }.joined(separator: "; or ")
    case .fieldFormula: "formula for each pixel"
    case .freeKeys(let element): "object of names, each with: \(description(of: element, link: link))"
    case .functions:
      "object of functions such as `ring(d, age)`, each with: \(description(of: .fieldFormula, link: link))"
    case .object(let object): link(object)
    case .dictionary(let object): "object of \(link(object))"
    case .rate: "number or \"n/d\", 0.1 to 1000 (frames a second)"
    case .exactSeconds: "number or formula of knobs, above 0 to 1000000 (seconds)"
    case .animationValue: "value of the animated key"
    case .anything: "any value"
    }
  }

  /// The clause on named points of the canvas, such as "top left"; empty where names are not allowed.
  private static func namedPointClause(for schema: NumberSchema) -> String {
    schema.allowsNamedPoints ? " or \"top left\"" : ""
  }

  /// A link to the section of a kind of object.
  private static func link(to object: ObjectReference) -> String {
    let name = object.schema.name
    return "[\(name)](#\(name.lowercased()))"
  }
}
