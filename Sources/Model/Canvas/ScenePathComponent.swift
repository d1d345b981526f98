/// A component of the path from a scene to one of its values, by which the value is found in the text of a preset.
package enum ScenePathComponent: Sendable, Equatable {
  /// A layer by its name, which may be empty, and its index in the stack or group.
  case layer(name: String, index: Int)
  /// A cell by its name, which may be empty, and its index in the emitter or parent cell.
  case cell(name: String, index: Int)
  case key(String)
  /// An element of a list, by its index.
  case item(Int)

  /// The components of a text of keys and indices as in `AnimatedValues`: `balls[2].center`.
  package static func keys(_ text: String) -> [ScenePathComponent] {
    text.split(separator: ".").flatMap { element -> [ScenePathComponent] in
      let tokens = element.split(separator: "[")
      return tokens.enumerated().map { index, token in
        index == 0 ? .key(String(token)) : Int(token.dropLast()).map { .item($0) } ?? .key(String(token))
      }
    }
  }
}
