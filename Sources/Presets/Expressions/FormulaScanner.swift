import Model

/// Reading the tokens of a formula, whatever its values are.
protocol FormulaScanner {
  typealias Failure = SyntaxFailure

  /// UTF-8 of the formula, without the equals sign before it.
  var text: [UInt8] { get }
  /// Offset of the next byte to be read.
  var index: Int { get set }
}

extension FormulaScanner {
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

  /// Takes the name that stands at `index`: letters, digits and _.
  mutating func takeName() -> String {
    let start = index
    while index < text.count, isLetter(text[index]) || isDigit(text[index]) { index += 1 }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  /// Takes digits and points as far as they reach, of which `Double` allows one, and an exponent.
  mutating func takeNumber() -> String {
    let start = index
    while index < text.count, isDigit(text[index]) || text[index] == UInt8(ascii: ".") { index += 1 }
    // Setting the bit 0x20 makes a capital of ASCII small.
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      // Without digits after it, the e is no exponent: it begins a name.
      var end = index + 1
      if end < text.count, text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-") { end += 1 }
      if end < text.count, isDigit(text[end]) {
        while end < text.count, isDigit(text[end]) { end += 1 }
        index = end
      }
    }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  /// The texts in the brackets, one after the other, that stand at `index`, which they are taken from.
  mutating func takeIndices() throws(Failure) -> [String] {
    var indices: [String] = []
    while peekPastSpace() == UInt8(ascii: "[") {
      guard let length = KnobReference.bracketLength(text[index...]) else {
        throw Failure(offset: index, message: "this [ is not closed")
      }
      indices.append(String(decoding: text[(index + 1)..<(index + length - 1)], as: UTF8.self))
      index += length
    }
    return indices
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

  /// The character at `index` as a message shows it. (A scalar has at most four bytes of UTF-8.)
  func shownCharacter() -> String {
    let scalar = String(decoding: text[index..<min(index + 4, text.count)], as: UTF8.self).unicodeScalars.first
    return shortened(scalar.map { String($0) } ?? "")
  }

  func isDigit(_ byte: UInt8) -> Bool { Scope.isDigit(byte) }

  /// Whether a byte may begin a name: a letter or _.
  func isLetter(_ byte: UInt8) -> Bool { Scope.isLetter(byte) }
}
