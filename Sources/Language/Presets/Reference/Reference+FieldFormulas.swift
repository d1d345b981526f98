import JSON

// The text of the reference page and of `motes help shaders` on the formulas of fields.

extension Reference {
  /// Two paragraphs: one before the table of variables, and one after it.
  static let fieldFormulaParagraphs = [
    """
    The formulas of a `field` are computed for each pixel. Besides the operators, knobs and functions of other formulas they have vectors,
    colours, and what shaders need. Values are numbers, and vectors of two to four numbers: `vec2(1, 2)`, `p + 0.5`. Operators and the
    functions of numbers act part by part, and a number goes with each part of a vector. Parts have names: `p.x`, `color.rgb`, `uv.yx`. A
    colour is a vec3: `#ff8800`, a knob that holds an opaque one, or a result of the functions of colours.
    """,
    """
    Noises and random numbers follow from the canvas's seed, the names of the layer and of the groups around it, and the field's `variant`. They differ
    from those of `noise` and `random` in other formulas. Results that are not numbers count as 0.
    """,
  ]

  /// The section on the formulas of fields.
  static func fieldFormulas() -> String {
    var text = "\n## formula of a field\n\n" + fieldFormulaParagraphs[0]
    text += "\n\n| name | value | meaning |\n| --- | --- | --- |\n"
    for variable in FormulaVariable.all(for: .pixels) {
      text += "| \(variable.namesMarkdown) | \(variable.kind) | \(variable.about) |\n"
    }
    text += "\n" + fieldFormulaParagraphs[1] + "\n"
    for group in FormulaFunction.Group.allCases {
      text += "\n### \(group.rawValue)\n\n"
      let functions = FormulaFunction.all(for: .pixels).filter { $0.group == group }
      if group == .numbers {
        text += "The functions of other formulas: \(listed(functions.map { "`\($0.name)`" }, conjunction: "and")).\n"
        continue
      }
      text += "| function | meaning |\n| --- | --- |\n"
      for function in functions { text += "| `\(function.usage)` | \(function.about) |\n" }
    }
    return text
  }
}

extension ReferenceTopic {
  /// The topic on the formulas of fields.
  static let shaders = ReferenceTopic(name: "shaders", about: "Formulas of fields: a colour for each pixel.") {
    var parts: [PlainText.Part] = [
      PlainText.paragraph(fromMarkdown: Reference.fieldFormulaParagraphs[0]),
      .heading("Names"),
      .list(
        FormulaVariable.all(for: .pixels).map { variable in
          (variable.namesText, "\(variable.kind): \(PlainText.withoutBackticks(variable.about))")
        }),
      PlainText.paragraph(fromMarkdown: Reference.fieldFormulaParagraphs[1]),
    ]
    for group in FormulaFunction.Group.allCases {
      let functions = FormulaFunction.all(for: .pixels).filter { $0.group == group }
      parts.append(.heading(group.rawValue))
      parts.append(
        group == .numbers
          ? .words(functions.map(\.name)) : .list(functions.map { ($0.usage, PlainText.withoutBackticks($0.about)) }))
    }
    return PlainText(parts: parts + [.paragraph("Keys: motes help field. Operators: motes help expressions")])
  }
}
