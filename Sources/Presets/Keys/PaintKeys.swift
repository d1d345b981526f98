import Colorimetry
import Model

extension Key {
  /// A colour that may move, or a gradient.
  static func paint(_ name: String, _ path: Path<Target, Paint?>, _ about: String) -> Key {
    Key(name, .anyOf([.movingColor, .object("gradient")]), about) { node, decoder, target in
      if let paint = decoder.paint(node) { target[keyPath: path] = paint }
    }
  }
}

extension PresetDecoder {
  /// A colour, which may move, or a gradient, whose places are shares of the box that is filled unless it says otherwise.
  func paint(_ node: JSONNode) -> Paint? {
    if resolved(node)?["stops"] != nil { return gradient(node, units: .box).map { .gradient($0) } }
    return movingColor(node).map { .color($0) }
  }
}
