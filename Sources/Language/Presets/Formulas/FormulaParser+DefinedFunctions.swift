import JSON
import Model

extension FormulaParser {
  /// Reads the arguments of a function that the preset or the field defines, and returns the value of its body for them.
  mutating func parseCall(
    _ index: Int, _ function: DefinedFunction, at start: Int
  ) throws(Failure) -> FormulaVector {
    let (arguments, _) = try parseArguments()
    guard function.isSound else { return .unknown }
    let count = function.parameters.count
    guard arguments.count == count else {
      return try recordCount(arguments.count, of: function.name, count...count, at: start, function.usage)
    }
    guard arguments.allSatisfy(\.isKnown) else { return .unknown }
    try countWrittenOut(bytes: function.formula.utf8.count, at: start)
    let callersFrame = scope.frame
    scope.frame = scope.frame(ofFunction: index, arguments)
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

  /// Counts a body or a term that has been read once more.
  ///
  /// - Parameter start: the place of the call, sum or product in the formula.
  /// - Throws: a failure if there is too much of them.
  func countWrittenOut(bytes: Int, at start: Int) throws(Failure) {
    let writtenOut = scope.presetScope.writtenOut
    writtenOut.count(bytes: bytes)
    if writtenOut.isExhausted { throw Failure(offset: start, message: WrittenOutFormulas.message) }
  }
}
