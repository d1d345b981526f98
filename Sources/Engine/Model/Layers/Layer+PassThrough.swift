extension Layer {
  /// The layers as which this one is drawn in its stack: a group that passes its backdrop through becomes a group around each of its layers, so that
  /// glass in it sees what lies below the group; any other layer is drawn as it is.
  ///
  /// Each of these groups has the clock and the transform of the given one, and takes what its layer shows of what lies below: backdrop filters and
  /// bodies act where the moved layer is seen. The group's opacity is that of each layer.
  package var passedThrough: [Layer] {
    guard passesBackdropThrough, case .group(let layers) = source else { return [self] }
    return layers.flatMap(\.passedThrough).map { layer in
      var (outer, inner) = (self, layer)
      outer.passesBackdropThrough = false
      (outer.name, outer.path, outer.role) = (layer.name, layer.path, layer.role)
      (outer.opacity, outer.blend) = (1, layer.drawnBlend)
      outer.backdropFilters = layer.backdropFilters
      inner.backdropFilters = []
      // A layer's own opacity does not weaken its backdrop filters. (One that changes has the clock of the inner layer.)
      if !layer.backdropFilters.isEmpty, layer.opacity.isConstant {
        (outer.opacity, inner.opacity) = (layer.opacity, 1)
      }
      // An emitter keeps its blend mode, which also blends its particles with each other.
      if case .emitter = layer.source {} else { inner.blend = .normal }
      if layer.material?.seesBackdrop == true { (outer.material, inner.material) = (layer.material, nil) }
      if opacity.constant != 1 {
        inner = Layer(layer.name, .group([inner]), opacity: opacity)
        inner.path = layer.path
      }
      outer.source = .group([inner])
      return outer
    }
  }

  /// The keys that act on a group as one picture, of those that this one has: one that passes its backdrop through has no such picture.
  package var keysOfOnePicture: [String] {
    [
      ("filters", !filters.isEmpty), ("backdropFilters", !backdropFilters.isEmpty), ("mask", mask != nil),
      ("material", material != nil), ("reflection", reflection != nil), ("blend", blend != .normal),
      ("order", order != .listed),
    ].filter(\.1).map(\.0)
  }
}
