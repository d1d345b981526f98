/// A step on the way from a scene to one of its parts, by which it is found again in the text of a preset.
package enum ScenePart: Sendable, Equatable {
  /// A layer of the stack or of a group, by its name, empty if it has none, and its place among those around it.
  case layer(name: String, index: Int)
  /// A cell of an emitter or of another cell, likewise.
  case cell(name: String, index: Int)
  case key(String)
  /// An element of the list that a key holds.
  case item(Int)

  /// The steps of keys as `AnimatedValues` joins them: `balls[2].center`.
  package static func keys(_ text: String) -> [ScenePart] {
    text.split(separator: ".").flatMap { part -> [ScenePart] in
      let pieces = part.split(separator: "[")
      return pieces.enumerated().map { place, piece in
        place == 0 ? .key(String(piece)) : Int(piece.dropLast()).map { .item($0) } ?? .key(String(piece))
      }
    }
  }
}
