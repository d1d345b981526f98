extension Layer {
  /// A layer that lies in another one.
  package struct Inner: Sendable {
    /// The components of a scene path that lead to it from the other layer.
    package let path: [ScenePathComponent]
    package let layer: Layer
  }

  /// The layers that lie in this one: those of a group or a transition, and its mask. The clock around them is this layer's local time.
  package var innerLayers: [Inner] { sourceLayers + maskLayers }

  /// Number of layers, this one and all that lie in it.
  package var layerCount: Int { innerLayers.reduce(1) { $0 + $1.layer.layerCount } }

  /// The layers of which the source is made.
  package var sourceLayers: [Inner] {
    switch source {
    case .group(let layers):
      layers.enumerated().map { Inner(path: [.layer(name: $1.name, index: $0)], layer: $1) }
    case .transition(let transition):
      [("from", transition.from), ("to", transition.to)].compactMap { key, layer in
        layer.map { Inner(path: [.key("transition"), .key(key)], layer: $0) }
      }
    default: []
    }
  }

  /// The layer of the mask, if there is one.
  package var maskLayers: [Inner] { mask.map { [Inner(path: [.key("mask")], layer: $0.layer)] } ?? [] }
}
