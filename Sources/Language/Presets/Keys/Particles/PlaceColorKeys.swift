import JSON
import Model

/// Colours by place as written.
struct PlaceColorsDraft: Sendable {
  var colors = PlaceColors()
  /// The formula that they follow in place of a coordinate.
  var formula: JSONNode?
  /// The object `functions`, which defines functions that the formula may call.
  var functions: JSONNode?
  /// The object `let`, which defines names that the formula may use.
  var definitions: JSONNode?
}

extension Declarations {
  static let colorByPlace = Declaration<PlaceColorsDraft>(
    "colorByPlace",
    "A gradient across the emitter's shape, which multiplies the colour of each particle by that at its place of birth, opacity too; it keeps this factor wherever it flies. With gather it is the factor at its place on the shape, and on each further shape that of its place there.",
    PlaceColorsDraft(),
    [
      .choice("along", \.colors.along, "Which way the colours run."),
      .fieldFormula(
        "formula", \.formula,
        "In place of along: where between the stops each place is, a formula as a field's between 0 and 1, which reads no time. x and y are points of the canvas, z towards the eye. Noises are the same for every seed."
      ),
      .formulaFunctions("functions", \.functions),
      .formulaNames("let", \.definitions),
      .colorCurve("stops", \.colors.stops, "The colours, at shares of the way.").required,
      .optionalNumber(
        "from", \.colors.from, .points, Limits.numbers,
        "Where the first colour is, from the emitter's position: to the right, down, towards the eye or outwards."
      ).defaults(to: "the shape's left, upper or back edge; of the radius, the middle"),
      .optionalNumber("to", \.colors.to, .points, Limits.numbers, "Where the last colour is.")
        .defaults(to: "the shape's opposite edge; of the radius, its farthest side"),
      .value("interpolation", \.colors.interpolation, .interpolation, "The colour space in which they are mixed.") {
        $0.interpolation($1)
      }.defaults(to: "\"srgb-linear\""),
    ])
}

extension PresetDecoder {
  /// Reads colours by place; nil after reporting an issue.
  func placeColors(_ unresolved: JSONNode) -> PlaceColors? {
    guard let node = resolved(unresolved), var draft = object(node, Declarations.colorByPlace) else { return nil }
    if draft.colors.along == .angle, let end = node["from"] ?? node["to"] {
      report("from and to are lengths; along an angle the colours go once around, from the top clockwise", at: end)
      return nil
    }
    guard let formula = draft.formula else {
      guard let unused = draft.functions ?? draft.definitions else { return draft.colors }
      report("functions and let are for a formula, which is missing", at: unused)
      return nil
    }
    if let other = ["along", "from", "to"].first(where: { node[$0] != nil }) {
      report(
        "formula and \(other) cannot be combined: the formula says itself where between the stops a place is",
        at: node[other] ?? node)
      return nil
    }
    guard
      let numbers = numbers(
        [("formula", formula)], draft.functions, draft.definitions, of: "a colour by place", inputs: ["z"])
    else { return nil }
    let values = numbers.values.map(\.number.constant)
    guard !numbers.program.readsTime, !values.contains(nil) else {
      inside(key: "formula") {
        report(
          "a place keeps its colour: the formula must not read the time, or numbers that change with it", at: formula)
      }
      return nil
    }
    draft.colors.formula = PlaceFormula(
      formula: formula.string ?? "", program: numbers.program, values: Array(values.compactMap { $0 }.dropFirst()))
    return draft.colors
  }
}
