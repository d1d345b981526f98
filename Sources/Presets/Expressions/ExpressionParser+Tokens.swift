import Model

extension ExpressionParser {
  /// Appends an instruction to the program; nothing once a failure is recorded, since what is missing is no longer balanced.
  mutating func emit(_ instruction: Expression.Instruction) throws(Failure) {
    guard recorded.isEmpty else { return }
    builder.push(instruction)
    guard builder.fits else { throw Failure(offset: index, message: "this expression is too complicated") }
  }

  /// Skips white space and returns the next byte without taking it; nil at the end.
  mutating func peekPastSpace() -> UInt8? {
    while index < text.count, text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0A || text[index] == 0x0D {
      index += 1
    }
    return index < text.count ? text[index] : nil
  }

  /// Skips white space and, if the text goes on with a token, takes that. Returns whether it did.
  mutating func take(_ token: String) -> Bool {
    guard peekPastSpace() != nil else { return false }
    var end = index
    for byte in token.utf8 {
      guard end < text.count, text[end] == byte else { return false }
      end += 1
    }
    index = end
    return true
  }

  /// Takes the first of some operators that the text goes on with; nil if it goes on with none of them.
  mutating func takeAny(_ operators: [(String, Expression.Function)]) -> (String, Expression.Function)? {
    for entry in operators where take(entry.0) { return entry }
    return nil
  }

  /// The error that the text has something else, or ends, where `wanted` was expected.
  mutating func unexpected(_ wanted: String) -> Failure {
    guard peekPastSpace() != nil else {
      return Failure(offset: text.count, message: "the expression ends where \(wanted) was expected")
    }
    return Failure(offset: index, message: "\(wanted) was expected, not \(shownCharacter())\(operatorHint())")
  }

  /// What to write in place of an operator of other languages that stands at `index`, as the end of a message; empty for other
  /// characters.
  func operatorHint() -> String {
    guard index < text.count else { return "" }
    return switch text[index] {
    case UInt8(ascii: "="): "; equality is =="
    case UInt8(ascii: "&"): "; for and, multiply: (a) * (b)"
    case UInt8(ascii: "|"): "; for or, take max(a, b)"
    case UInt8(ascii: "!"): "; for not, write a == 0"
    case UInt8(ascii: "%"): "; the remainder is mod(x, y)"
    case UInt8(ascii: "*"): "; a power is x ^ y"
    default: ""
    }
  }

  /// What is wrong with a unit or another name that stands at `index`, right after a number; nil if none does.
  func unitMessage() -> String? {
    guard index < text.count, isLetter(text[index]) || text[index] >= 0x80 else { return nil }
    let rest = text[index...]
    if rest.starts(with: "°".utf8) { return WrittenUnit.formulaHint("°") }
    let name = String(decoding: rest.prefix { isLetter($0) }, as: UTF8.self)
    if scope.names.contains(name) { return "a number and \(shortened(name)) need a * between them" }
    return WrittenUnit.formulaHint(name)
  }

  /// The character at `index` as a message shows it. (A scalar has at most four bytes of UTF-8.)
  func shownCharacter() -> String {
    let scalar = String(decoding: text[index..<min(index + 4, text.count)], as: UTF8.self).unicodeScalars.first
    return shortened(scalar.map { String($0) } ?? "")
  }

  func isDigit(_ byte: UInt8) -> Bool { Scope.isDigit(byte) }

  /// Whether a byte may begin a name: a letter or _.
  func isLetter(_ byte: UInt8) -> Bool { Scope.isLetter(byte) }
}
