import Colorimetry
import JSON
import Model

/// A field whose colour is given by a formula, as it is written in a preset.
struct FormulaFieldDraft: Sendable {
  /// The formula of the colour.
  var color: JSONNode?
  /// The formula of the colour's opacity.
  var alpha: JSONNode?
  /// The object `functions`, which defines functions that the formulas may call.
  var functions: JSONNode?
  /// The object `let`, which defines names that the formulas may use.
  var definitions: JSONNode?
  /// What red, green and blue of the formulas mean.
  var colorSpace = FormulaField.Space.srgb
  /// The stops that a formula's number is looked up in.
  var colors = ColorMap(.black, .white)
  /// Each pixel is the mean of `samples` × `samples` places in it.
  var samples = 1
  /// Each number gives other random numbers.
  var variant = 0
}

extension PresetDecoder {
  /// Reads a field whose colour is given by a formula.
  ///
  /// - Parameter given: names that its formulas may use besides, with their formulas.
  func formulaField(_ node: JSONNode, given: KeyValuePairs<String, String> = [:]) -> FormulaField? {
    let issueCountBefore = issueCount
    guard let draft = object(node, Declarations.formulaField), let color = draft.color else { return nil }
    let formulaScope = FormulaScope(scope, colorSpace: draft.colorSpace)
    for (name, text) in given {
      formulaScope.define(name, as: (try? FormulaParser.compile(text, in: formulaScope)) ?? .unknown)
    }
    define(draft.functions, draft.definitions, in: formulaScope)
    let value = inside(key: "color") { compileFieldFormula(color, in: formulaScope) }
    // A number is a location in the ramp, three or four numbers are a colour; two are neither.
    if value.count == 2 { inside(key: "color") { report(FormulaField.noColorMessage, atExpressionOf: color) } }
    let opacity = draft.alpha.map { compileNumber($0, key: "alpha", in: formulaScope) }
    guard issueCount == issueCountBefore else { return nil }
    let field = FormulaField(
      formula: color.string ?? "", scope: formulaScope, value: value, opacity: opacity, colors: draft.colors,
      samples: draft.samples, variant: draft.variant)
    var formulas = [CompiledFormula(key: "color", node: color, value: value)]
    if let alpha = draft.alpha, let opacity {
      formulas.append(CompiledFormula(key: "alpha", node: alpha, value: opacity))
    }
    guard countInstructions(of: field.program, computing: formulas, in: formulaScope) else { return nil }
    warnOfIdleStops(field, node)
    return field
  }

  /// Compiles the formulas of a filter that displaces pixels.
  fileprivate func displacement(_ draft: DisplaceDraft, _ node: JSONNode) -> Filter? {
    if draft.x == nil && draft.y == nil {
      report("displace needs the key x or y, a formula of how far pixels are moved", at: node)
      return nil
    }
    guard
      let offsets = numbers(
        [("x", draft.x), ("y", draft.y)], draft.functions, draft.definitions, of: "a displacement")
    else { return nil }
    var filter = Filter.Displace(
      x: draft.x?.string ?? "= 0", y: draft.y?.string ?? "= 0", program: offsets.program, values: offsets.values)
    filter.amplitude = draft.filter.amplitude
    filter.variant = draft.filter.variant
    filter.dispersion = draft.filter.dispersion
    return Filter(filter)
  }

  /// Compiles formulas of numbers to one program with an output for each, which is 0 for a key that is not given. Returns nil after reporting
  /// what is wrong.
  ///
  /// - Parameters:
  ///   - subject: what the formulas give, for messages.
  ///   - inputs: names that the formulas may use besides; their numbers are the first of the program's inputs `.value`.
  func numbers(
    _ keys: [(key: String, node: JSONNode?)], _ functions: JSONNode?, _ definitions: JSONNode?, of subject: String,
    inputs: [String] = []
  ) -> (program: FormulaProgram, values: [FormulaField.Value])? {
    let issueCountBefore = issueCount
    let formulaScope = FormulaScope(scope, colorSpace: .linear)
    formulaScope.define(inputs: inputs)
    define(functions, definitions, in: formulaScope)
    let formulas = keys.compactMap { key, node in
      node.map { CompiledFormula(key: key, node: $0, value: compileNumber($0, key: key, in: formulaScope)) }
    }
    guard issueCount == issueCountBefore else { return nil }
    let zero = FormulaVector(formulaScope.builder.constant(0))
    let outputs = keys.map { key in formulas.first { $0.key == key.key }?.value ?? zero }
    let program = formulaScope.builder.program(outputs.flatMap(\.parts))
    guard countInstructions(of: program, computing: formulas, in: formulaScope) else { return nil }
    if let formula = formulas.first(where: { formulaScope.builder.program($0.value.parts).readsRamp }) {
      inside(key: formula.key) {
        report("\(subject) has no stops, so ramp has no colours here", atExpressionOf: formula.node)
      }
      return nil
    }
    return (program, formulaScope.animatedValues)
  }

  /// A formula that was read, and what it computes.
  private struct CompiledFormula {
    let key: String
    let node: JSONNode
    let value: FormulaVector
  }

  /// Adds a program's instructions to the preset's count. Returns false after reporting that there are too many in all, or that
  /// the program takes too long for each pixel. The issue is reported at the formula that takes longest.
  ///
  /// - Parameter formulas: the formulas that the program computes.
  private func countInstructions(
    of program: FormulaProgram, computing formulas: [CompiledFormula], in formulaScope: FormulaScope
  ) -> Bool {
    instructionCount += program.nodes.count
    let message: String? =
      if instructionCount > Limits.expressionInstructions {
        "the preset's expressions are too long in total"
      } else if program.costInAdditionsPerPixel > Double(Limits.formulaAdditions) {
        FormulaField.tooSlowMessage(program.costInAdditionsPerPixel)
      } else {
        nil
      }
    guard let message else { return true }
    let slowest = formulas[formulaScope.indexOfSlowest(of: formulas.map(\.value))]
    inside(key: slowest.key) { report(message, at: slowest.node) }
    return false
  }

  /// Compiles the formula of a key and returns its value, which has to be a number: reports if it is not.
  private func compileNumber(_ node: JSONNode, key: String, in formulaScope: FormulaScope) -> FormulaVector {
    inside(key: key) {
      let value = compileFieldFormula(node, in: formulaScope)
      if value.count > 1 { report("\(key) is a number, not a \(value.kind)", atExpressionOf: node) }
      return value
    }
  }

  /// Compiles a formula that is evaluated for each pixel, and returns its value; `unknown` after reporting what is wrong with it.
  func compileFieldFormula(_ node: JSONNode, in formulaScope: FormulaScope) -> FormulaVector {
    guard let text = formulaText(node) else { return .unknown }
    do throws(FormulaParser.Failures) {
      return try FormulaParser.compile(String(text.dropFirst()), in: formulaScope)
    } catch {
      // A failure's offset counts from the byte after the equals sign; the offset in the whole text is 1 more.
      for failure in error.list { report(failure.message, in: text, of: node, byte: failure.offset + 1) }
      return .unknown
    }
  }

  /// The text of a formula with its equals sign; nil after reporting that the value is none.
  func formulaText(_ node: JSONNode) -> String? {
    if let text = node.string, text.utf8.first == UInt8(ascii: "=") { return text }
    let hint = node.string.map { "; put = before it: \(quoted("= " + $0))" } ?? ""
    report("should be a formula, a text that begins with =, not \(node.messageText)\(hint)", at: node)
    return nil
  }

  /// Reports a mistake of a whole formula, with a caret under the beginning of its expression.
  private func report(_ message: String, atExpressionOf node: JSONNode) {
    let text = node.string ?? ""
    report(message, in: text, of: node, byte: FormulaCaret.expressionStart(text))
  }

  /// Reports a mistake at a byte of a formula's text, with a caret under its character.
  func report(_ message: String, in text: String, of node: JSONNode, byte: Int) {
    report(
      message + FormulaCaret.lines(text, byte: byte), at: sources.origin(ofByte: byte, inStringAt: node.origin))
  }

  /// Warns of stops that the formula does not use.
  private func warnOfIdleStops(_ field: FormulaField, _ node: JSONNode) {
    guard field.componentCount > 1, !field.program.readsRamp,
      let stops = node.members?.first(where: { $0.key == "stops" })
    else { return }
    inside(key: "stops") {
      warn("has no effect: the formula gives a colour itself and does not call ramp(x)", at: stops.keyOrigin)
    }
  }
}

/// A filter that displaces pixels by formulas, as it is written in a preset.
private struct DisplaceDraft: Sendable {
  /// The values of the rows; the formulas move nothing yet.
  var filter = Filter.Displace()
  /// Formula of the displacement along x.
  var x: JSONNode?
  /// Formula of the displacement along y.
  var y: JSONNode?
  /// The object `functions`, which defines functions that `x` and `y` may call.
  var functions: JSONNode?
  /// The object `let`, which defines names that `x` and `y` may use.
  var definitions: JSONNode?
}

extension Declarations {
  static let displace = ObjectFamily<FilterPlace, Filter>.Kind(
    Declaration(
      Filter.Displace.name, Filter.Displace.about, DisplaceDraft(),
      Filter.Displace.parameters.map { Key($0).within(\.filter) } + [
        .fieldFormula(
          "x", \.x,
          "How far to the right of each pixel its colour is taken from, in points: a formula like a field's."
        ).defaults(to: "\"= 0\""),
        .fieldFormula("y", \.y, "As x, but how far below each pixel.").defaults(to: "\"= 0\""),
        .formulaFunctions("functions", \.functions),
        .formulaNames("let", \.definitions),
      ])
  ) { draft, decoder, node, _ in decoder.displacement(draft, node) }
}
