extension Layer {
  /// A layer that lies in another one.
  package struct Inner: Sendable {
    /// The components of a scene path that lead to it from the other layer.
    package let path: [ScenePathComponent]
    package let layer: Layer
  }

  /// The layers that lie in this one: those of a group, and its mask. The clock around them is this layer's local time.
  package var innerLayers: [Inner] { sourceLayers + maskLayers }

  /// The layers of which the source is made.
  package var sourceLayers: [Inner] {
    switch source {
    case .group(let layers):
      layers.enumerated().map { Inner(path: [.layer(name: $1.name, index: $0)], layer: $1) }
    default: []
    }
  }

  /// The layer of the mask, if there is one.
  package var maskLayers: [Inner] { mask.map { [Inner(path: [.key("mask")], layer: $0.layer)] } ?? [] }
}
