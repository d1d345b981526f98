/// A component of a scene path: the layers, cells, keys and list items that lead from a scene to one of its layers, cells or
/// values. An error uses the scene path to find the line of the preset's text.
package enum ScenePathComponent: Sendable, Equatable {
  /// A layer by its name, which may be empty, and its index in the stack or group.
  case layer(name: String, index: Int)
  /// A cell by its name, which may be empty, and its index in the emitter or parent cell.
  case cell(name: String, index: Int)
  /// A key of an object.
  case key(String)
  /// An element of a list, by its index.
  case item(Int)

  /// The components of a key of `AnimatedValues`: `balls[2].center` is the key `balls`, the item 2 and the key `center`.
  package static func keys(_ text: String) -> [ScenePathComponent] {
    text.split(separator: ".").flatMap { element -> [ScenePathComponent] in
      let tokens = element.split(separator: "[")
      return tokens.enumerated().map { index, token in
        index == 0 ? .key(String(token)) : Int(token.dropLast()).map { .item($0) } ?? .key(String(token))
      }
    }
  }
}
