// Values as the messages of this module print them.

/// Names as a list of choices: "a, b or c".
func listed(_ names: [String]) -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}

/// A whole number with separators: 1,000,000.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number.magnitude))
  var index = digits.count - 3
  while index > 0 {
    digits.insert(",", at: index)
    index -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// A number as short as it can be written without loss; whole ones without a point.
func plain(_ number: Double) -> String {
  guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
  return "\(Int64(number))"
}

/// A predicted figure: whole, with separators.
func figure(_ number: Double) -> String {
  guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
  return grouped(Int(number.rounded(.up)))
}

/// The text between quotes, shortened and with nothing that could disturb a terminal.
func quoted(_ text: String) -> String { "\"" + shortened(text) + "\"" }

func shortened(_ text: String, to limit: Int = 40) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if result.count >= limit {
      result.append("…")
      break
    }
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    result.append(isControl ? "\u{FFFD}" : scalar)
  }
  return String(result)
}
