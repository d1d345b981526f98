extension Layer {
  /// Whether the layer is drawn through its own transform as exactly as without one: its source, and all that lies in it, takes the
  /// transform before pixels are made. Other layers are drawn first, and their pixels then seen through the transform.
  package var isPlacedBeforeDrawing: Bool { isPlacedBeforeDrawing(byAffine: true) }

  /// - Parameter byAffine: whether what the layers around this one add keeps parallel lines parallel.
  private func isPlacedBeforeDrawing(byAffine outer: Bool) -> Bool {
    let isAffine = outer && transform?.isAffine ?? true
    guard reflection == nil, transform?.isSmeared != true, filters.allSatisfy(\.isSameEverywhere) else { return false }
    for inner in maskLayers where !inner.layer.isPlacedBeforeDrawing(byAffine: isAffine) { return false }
    switch source {
    case .gradient: return isAffine
    case .shape(let shape): return shape.hasSharpEdges && (isAffine || shape.hasColorsAlone)
    case .text(let text): return text.hasSharpEdges && (isAffine || text.hasColorsAlone)
    case .image, .video: return true
    case .group(let layers): return layers.allSatisfy { $0.isPlacedBeforeDrawing(byAffine: isAffine) }
    default: return false
    }
  }

  /// The mode in which what the layer draws is blended: of an emitter whose render mode is additive, as in Core
  /// Animation, `add` in place of `normal`.
  package var drawnBlend: BlendMode {
    if case .emitter(let emitter) = source, blend == .normal, emitter.renderMode == .additive { return .add }
    return blend
  }

  /// The layer as a group that is transformed after it was drawn: what a plan draws in place of a layer that is not placed before drawing.
  ///
  /// Both have the layer's clock: births in it still begin where the layer does.
  package func transformedAfterDrawing(_ placement: Filter.Placement) -> Layer {
    var inner = self
    inner.transform = nil
    inner.opacity = 1
    inner.timing = LayerTiming(begin: timing.timeOffset, timeOffset: timing.timeOffset)
    var outer = Layer(
      name, .group([]), role: role, blend: blend, opacity: opacity, filters: [.transform(placement)],
      timing: timing)
    outer.path = path
    // Inside of the group nothing lies below it.
    outer.backdropFilters = backdropFilters
    inner.backdropFilters = []
    outer.blend = drawnBlend
    if case .emitter = source {} else { inner.blend = .normal }
    outer.source = .group([inner])
    return outer
  }
}

extension Filter {
  /// Whether the filter does the same to a pixel wherever it lies, so that it may be applied before or after a transform.
  var isSameEverywhere: Bool {
    switch self {
    case .brightness, .contrast, .saturate, .grayscale, .sepia, .hueRotate, .invert, .opacity, .exposure, .colorMatrix,
      .levels, .curves, .posterize, .duotone, .tint:
      true
    default: false
    }
  }
}

extension VectorShape {
  /// Whether its paints are colours: a gradient that is seen in perspective is no gradient of the frame.
  fileprivate var hasColorsAlone: Bool {
    for case .gradient in [fill, stroke?.paint] { return false }
    return true
  }

  /// Whether its edges are those of its outlines alone. Soft ones are as wide along x as along y, whatever the transform.
  fileprivate var hasSharpEdges: Bool {
    guard softness.isZero else { return false }
    guard let stroke else { return true }
    return stroke.softness.isZero && stroke.over == .box
  }
}

extension Lettering {
  /// Whether its paints are colours.
  fileprivate var hasColorsAlone: Bool {
    VectorShape(.path(VectorPath(), frame: nil), fill: fill, stroke: stroke).hasColorsAlone
  }

  /// Whether its edges are those of its outlines alone.
  fileprivate var hasSharpEdges: Bool {
    units?.blur.isZero ?? true
      && VectorShape(.path(VectorPath(), frame: nil), fill: fill, softness: softness, stroke: stroke).hasSharpEdges
  }
}
