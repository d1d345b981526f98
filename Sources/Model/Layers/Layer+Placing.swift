import Lanes

extension Layer {
  /// Whether the layer is drawn through its own transform as exactly as without one: its source, and all that lies in it, takes the
  /// transform before pixels are made. Other layers are drawn first, and their pixels then seen through the transform.
  package var isPlacedBeforeDrawing: Bool {
    let similarity = transform?.constantSimilarity
    let takesFilters = filters.allSatisfy { filter in
      filter.isSameEverywhere || similarity.map { filter.placed(by: $0) != nil } ?? false
    }
    return takesFilters && hasContentPlacedBeforeDrawing(byAffine: true)
  }

  /// The filters as they are applied to the layer: with the lengths that they have on the canvas where a transform comes before them.
  package var placedFilters: [Filter] {
    guard let similarity = transform?.constantSimilarity, isPlacedBeforeDrawing else { return filters }
    return filters.map { $0.placed(by: similarity) ?? $0 }
  }

  /// Whether the layer, filters apart, takes a transform before pixels are made.
  ///
  /// - Parameter byAffine: whether what the layers around this one add keeps parallel lines parallel.
  private func hasContentPlacedBeforeDrawing(byAffine outer: Bool) -> Bool {
    let isAffine = outer && transform?.isAffine ?? true
    guard reflection == nil, transform?.isSmeared != true else { return false }
    for inner in maskLayers where !inner.layer.isPlacedInside(byAffine: isAffine) { return false }
    switch source {
    case .gradient: return isAffine
    case .shape(let shape): return shape.hasSharpEdges && (isAffine || shape.hasColorsAlone)
    case .text(let text): return text.hasSharpEdges && (isAffine || text.hasColorsAlone)
    case .image, .video: return true
    case .group(let layers): return layers.allSatisfy { $0.isPlacedInside(byAffine: isAffine) }
    default: return false
    }
  }

  /// Whether the layer takes the transforms of the layers around it as well as its own.
  private func isPlacedInside(byAffine outer: Bool) -> Bool {
    filters.allSatisfy(\.isSameEverywhere) && hasContentPlacedBeforeDrawing(byAffine: outer)
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

/// A rotation and an enlargement, the same along both axes.
struct Similarity {
  let scale: Double
  let rotationDegrees: Double

  var isIdentity: Bool { scale == 1 && rotationDegrees == 0 }

  /// A length as it is seen; nil if it is to change and moves.
  func length(_ number: AnimatedNumber) -> AnimatedNumber? {
    if scale == 1 { return number }
    return number.constant.map { AnimatedNumber($0 * scale) }
  }

  /// An offset as it is seen; nil if it is to change and moves.
  func offset(_ point: AnimatedPoint) -> AnimatedPoint? {
    if isIdentity || point.x.isZero && point.y.isZero { return point }
    guard let x = point.x.constant, let y = point.y.constant else { return nil }
    let (sine, cosine) = Lanes.sincosTurns(rotationDegrees / 360)
    return AnimatedPoint(
      AnimatedNumber((x * cosine - y * sine) * scale), AnimatedNumber((x * sine + y * cosine) * scale))
  }
}

extension LayerTransform {
  /// How lengths and directions are changed, if by a rotation and an even enlargement alone. Nil where anything of the transform moves:
  /// then filters are applied once, and their result moved.
  var constantSimilarity: Similarity? {
    guard isConstant, let across = scale.x.constant, let down = scale.y.constant, across == down,
      across > 0,
      let degrees = rotation.constant, skew.x.isZero, skew.y.isZero, rotationX.isZero, rotationY.isZero,
      matrix.isEmpty, repetitions == 1
    else { return nil }
    return Similarity(scale: across, rotationDegrees: degrees)
  }
}

extension Filter {
  /// The filter that does to a transformed layer what this one does to the layer before it is transformed; nil where there is none.
  func placed(by similarity: Similarity) -> Filter? {
    switch self {
    case .blur(var blur):
      let isRound = blur.radius.x == blur.radius.y
      guard isRound || similarity.rotationDegrees == 0, let x = similarity.length(blur.radius.x),
        let y = similarity.length(blur.radius.y)
      else { return nil }
      blur.radius = AnimatedPoint(x, y)
      return .blur(blur)
    case .dropShadow(let shadow): return shadow.placed(by: similarity).map { .dropShadow($0) }
    case .innerShadow(let shadow): return shadow.placed(by: similarity).map { .innerShadow($0) }
    case .glow(var glow):
      guard let radius = similarity.length(glow.radius) else { return nil }
      glow.radius = radius
      return .glow(glow)
    default: return isSameEverywhere ? self : nil
    }
  }
}

extension Filter.Shadow {
  fileprivate func placed(by similarity: Similarity) -> Filter.Shadow? {
    guard let radius = similarity.length(radius), let offset = similarity.offset(offset) else { return nil }
    var result = self
    (result.radius, result.offset) = (radius, offset)
    return result
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
  /// Whether its paints are colours, and no font paints its glyphs with gradients.
  fileprivate var hasColorsAlone: Bool {
    VectorShape(.path(VectorPath(), frame: nil), fill: fill, stroke: stroke).hasColorsAlone
      && !hasPaintings
  }

  /// Whether a font paints any of the glyphs that it may show.
  private var hasPaintings: Bool {
    switch content {
    case .passages(let passages): passages.contains { !$0.text.paintings.isEmpty }
    case .counter(let counter):
      [counter.prefix, counter.suffix].contains { $0?.paintings.isEmpty == false }
        || counter.characters.contains { !$0.value.paintings.isEmpty }
    }
  }

  /// Whether its edges are those of its outlines alone.
  fileprivate var hasSharpEdges: Bool {
    units?.blur.isZero ?? true
      && VectorShape(.path(VectorPath(), frame: nil), fill: fill, softness: softness, stroke: stroke).hasSharpEdges
  }
}
