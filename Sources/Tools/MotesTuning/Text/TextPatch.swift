import JSON
import Presets

/// A change of one value in a preset's text that leaves all other bytes unchanged, including comments, order and white space.
package struct TextPatch: Equatable {
  /// The range of bytes that is replaced.
  let range: Range<Int>
  /// The bytes that take its place.
  let replacement: [UInt8]

  /// The text after the change.
  package func applied(to text: [UInt8]) -> [UInt8] {
    Array(text[..<range.lowerBound]) + replacement + Array(text[range.upperBound...])
  }

  /// The change that sets a knob's value.
  ///
  /// A knob that the text only inherits from another preset is added to the text's own knobs, with nothing but its value.
  /// - Parameters:
  ///   - name: the knob's name.
  ///   - value: the value as JSON.
  ///   - text: the preset's text.
  /// - Returns: nil if the text cannot be read as JSON, or if there is no object to which the knob or its value can be added.
  package static func settingKnob(_ name: String, to value: String, in text: [UInt8]) -> TextPatch? {
    var reader = JSONReader(text, source: 0)
    guard let root = reader.read(), reader.problems.isEmpty, root.members != nil else { return nil }
    if let old = root["knobs"]?[name]?["default"] {
      let start = Int(old.origin.offset)
      return TextPatch(range: start..<end(ofValueAt: start, in: text), replacement: Array(value.utf8))
    }
    let knob = "{ \"default\": \(value) }"
    if let existing = root["knobs"]?[name] {
      guard existing.members != nil else { return nil }
      return adding("default", value, to: existing, in: text)
    }
    if let knobs = root["knobs"] {
      guard knobs.members != nil else { return nil }
      return adding(name, knob, to: knobs, in: text)
    }
    return adding("knobs", "{ \(JSONWriter.quoted(name)): \(knob) }", to: root, in: text)
  }

  /// A knob's value as it is written in a text; nil if the text has none.
  package static func knobValue(_ name: String, in text: [UInt8]) -> String? {
    var reader = JSONReader(text, source: 0)
    guard let node = reader.read()?["knobs"]?[name]?["default"], reader.problems.isEmpty else { return nil }
    let start = Int(node.origin.offset)
    return String(decoding: text[start..<end(ofValueAt: start, in: text)], as: UTF8.self)
  }

  /// The change that adds a member at the end of an object, laid out like the member before it.
  private static func adding(_ key: String, _ value: String, to object: JSONNode, in text: [UInt8]) -> TextPatch {
    let member = "\(JSONWriter.quoted(key)): \(value)"
    guard let last = object.members?.last else {
      let start = Int(object.origin.offset) + 1
      return TextPatch(range: start..<start, replacement: Array(" \(member) ".utf8))
    }
    let end = end(ofValueAt: Int(last.node.origin.offset), in: text)
    let lineStart = text[..<Int(last.keyOrigin.offset)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let before = text[lineStart..<Int(last.keyOrigin.offset)]
    // If the last key begins its line, the new key gets a line of its own; otherwise it follows on the same line.
    let isOwnLine = lineStart > 0 && before.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let separator = isOwnLine ? ",\n" + String(decoding: before, as: UTF8.self) : ", "
    return TextPatch(range: end..<end, replacement: Array((separator + member).utf8))
  }

  /// The offset after the last byte of the value that begins at `start`. The text must be free of mistakes.
  static func end(ofValueAt start: Int, in text: [UInt8]) -> Int {
    var index = start
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        index = end(ofStringAt: index, in: text)
        if depth == 0 { return index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index + 1 }
        if depth < 0 { return index }
      case UInt8(ascii: "/") where index + 1 < text.count && text[index + 1] == UInt8(ascii: "/"):
        if depth == 0 { return index }
        while index < text.count, text[index] != 0x0A, text[index] != 0x0D { index += 1 }
        continue
      case UInt8(ascii: "/") where index + 1 < text.count && text[index + 1] == UInt8(ascii: "*"):
        if depth == 0 { return index }
        index += 2
        while index + 1 < text.count, !(text[index] == UInt8(ascii: "*") && text[index + 1] == UInt8(ascii: "/")) {
          index += 1
        }
        index += 1
      case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return text.count
  }

  private static func end(ofStringAt start: Int, in text: [UInt8]) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.count)
  }
}
