import JSON
import Model

// Sums and products, whose terms are written out: sum(k, 0, 7, term) and sum(e, list, term).

extension FormulaParser {
  /// ( name , (list | choice , choice) , choice )
  ///
  /// - Parameters:
  ///   - operation: what joins the terms.
  ///   - valueOfNone: the value without terms.
  mutating func parseTerms(
    _ function: FormulaFunction, at start: Int, joining operation: FormulaOperation, ofNone valueOfNone: Double
  ) throws(Failure) -> FormulaVector {
    guard take("(") else { throw unexpected("a (") }
    let nameStart = skipToToken()
    let name = takeName()
    guard Scope.isName(name), take(",") else {
      throw Failure(
        offset: nameStart, message: "\(function.name) begins with a name for its index: \(usageOfTerms(function))")
    }
    if let message = scope.problem(ofLocalName: name) { _ = try record(nameStart, message) }
    guard let range = try parseRange(function, at: start, name) else { return .unknown }
    let termStart = skipToToken()
    let failuresBefore = failureCount
    var total: FormulaVector?
    for (position, content) in range.contents.enumerated() {
      let (term, isNameUsed) = try parseTerm(at: termStart, LocalName(name: name, content: content, role: range.role))
      try countWrittenOut(bytes: index - termStart, at: start)
      if range.isEmpty {
        forgetFailures(after: failuresBefore)
        total = FormulaVector(parts: Array(repeating: scope.builder.constant(valueOfNone), count: max(term.count, 1)))
      } else if failureCount > failuresBefore {
        // A mistake in the first term is most often one of all.
        if position > 0 { amendFailures(after: failuresBefore, ", where \(name) is \(range.texts[position])") }
        total = .unknown
        break
      } else if !isNameUsed {
        total = try record(
          nameStart, "\(name) does not occur in the terms of this \(function.name), so they are all the same")
        break
      } else if scope.builder.isTooLarge {
        let progress = "exceeded at term \(position + 1) of \(range.contents.count)"
        throw Failure(offset: start, message: "\(scope.tooComplicated.message), \(progress)")
      } else {
        total = try joined(total, term, operation, function, at: termStart)
      }
    }
    return try finishTerms(function, at: start) ? total ?? .unknown : .unknown
  }

  /// Reads the term for one content of the name. Also returns whether it reads the name.
  private mutating func parseTerm(
    at termStart: Int, _ local: LocalName
  ) throws(Failure) -> (value: FormulaVector, isNameUsed: Bool) {
    index = termStart
    scope.frame.locals.append(local)
    defer { scope.frame.locals.removeLast() }
    let value = try parseChoice()
    return (value, scope.frame.locals.last?.isUsed == true)
  }

  /// The terms so far, none at first, joined with the next one.
  private mutating func joined(
    _ total: FormulaVector?, _ term: FormulaVector, _ operation: FormulaOperation, _ function: FormulaFunction,
    at termStart: Int
  ) throws(Failure) -> FormulaVector {
    guard let total else { return term }
    if let joined = FormulaVector.combined(operation, [total, term]) { return joined }
    return try record(
      termStart, "the terms of this \(function.name) differ: one is a \(total.kind), another a \(term.kind)")
  }

  /// Reads the end of a sum or product behind its term. Returns false after recording that more values follow.
  private mutating func finishTerms(_ function: FormulaFunction, at start: Int) throws(Failure) -> Bool {
    var count = 4
    while take(",") {
      _ = try parseChoice()
      count += 1
    }
    guard take(")") else { throw unexpected("a , or )") }
    if count > 4 { _ = try recordTermCount(count, function, at: start) }
    return count == 4
  }

  /// The two ways to write a sum.
  func usageOfTerms(_ function: FormulaFunction) -> String {
    "\(function.usage), or \(function.name)(e, list, term)"
  }

  mutating func recordTermCount(
    _ count: Int, _ function: FormulaFunction, at start: Int
  ) throws(Failure) -> FormulaVector {
    try recordCount(count, of: function.name, 4...4, at: start, usageOfTerms(function))
  }
}
