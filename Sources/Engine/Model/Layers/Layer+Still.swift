extension Layer {
  /// Whether the layer's pixels are the same in all frames that show it. Particles count as moving: they hardly ever stand still.
  ///
  /// - Parameter inSpace: whether it is enough that a layer with a `zPosition` stands still in space: a moving camera may see it otherwise.
  package func standsStill(inSpace: Bool = false) -> Bool {
    guard opacity.isConstant, transform.map({ inSpace ? $0.isConstantInSpace : $0.isConstant }) ?? true,
      (allFilters + backdropFilters).allSatisfy({ $0.kind.animatedValues.areConstant && !$0.kind.isSelfAnimated }),
      maskLayers.allSatisfy({ $0.layer.standsStill(inSpace: inSpace) })
    else { return false }
    return switch source {
    case .emitter, .transition, .video: false
    case .group(let layers): layers.allSatisfy { $0.standsStill(inSpace: inSpace) }
    default: source.content?.isConstant ?? false
    }
  }
}
