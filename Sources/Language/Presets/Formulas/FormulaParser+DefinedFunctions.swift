import JSON
import Model

extension FormulaParser {
  /// Reads the arguments of a function that the field defines, and returns the value of its body for them.
  mutating func parseCall(_ function: DefinedFunction, at start: Int) throws(Failure) -> FormulaVector {
    let (arguments, _) = try parseArguments()
    guard function.isSound else { return .unknown }
    let count = function.parameters.count
    guard arguments.count == count else {
      return try recordCount(arguments.count, of: function.name, count...count, at: start, function.usage)
    }
    guard arguments.allSatisfy(\.isKnown) else { return .unknown }
    let callersFrame = scope.frame
    scope.frame = scope.frame(of: function, arguments)
    defer { scope.frame = callersFrame }
    do throws(Failures) {
      return try FormulaParser.compile(String(function.formula.dropFirst()), in: scope, nesting: depth)
    } catch {
      if let message = scope.limitMessage { throw Failure(offset: start, message: message) }
      let failure = error.list[0]
      let column = FormulaCaret.column(ofByte: failure.offset + 1, in: function.formula)
      return try record(start, "in \(function.usage), at its column \(column): \(failure.message)")
    }
  }

  /// Counts a value that is read in a body or a term, which may be read many times.
  ///
  /// - Throws: a failure if there were too many of them.
  func countWrittenOut() throws(Failure) {
    guard !scope.frame.locals.isEmpty else { return }
    let writtenOut = scope.presetScope.writtenOut
    writtenOut.count()
    if writtenOut.isExhausted { throw Failure(offset: index, message: WrittenOutFormulas.message) }
  }
}
