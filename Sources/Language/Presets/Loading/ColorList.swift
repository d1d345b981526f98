import Colorimetry
import JSON

/// Reads lists of colours in the short notation of `--set`, without quotes and brackets: `#331144`, or `#314, rgb(255 136 0)`.
enum ColorList {
  /// What is wrong with a text that is no list of colours, and the position of the first piece that is no colour.
  struct Mistake: Error {
    let origin: JSONNode.Position
    let message: String
  }

  /// Whether a knob's value is a list that contains a colour or a stop with a colour.
  static func holdsColors(_ node: JSONNode) -> Bool {
    guard let elements = node.elements else { return false }
    return elements.contains { element in
      // A stop is [location, colour] or an object with the key color; any other element may itself be a colour.
      let color = element.elements?.last ?? element["color"] ?? element
      return color.string.map(isColor) ?? false
    }
  }

  /// Reads colours that are separated by commas. Commas in brackets belong to a colour.
  ///
  /// - Parameter origin: position of the text's first byte.
  static func read(_ text: String, _ origin: JSONNode.Position) -> Result<JSONNode, Mistake> {
    var pieces: [(offset: Int, bytes: [UInt8])] = [(0, [])]
    var depth = 0
    for (offset, byte) in text.utf8.enumerated() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if byte == UInt8(ascii: ","), depth == 0 {
        pieces.append((offset + 1, []))
      } else {
        pieces[pieces.count - 1].bytes.append(byte)
      }
    }
    var colors: [JSONNode] = []
    for piece in pieces {
      let leadingSpaces = piece.bytes.prefix(while: JSONReader.isWhiteSpace).count
      let bytes = piece.bytes.dropFirst(leadingSpaces)
      let trailingSpaces = bytes.reversed().prefix(while: JSONReader.isWhiteSpace).count
      let trimmed = bytes.dropLast(trailingSpaces)
      let color = String(decoding: trimmed, as: UTF8.self)
      var position = origin
      position.offset += Int32(piece.offset + leadingSpaces)
      guard isColor(color) else {
        let reason = trimmed.count <= PresetDecoder.maximumColorBytes ? LinearColor.explainCSSFailure(color) : nil
        return .failure(
          Mistake(
            origin: position,
            message: "\(quoted(color)), in a list of colours such as #314,#f84, is not a colour of CSS"
              + (reason.map { ": \($0)" } ?? "")))
      }
      colors.append(JSONNode(.string(color), at: position))
    }
    return .success(JSONNode(.array(colors), at: origin))
  }

  private static func isColor(_ text: String) -> Bool {
    text.utf8.count <= PresetDecoder.maximumColorBytes && LinearColor(css: text) != nil
  }
}
