import Model

extension FormulaFunction {
  /// The most terms of a sum or product.
  static let maximumTerms = 256

  /// The functions that write out a term for each value of an index.
  static let terms: [FormulaFunction] = [
    FormulaFunction(
      "sum", joining: .add, ofNone: 0,
      "The sum of the terms for each whole k from first to last, so sum(k, 1, 3, k ^ 2) is 14; 0 where there are none. With a knob's list, sum(e, list, term), e is each of its elements."
    ),
    FormulaFunction(
      "product", joining: .multiply, ofNone: 1,
      "The product of the terms for each whole k from first to last, as sum; 1 where there are none."),
  ]

  private init(_ name: String, joining operation: FormulaOperation, ofNone value: Double, _ about: String) {
    // Wide enough for any list, and narrow enough that a slip such as a bound in points is told of.
    let bounds = -10_000...10_000
    self.init(
      name, .numbers, for: [.number, .pixels],
      [.any("k"), .whole("first", bounds), .whole("last", bounds), .any("term")], about,
      meaning: .terms(operation, ofNone: value))
  }
}
