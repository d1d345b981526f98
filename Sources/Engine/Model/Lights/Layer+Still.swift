extension Layer {
  /// Whether the layer is known to show the same picture in the same place of space at all times.
  var isStill: Bool {
    guard timing.begin <= 0, timing.duration == nil, opacity.isConstant, reflection == nil, backdropFilters.isEmpty,
      transform?.isConstantInSpace ?? true, mask?.layer.isStill ?? true,
      filters.allSatisfy({ $0.kind.animatedValues.areConstant && !$0.kind.isSelfAnimated })
    else { return false }
    switch source {
    case .emitter, .transition, .video: return false
    case .group(let layers): return layers.allSatisfy(\.isStill)
    default: return source.content?.isConstant ?? false
    }
  }
}

extension Scene {
  /// Whether all layers that shine or cast shadows are known to stand still.
  package var lightLayersAreStill: Bool {
    let shining = canvas.lights.compactMap { light in
      if case .layer(let light) = light { layer(named: light.layer) } else { nil }
    }
    return (shining + shadowCasters).allSatisfy { $0.layer.isStill && $0.groupTimings.isEmpty }
  }
}
