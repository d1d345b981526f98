extension Layer {
  /// A layer inside of another one, which is called the outer layer here.
  package struct Inner: Sendable {
    /// The components of a scene path that lead from the outer layer to this one.
    package let scenePath: [ScenePathComponent]
    package let layer: Layer
  }

  /// The layers inside of this one: the layers of its group or transition, the layer of its mask, and the maps of its filters and
  /// backdrop filters. Their clocks follow this layer's local time.
  package var innerLayers: [Inner] { sourceLayers + maskLayers + filterMaps + backdropFilterMaps }

  /// How many layers there are: this one and all inside of it.
  package var layerCount: Int { innerLayers.reduce(1) { $0 + $1.layer.layerCount } }

  /// The layers of a group or of a transition; none for other sources.
  package var sourceLayers: [Inner] {
    switch source {
    case .group(let layers):
      layers.enumerated().map { Inner(scenePath: [.layer(name: $1.name, index: $0)], layer: $1) }
    case .transition(let transition):
      [("from", transition.from), ("to", transition.to)].compactMap { key, layer in
        layer.map { Inner(scenePath: [.key("transition"), .key(key)], layer: $0) }
      }
    default: []
    }
  }

  /// The layer of the mask, if there is one.
  package var maskLayers: [Inner] { mask.map { [Inner(scenePath: [.key("mask")], layer: $0.layer)] } ?? [] }

  /// The maps of the layer's own filters.
  package var filterMaps: [Inner] { Self.maps(of: filters, key: "filters") }

  /// The maps of the layer's backdrop filters.
  package var backdropFilterMaps: [Inner] { Self.maps(of: backdropFilters, key: "backdropFilters") }

  private static func maps(of filters: [Filter], key: String) -> [Inner] {
    filters.enumerated().compactMap { index, filter in
      guard let map = filter.kind.map else { return nil }
      return Inner(scenePath: [.key(key), .item(index), .key("map")], layer: map)
    }
  }
}
