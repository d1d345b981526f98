import JSON
import Model

/// What the name of a sum or product, its index or the element of a list, stands for in each term.
struct TermRange {
  let name: String
  /// What the name is, for messages: "the index of a sum".
  let role: String
  /// The content of the name in each term. If there are no terms, or after a mistake that has been reported, it is one for which the
  /// term is read to find the kind of its value and its mistakes.
  var contents: [LocalName.Content]
  /// The content as messages show it.
  var texts: [String]
  /// Whether there are no terms.
  var isEmpty = false

  init(_ name: String, role: String, _ terms: [(content: LocalName.Content, text: String)], isEmpty: Bool = false) {
    (self.name, self.role, self.isEmpty) = (name, role, isEmpty)
    (contents, texts) = (terms.map(\.content), terms.map(\.text))
  }

  /// A range after a mistake that has been reported.
  init(unknown name: String, role: String, isEmpty: Bool = false) {
    self.init(name, role: role, [(.value(.unknown), "")], isEmpty: isEmpty)
  }
}

extension FormulaParser {
  /// The values of the name up to the comma before the term: those of a list, or of the numbers from a first to a last one. Nil after
  /// recording that values are missing.
  mutating func parseRange(
    _ function: FormulaFunction, at start: Int, _ name: String
  ) throws(Failure) -> TermRange? {
    let rangeStart = skipToToken()
    if let (listName, list) = try takeList() {
      guard take(",") else { return try endRange(2, function, at: start) }
      let role = "an element of \(listName)"
      guard list.count <= FormulaFunction.maximumTerms else {
        _ = try record(rangeStart, "\(listName) has \(grouped(list.count)) elements; \(termLimit(function))")
        return TermRange(unknown: name, role: role)
      }
      if list.isEmpty { return TermRange(unknown: name, role: role, isEmpty: true) }
      let terms = list.enumerated().map { number, node in
        (LocalName.Content.element(Scope.KnobValue(name: name, node: node)), "\(listName)[\(number)]")
      }
      return TermRange(name, role: role, terms)
    }
    let role = "the index of a \(function.name)"
    var bounds: [Double?] = []
    for parameter in 1...2 {
      bounds.append(try parseBound(function.parameter(parameter), function))
      guard take(",") else { return try endRange(parameter + 1, function, at: start) }
    }
    guard let first = bounds[0], let last = bounds[1] else { return TermRange(unknown: name, role: role) }
    let count = Int(last - first) + 1
    guard count <= FormulaFunction.maximumTerms else {
      _ = try record(
        rangeStart, "\(plain(first)) to \(plain(last)) are \(grouped(count)) terms; \(termLimit(function))")
      return TermRange(unknown: name, role: role)
    }
    let terms = (0..<max(count, 1)).map { step in
      let number = first + Double(step)
      return (LocalName.Content.value(FormulaVector(scope.builder.constant(number))), plain(number))
    }
    return TermRange(name, role: role, terms, isEmpty: count <= 0)
  }

  /// Reads the end of a sum or product that lacks its term, and records that it has only `count` values.
  private mutating func endRange(
    _ count: Int, _ function: FormulaFunction, at start: Int
  ) throws(Failure) -> TermRange? {
    guard take(")") else { throw unexpected("a , or )") }
    _ = try recordTermCount(count, function, at: start)
    return nil
  }

  /// The first or last value of an index; nil after recording a mistake.
  private mutating func parseBound(
    _ parameter: FormulaFunction.Parameter, _ function: FormulaFunction
  ) throws(Failure) -> Double? {
    let offset = skipToToken()
    let bound = try parseChoice()
    guard bound.isKnown else { return nil }
    guard let message = problem(of: bound, as: parameter, in: function) else { return bound.x.constant }
    _ = try record(offset, message)
    return nil
  }

  /// Reads a knob that holds a list, or an element that is a list. Nil, without reading anything, if something else is there.
  private mutating func takeList() throws(Failure) -> (name: String, elements: [JSONNode])? {
    let start = index
    let knobName = takeName()
    if let knob = scope.list(named: knobName), let indices = try? takeIndices() {
      let name = String(decoding: text[start..<index], as: UTF8.self)
      // Indices of what is no list are read again as a part of a bound, and may have sums in their turn.
      if !indices.isEmpty { try countWrittenOut(bytes: index - start, at: start) }
      let next = peekPastSpace()
      if next == UInt8(ascii: ",") || next == UInt8(ascii: ")"),
        let elements = (try? scope.element(of: knob, at: indices, nesting: depth))?.elements
      {
        return (name, elements)
      }
    }
    index = start
    return nil
  }

  private func termLimit(_ function: FormulaFunction) -> String {
    "a \(function.name) has at most \(FormulaFunction.maximumTerms)"
  }
}
