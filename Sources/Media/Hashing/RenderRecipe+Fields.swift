// Lines of `key=value` fields in the header of a hash file.

extension RenderRecipe {
  /// A mistake in a line.
  struct Malformed: Error {
    /// What is wrong, as part of a sentence: "seed is not a whole number".
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// A line of a prefix and fields, whose values are percent-encoded.
  static func line(_ prefix: String, _ fields: [Field]) -> String {
    prefix + fields.map { "\($0.key)=\(encoded($0.value))" }.joined(separator: " ")
  }

  /// The fields of a line that `line` made, in their order.
  static func fields(of line: String, _ prefix: String) throws(Malformed) -> [Field] {
    guard line.hasPrefix(prefix) else { throw Malformed("it does not begin with \"\(prefix)\"") }
    var fields: [Field] = []
    for field in line.dropFirst(prefix.count).split(separator: " ") {
      guard let equals = field.firstIndex(of: "="), equals != field.startIndex else {
        throw Malformed("\"\(field)\" is not key=value")
      }
      let key = String(field[..<equals])
      guard let value = decoded(field[field.index(after: equals)...]) else {
        throw Malformed("\(key) has a broken percent sign")
      }
      fields.append(Field(key: key, value: value))
    }
    return fields
  }

  /// Percent-encodes a value: spaces, control characters, percent signs and each byte beyond ASCII become %XX.
  private static func encoded(_ value: String) -> String {
    var text = ""
    for byte in value.utf8 {
      if byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }

  /// Undoes `encoded`; nil if a percent sign is not followed by two hexadecimal digits.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var remaining = text.utf8
    while let byte = remaining.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      // Digits are read one by one, since `UInt8("+5", radix: 16)` would accept the sign.
      let digits = remaining.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      bytes.append(UInt8(16 * digits[0] + digits[1]))
      remaining = remaining.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
