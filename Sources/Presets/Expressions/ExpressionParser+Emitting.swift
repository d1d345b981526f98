import JSON
import Model

extension ExpressionParser {
  /// Appends an instruction to the program. Does nothing once a failure is recorded, because operands are missing from the
  /// program then.
  mutating func emit(_ instruction: Expression.Instruction) throws(Failure) {
    guard recordedFailures.isEmpty else { return }
    builder.push(instruction)
    guard builder.isWithinLimits else { throw Failure(offset: index, message: "this expression is too complicated") }
  }

  /// What is wrong with a unit or a known name at `index`, right after a number; nil if there is neither.
  func unitMessage() -> String? {
    // Bytes from 0x80 on belong to characters beyond ASCII, such as °.
    guard index < text.count, isLetter(text[index]) || text[index] >= 0x80 else { return nil }
    let rest = text[index...]
    if rest.starts(with: "°".utf8) { return WrittenUnit.formulaHint("°") }
    let name = String(decoding: rest.prefix { isLetter($0) }, as: UTF8.self)
    if scope.names.contains(name) { return "a number and \(shortened(name)) need a * between them" }
    return WrittenUnit.formulaHint(name)
  }
}
