extension JSONReader {
  /// Length of the longest number that is read, in bytes.
  private static let maximumNumberBytes = 400

  /// Reads an unquoted word: true, false or null. Any other word is reported.
  mutating func readWord() -> JSONNode {
    let start = index
    switch takeWord() {
    case "true": return node(.bool(true), start)
    case "false": return node(.bool(false), start)
    case "null": return node(.null, start)
    case let word:
      // "infinity", the longest word compared below, has eight letters, so longer words are not worth lowercasing.
      let lowercased = word.utf8.count <= 8 ? word.lowercased() : ""
      if lowercased == "nan" || lowercased == "infinity" || lowercased == "inf" {
        report("\(word) is not a number that a \(subject) can hold", at: start)
      } else if ["true", "false", "null"].contains(lowercased) {
        report("\(word) is not a value; write \(lowercased)", at: start)
      } else {
        report("\(shortened(word)) is not a value; write text in double quotes", at: start)
      }
      return node(.invalid, start)
    }
  }

  /// Consumes the letters and digits from `index` on, and returns them.
  mutating func takeWord() -> String {
    let start = index
    while index < bytes.count, JSONReader.startsWord(bytes[index]) || JSONReader.isDigit(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads a number. Consumes all bytes that look like part of a number, so that a message shows the whole text.
  mutating func readNumber() -> JSONNode {
    let start = index
    while index < bytes.count, JSONReader.isNumberLike(bytes[index]) { index += 1 }
    guard index - start <= Self.maximumNumberBytes else {
      report("a number of \(grouped(index - start)) characters", at: start)
      return node(.invalid, start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard JSONReader.isNumber(bytes[start..<index]), let value = Double(text) else {
      let value = Double(text)
      let advice = value.map { $0.isFinite ? "; write \(plain($0))" : "" } ?? ""
      report("\(shortened(text)) is not a number in JSON's notation\(advice)", at: start)
      return node(.invalid, start)
    }
    guard value.isFinite else {
      report("\(shortened(text)) is too large to be read", at: start)
      return node(.invalid, start)
    }
    return node(.number(value, text: text), start)
  }

  /// Whether a text is a number in JSON's spelling (RFC 8259): -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
  package static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var remaining = text
    // Returns how many digits were dropped.
    func dropDigits(from remaining: inout ArraySlice<UInt8>) -> Int {
      let count = remaining.prefix(while: isDigit).count
      remaining = remaining.dropFirst(count)
      return count
    }
    if remaining.first == UInt8(ascii: "-") { remaining = remaining.dropFirst() }
    if remaining.first == UInt8(ascii: "0") {
      remaining = remaining.dropFirst()
    } else if dropDigits(from: &remaining) == 0 {
      return false
    }
    if remaining.first == UInt8(ascii: ".") {
      remaining = remaining.dropFirst()
      if dropDigits(from: &remaining) == 0 { return false }
    }
    if remaining.first == UInt8(ascii: "e") || remaining.first == UInt8(ascii: "E") {
      remaining = remaining.dropFirst()
      if remaining.first == UInt8(ascii: "+") || remaining.first == UInt8(ascii: "-") {
        remaining = remaining.dropFirst()
      }
      if dropDigits(from: &remaining) == 0 { return false }
    }
    return remaining.isEmpty
  }
}
