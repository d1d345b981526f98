extension Layer {
  /// How a layer takes part in a group that is ordered by depth.
  package enum PlaceInDepth: Sendable {
    /// It is fixed to the screen.
    case fixed
    /// It is drawn as a whole, at the depth of its anchor.
    case card(LayerTransform)
    /// Its particles are drawn at their own depths, between the other layers.
    case particles
  }

  /// How the layer takes part in a group that is ordered by depth.
  ///
  /// Particles whose pixels are filtered, masked or mirrored together, or that are connected by trails or lines, are a card.
  package var placeInDepth: PlaceInDepth {
    let layer = withParticlesInSpace
    guard case .emitter(let emitter) = layer.source else {
      return transform?.zPosition == nil ? .fixed : transform.map { .card($0) } ?? .fixed
    }
    let isThreeDimensional = emitter.cells.contains { emitter.isThreeDimensional($0) }
    if layer.transform == nil, isThreeDimensional, filters.isEmpty, mask == nil, reflection == nil,
      backdropFilters.isEmpty, !emitter.cells.contains(where: \.isConnected)
    {
      return .particles
    }
    if let transform, transform.zPosition != nil { return .card(transform) }
    guard isThreeDimensional else { return .fixed }
    return .card(LayerTransform(anchor: emitter.position, zPosition: emitter.zPosition))
  }

  /// The layer with its particles sorted by depth, and its blend mode as it was.
  package var sortedByDepth: Layer {
    guard case .emitter(var emitter) = source else { return self }
    var layer = self
    layer.blend = drawnBlend
    emitter.renderMode = .backToFront
    layer.source = .emitter(emitter)
    return layer
  }
}

extension Cell {
  /// Whether trails or lines connect particles of the cell or of its children.
  fileprivate var isConnected: Bool { trail != nil || links != nil || cells.contains(where: \.isConnected) }
}
