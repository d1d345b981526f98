import JSON
import Model

extension Declarations {
  static let formulaField = Declaration<FormulaFieldDraft>(
    "field", "A field whose colour a formula gives for each pixel: a shader in a line.",
    defaults: { scope in
      var draft = FormulaFieldDraft()
      draft.colors.interpolation = scope.defaultInterpolation
      return draft
    },
    [
      .fieldFormula(
        "color", \.color,
        "The colour: a number, which the stops make a colour of, or a vec3 or vec4 of red, green, blue and alpha."
      ).required,
      .formulaFunctions("functions", \.functions),
      .formulaNames("let", \.definitions),
      .fieldFormula("alpha", \.alpha, "How opaque the colour is, 0 to 1; 1 if not given."),
      .choice("space", \.colorSpace, "What red, green and blue mean."),
      Key(.fieldStops(\.colors)), Key(.fieldInterpolation(\.colors)),
      .whole(
        "samples", \.samples, 1...4,
        "Smooths hard edges: a pixel is the mean of samples × samples places, and takes that many times as long."
      ),
      Key(.variant("variant", \.variant)),
    ])
}

extension Key {
  /// A formula that is evaluated for each pixel. It is kept as a node and compiled after the whole object has been read.
  static func fieldFormula(_ name: String, _ path: Property<Target, JSONNode?>, _ about: String) -> Key {
    .optional(name, path, .fieldFormula, about) { $1 }
  }

  /// An object of functions and their bodies, for formulas that are evaluated for each pixel.
  static func formulaFunctions(_ name: String, _ path: Property<Target, JSONNode?>) -> Key {
    .optional(
      name, path, .functions,
      "Functions that the formulas, those of `let`, and functions after them may call: each is named with its parameters, as `ring(d, age)`."
    ) { $1 }
  }

  /// An object of names and their values, for formulas that are evaluated for each pixel.
  static func formulaNames(_ name: String, _ path: Property<Target, JSONNode?>) -> Key {
    .optional(
      name, path, .freeKeys(.anyOf([.fieldFormula, .color, .animatedNumber(NumberSchema(.none))])),
      "Names for values that the formulas, and names after them, may use: each a formula, a colour, or a number that may be animated."
    ) { $1 }
  }
}
