import JSON
import Model

/// A density of births as written.
struct DensityShape: Sendable {
  /// The formula.
  var density: JSONNode?
  /// The object `functions`, which defines functions that the formula may call.
  var functions: JSONNode?
  /// The object `let`, which defines names that the formula may use.
  var definitions: JSONNode?
  /// Cells along the longer side of the grid on which the formula is read.
  var detail = 192
}

extension Declarations {
  static let densityShape = Declaration(
    "density", "The canvas, with births where a formula is large: clouds and voids.", DensityShape(),
    [
      .fieldFormula(
        "density", \.density,
        "How likely births are at each place, compared with others: a formula as a field's between 0 and 1, which reads no time. x and y are those of the canvas if the emitter is in its middle; with a size, the canvas is as large as fits into that. Noises are the same for every seed."
      ).required,
      .formulaFunctions("functions", \.functions),
      .formulaNames("let", \.definitions),
      .whole(
        "detail", \.detail, 1...Limits.shapePictureCells,
        "Into how many cells the longer side is divided. In a cell births are even."),
    ])
}

extension PresetDecoder {
  /// The grid on which particles are born by a density; nil after reporting an issue.
  func shapePicture(_ draft: DensityShape, at node: JSONNode) -> ShapePicture? {
    guard let formula = draft.density,
      let numbers = numbers([("density", formula)], draft.functions, draft.definitions, of: "a density")
    else { return nil }
    let formulaNode = node["density"] ?? node
    let values = numbers.values.map(\.number.constant)
    guard !numbers.program.readsTime, !values.contains(nil) else {
      inside(key: "density") {
        report(
          "births keep their density: the formula must not read the time, or numbers that change with it",
          at: formulaNode)
      }
      return nil
    }
    let picture = ShapePicture(
      density: numbers.program, values: values.compactMap { $0 }, width: scope.width, height: scope.height,
      durationSeconds: scope.duration, detail: draft.detail)
    guard picture.samples.contains(where: { $0.w > 0 }) else {
      inside(key: "density") { report("is 0 or less everywhere, so nothing could be born", at: formulaNode) }
      return nil
    }
    return picture
  }
}
