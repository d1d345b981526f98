import Model

// Lengths of texts as they are typeset: textWidth('title').

extension FormulaFunction {
  static let textLengths: [FormulaFunction] = [
    textLength("textWidth", "Points that the longest line of the text layer of that name takes.") { $0.width },
    textLength("textHeight", "Points that all lines of the text layer of that name take.") { $0.height },
  ]

  private static func textLength(
    _ name: String, _ about: String, length: @escaping @Sendable (TextMeasure) -> Double
  ) -> FormulaFunction {
    FormulaFunction(name, .numbers, for: [.number], [.any("'layer'")], about, meaning: .textLength(length))
  }
}

extension FormulaParser {
  /// ( ' name ' )
  mutating func parseTextLength(
    _ function: FormulaFunction, _ length: @Sendable (TextMeasure) -> Double
  ) throws(Failure) -> FormulaVector {
    guard take("(") else { throw unexpected("a (") }
    let start = skipToToken()
    guard let name = takeQuoted() else {
      throw Failure(
        offset: start,
        message: "\(function.name) takes the name of a text layer in quotes: \(function.name)('title')")
    }
    guard take(")") else { throw unexpected("a )") }
    guard let measureText = scope.presetScope.textMeasure else {
      return try record(start, "only a value of a layer can measure a text")
    }
    do throws(SyntaxFailure) {
      guard let measure = try measureText(name) else { return .unknown }
      return FormulaVector(scope.builder.constant(length(measure)))
    } catch {
      return try record(start, error.message)
    }
  }
}
