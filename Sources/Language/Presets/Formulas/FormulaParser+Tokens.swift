import JSON
import Model

// The tokens of a formula.

extension FormulaParser {
  /// Skips spaces, tabs and line breaks, and returns the next byte without taking it; nil at the end.
  mutating func peekPastSpace() -> UInt8? {
    while index < text.count, JSONReader.isWhiteSpace(text[index]) { index += 1 }
    return index < text.count ? text[index] : nil
  }

  /// Skips white space, then consumes `token` if the text continues with it. Returns whether it did.
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

  /// Consumes the first of the operators with which the text continues; nil if there is none.
  ///
  /// - Parameter operators: symbols, each after those that begin with it (< after <=), and the operations that they stand for.
  mutating func takeAny(_ operators: [(String, FormulaOperation)]) -> (String, FormulaOperation)? {
    for (symbol, operation) in operators where take(symbol) { return (symbol, operation) }
    return nil
  }

  /// Consumes the name at `index`: letters, digits and _. Empty if another character is there.
  mutating func takeName() -> String {
    let start = index
    while index < text.count, isLetter(text[index]) || isDigit(text[index]) { index += 1 }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  /// Skips white space, then consumes a text in single or double quotes; nil if there is none, or if it has no end.
  mutating func takeQuoted() -> String? {
    let start = skipToToken()
    guard start < text.count, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(text[start]),
      let end = text[(start + 1)...].firstIndex(of: text[start])
    else { return nil }
    index = end + 1
    return String(decoding: text[(start + 1)..<end], as: UTF8.self)
  }

  /// Consumes all digits and points at `index`, then an exponent if there is one. The returned text may have more than one point;
  /// then `Double` cannot read it.
  mutating func takeNumber() -> String {
    let start = index
    while index < text.count, isDigit(text[index]) || text[index] == UInt8(ascii: ".") { index += 1 }
    // Setting the bit 0x20 makes an ASCII letter lowercase.
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

  /// Consumes all brackets `[…]` from `index` on, and returns the texts inside them.
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

  /// The failure that `expected` was expected at `index`, but the text has something else there, or ends.
  mutating func unexpected(_ expected: String) -> Failure {
    guard peekPastSpace() != nil else {
      return Failure(offset: text.count, message: "the expression ends where \(expected) was expected")
    }
    return Failure(offset: index, message: "\(expected) was expected, not \(shownCharacter())\(operatorHint())")
  }

  /// The end of a message that says what to write instead of the foreign operator at `index`; empty for other characters.
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

  /// The character at `index` as a message shows it.
  func shownCharacter() -> String { characterText(of: text, at: index) }

  func isDigit(_ byte: UInt8) -> Bool { Scope.isDigit(byte) }

  /// Whether a byte may begin a name: a letter or _.
  func isLetter(_ byte: UInt8) -> Bool { Scope.isLetter(byte) }
}
