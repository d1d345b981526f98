import JSON
import Presets

extension Written {
  /// Greatest number of characters in a line, with its indent. Only a value that does not fit is broken into several lines.
  private static let lineWidth = 116

  /// The value as JSON. An object or list that fits stands on one line. A longer object has a line for each member; a longer list has
  /// as many elements on each line as fit.
  ///
  /// - Parameters:
  ///   - indent: spaces before each line.
  ///   - used: other characters on the value's first line, without the indent: the key before it and a comma after it.
  func laidOut(indent: Int = 0, used: Int = 0) -> String {
    let line = onOneLine
    if indent + used + line.count <= Self.lineWidth { return line }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .object(let object) where !object.isEmpty:
      let lines = object.members.map { member in
        let key = JSONWriter.quoted(member.key) + ": "
        return inner + key + member.value.laidOut(indent: indent + 2, used: key.count + 1)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    case .list(let elements) where !elements.isEmpty:
      return "[\n" + Written.filled(elements, inner, indent) + "\n\(outer)]"
    default: return line
    }
  }

  /// The elements of a list, as many on a line as fit; an object begins a new line.
  private static func filled(_ elements: [Written], _ inner: String, _ indent: Int) -> String {
    var lines: [String] = []
    var current = ""
    for (index, element) in elements.enumerated() {
      let text = element.laidOut(indent: indent + 2, used: 1) + (index + 1 < elements.count ? "," : "")
      let isObject = if case .object = element { true } else { false }
      if !current.isEmpty, isObject || text.contains("\n") || inner.count + current.count + text.count >= lineWidth {
        lines.append(inner + current)
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + text
    }
    lines.append(inner + current)
    return lines.joined(separator: "\n")
  }

  private var onOneLine: String {
    switch self {
    case .number(let value): Written.decimal(value)
    case .text(let text): JSONWriter.quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let elements): "[" + elements.map(\.onOneLine).joined(separator: ", ") + "]"
    case .object(let object) where object.isEmpty: "{}"
    case .object(let object):
      "{ " + object.members.map { "\(JSONWriter.quoted($0.key)): \($0.value.onOneLine)" }.joined(separator: ", ") + " }"
    }
  }

  /// The text of a number: whole numbers with all digits, others rounded to Float, whose seven digits are enough for presets. Numbers
  /// that are not finite, or are 1e15 or larger, become 0.
  static func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    if value == value.rounded() { return "\(Int64(value))" }
    let text = "\(Float(value))"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
