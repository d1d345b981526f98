// Functions that write values in messages to users.

/// The most characters (Unicode scalars) that a message shows of a name or key from the command line.
package let maximumShownNameLength = 200

/// Names in a sentence: "a, b or c".
package func listed(_ names: [String], conjunction: String = "or") -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// A whole number with separators: 1,000,000.
package func grouped(_ number: Int) -> String {
  var digits = Array(String(number.magnitude))
  var index = digits.count - 3
  while index > 0 {
    digits.insert(",", at: index)
    index -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// A number as the shortest decimal that is read back as the same Double. Whole numbers up to 2⁵³ are printed without a point.
package func plain(_ number: Double) -> String {
  guard number == number.rounded(), abs(number) <= 0x1p53 else { return "\(number)" }
  return "\(Int64(number))"
}

/// An estimate as messages show it: rounded up to a whole number, with separators: 1,000,000. From 10¹⁵ on, as Swift prints it.
package func estimateText(_ number: Double) -> String {
  guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
  return grouped(Int(number.rounded(.up)))
}

/// The text in double quotes, shortened as by `shortened`.
package func quoted(_ text: String) -> String { "\"" + shortened(text) + "\"" }

/// The first `limit` characters (Unicode scalars) of a text, followed by … if there are more. Characters that could disturb a
/// terminal (`isHarmful`) are replaced by U+FFFD.
package func shortened(_ text: String, to limit: Int = 40) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if result.count >= limit {
      result.append("…")
      break
    }
    result.append(isHarmful(scalar) ? "\u{FFFD}" : scalar)
  }
  return String(result)
}

/// The character at an offset of UTF-8 text as a message shows it. Four bytes are decoded, because no scalar is longer in UTF-8.
package func characterText(of text: [UInt8], at offset: Int) -> String {
  let scalar = String(decoding: text[offset..<min(offset + 4, text.count)], as: UTF8.self).unicodeScalars.first
  return shortened(scalar.map { String($0) } ?? "")
}

/// Whether a character could change how a terminal shows the text after it, such as control characters and marks for the
/// direction of writing.
private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
  default: false
  }
}
