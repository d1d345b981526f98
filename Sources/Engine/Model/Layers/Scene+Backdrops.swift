extension Scene {
  /// Whether any layer is a backdrop.
  package var hasBackdrops: Bool { layers.contains(where: \.hasBackdrops) }

  /// Whether every layer is a backdrop, or a group of backdrops.
  package var hasOnlyBackdrops: Bool { !layers.isEmpty && leavingOutBackdrops().layers.isEmpty }

  /// The scene without layers and groups whose role is `backdrop`, and without groups that become empty. The other layers keep
  /// their stored `path`, and with it their random numbers, although their indices change.
  package func leavingOutBackdrops() -> Scene {
    var scene = self
    scene.layers = layers.compactMap { $0.leavingOutBackdrops() }
    return scene
  }

  /// Layers of the canvas's own stack that bend, blur or colour what lies below them, while no layer of the effect below them fills the canvas: an
  /// overlay has nothing there for them to act on.
  package var layersOverNothing: [String] {
    var names: [String] = []
    for (index, listed) in layers.enumerated() {
      for layer in listed.passedThrough where layer.role != .backdrop {
        if layer.usuallyFillsCanvas { return names }
        let isWater = if case .water = layer.source { true } else { false }
        guard !layer.backdropFilters.isEmpty || isWater || layer.material?.seesBackdrop ?? false else { continue }
        names.append(layer.name.isEmpty ? "layers[\(index)]" : layer.name)
      }
    }
    return names
  }
}

extension Layer {
  /// Whether the layer is of a kind that usually covers the whole canvas, and hides what lies below it.
  package var usuallyFillsCanvas: Bool {
    switch source {
    case .gradient, .mesh, .noise, .video, .image: blend == .normal
    default: false
    }
  }

  fileprivate var hasBackdrops: Bool {
    if role == .backdrop { return true }
    guard case .group(let layers) = source else { return false }
    return layers.contains(where: \.hasBackdrops)
  }

  /// The layer without the backdrops in it; nil if it is a backdrop itself, or nothing is left of it.
  fileprivate func leavingOutBackdrops() -> Layer? {
    if role == .backdrop { return nil }
    guard case .group(let layers) = source else { return self }
    let remaining = layers.compactMap { $0.leavingOutBackdrops() }
    if remaining.isEmpty, !layers.isEmpty { return nil }
    var layer = self
    layer.source = .group(remaining)
    return layer
  }
}
