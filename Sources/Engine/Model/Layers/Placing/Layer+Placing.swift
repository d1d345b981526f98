import Lanes

extension Layer {
  /// Whether the transform is applied to the geometry of the layer, and of all layers inside of it, before there are pixels. The
  /// result is then as sharp as without a transform. If not, the layer is drawn first, and its pixels are resampled.
  package var isPlacedBeforeDrawing: Bool {
    let similarity = transform?.constantSimilarity
    let canPlaceFilters = filters.allSatisfy { filter in
      filter.kind.isSameEverywhere || similarity.map { filter.placed(by: $0) != nil } ?? false
    }
    if transform?.isSeenThroughAirOrLens == true { return false }
    return canPlaceFilters && canPlaceContentBeforeDrawing(outerIsAffine: true)
  }

  /// Whether the layer can be drawn with more or fewer pixels than the frame, before it is transformed. Particles are placed on the frame's
  /// pixels.
  package var mayBeRasterizedAtAnyScale: Bool {
    if case .emitter = source { return false }
    return innerLayers.allSatisfy(\.layer.mayBeRasterizedAtAnyScale)
  }

  /// The filters as they are applied to the layer. If the layer's transform is applied before the filters, it has also
  /// transformed their lengths and offsets.
  package var placedFilters: [Filter] {
    guard let similarity = transform?.constantSimilarity, isPlacedBeforeDrawing else { return filters }
    return filters.map { $0.placed(by: similarity) ?? $0 }
  }

  /// Whether a transform can be applied to the layer's content before there are pixels. The layer's own filters do not count
  /// here.
  ///
  /// - Parameter outerIsAffine: whether the transforms of the layers around this one are affine.
  private func canPlaceContentBeforeDrawing(outerIsAffine: Bool) -> Bool {
    let isAffine = outerIsAffine && transform?.isAffine ?? true
    guard reflection == nil, transform?.isSmeared != true, transform?.isSeenThroughAirOrLens != true else {
      return false
    }
    for inner in maskLayers where !inner.layer.canBePlacedInside(outerIsAffine: isAffine) { return false }
    switch source {
    case .gradient: return isAffine
    case .shape(let shape): return shape.hasSharpEdges && (isAffine || shape.hasOnlyColors)
    case .text(let text): return text.hasSharpEdges && (isAffine || text.hasOnlyColors)
    case .image, .video: return true
    case .group(let layers): return layers.allSatisfy { $0.canBePlacedInside(outerIsAffine: isAffine) }
    default: return false
    }
  }

  /// Whether this layer's own transform, and those of the layers around it, can be applied to it before there are pixels.
  private func canBePlacedInside(outerIsAffine: Bool) -> Bool {
    // A body is as large as it is drawn in its own stack.
    material?.seesBackdrop != true && filters.allSatisfy(\.kind.isSameEverywhere)
      && canPlaceContentBeforeDrawing(outerIsAffine: outerIsAffine)
  }

  /// The blend mode with which the layer is drawn: `add` in place of `normal` for an emitter whose render mode is additive, as in
  /// Core Animation.
  package var drawnBlend: BlendMode {
    if case .emitter(let emitter) = source, blend == .normal, emitter.renderMode == .additive { return .add }
    return blend
  }

  /// The layer as it is drawn: if an emitter's layer stands still in space, at a `zPosition` and neither turned nor scaled, its particles are
  /// seen one by one by the camera, each at its own depth. The layer's place is added to the emitter's.
  package var withParticlesInSpace: Layer {
    guard case .emitter(var emitter) = source, let transform, let z = transform.zPosition, transform.onlyMoves else {
      return self
    }
    func sum(_ a: AnimatedNumber, _ b: AnimatedNumber) -> AnimatedNumber {
      if b.isZero { return a }
      if let x = a.constant, let y = b.constant { return AnimatedNumber(x + y) }
      return AnimatedNumber(.sum([a.source, b.source]))
    }
    emitter.position = AnimatedPoint(
      sum(emitter.position.x, transform.position.x), sum(emitter.position.y, transform.position.y))
    emitter.zPosition = sum(emitter.zPosition, z)
    emitter.standsInSpace = true
    var layer = self
    layer.source = .emitter(emitter)
    layer.transform = nil
    return layer
  }

  /// A group that holds only this layer, and whose pixels are transformed after they are drawn. A `RenderPlan` draws the group in
  /// place of a layer that is not placed before drawing.
  package func transformedAfterDrawing(_ given: Filter.Placement, on canvas: Canvas) -> Layer {
    var (inner, placement) = (self, given)
    placement.takeLighting(from: &inner, on: canvas)
    inner.transform = nil
    return inner.alone(in: placement.filter, of: self)
  }

  /// A group that holds only this layer, and that is blurred by the camera's lens after the layer has been projected.
  package func blurred(by defocus: Filter.Defocus) -> Layer {
    var inner = self
    inner.transform?.isInFocus = true
    return inner.alone(in: defocus.filter, of: self)
  }

  /// A group that holds only this layer, has a filter, and takes the place of `layer`.
  ///
  /// The group and the layer in it both have that layer's local time, so births still begin when the layer does.
  private func alone(in filter: Filter, of layer: Layer) -> Layer {
    var inner = self
    inner.opacity = 1
    inner.timing = LayerTiming(begin: layer.timing.timeOffset, timeOffset: layer.timing.timeOffset)
    var outer = Layer(
      layer.name, .group([]), role: layer.role, blend: layer.drawnBlend, opacity: layer.opacity, filters: [filter],
      timing: layer.timing)
    outer.path = layer.path
    // The backdrop lies below the group: inside of the group there is nothing to filter.
    outer.backdropFilters = layer.backdropFilters
    inner.backdropFilters = []
    // An emitter keeps its blend mode, which also blends its particles with each other.
    if case .emitter = source {} else { inner.blend = .normal }
    outer.source = .group([inner])
    return outer
  }
}

/// A rotation and a uniform scale.
package struct Similarity {
  let scale: Double
  let rotationDegrees: Double

  var isIdentity: Bool { scale == 1 && rotationDegrees == 0 }

  /// A length after scaling; nil for an animated length that would change.
  func scaled(_ length: AnimatedNumber) -> AnimatedNumber? {
    if scale == 1 { return length }
    return length.constant.map { AnimatedNumber($0 * scale) }
  }

  /// An offset after scaling and rotation; nil for an animated offset that would change.
  func scaledAndRotated(_ offset: AnimatedPoint) -> AnimatedPoint? {
    if isIdentity || offset.x.isZero && offset.y.isZero { return offset }
    guard let x = offset.x.constant, let y = offset.y.constant else { return nil }
    let (sine, cosine) = Lanes.sincosTurns(rotationDegrees / 360)
    return AnimatedPoint(
      AnimatedNumber((x * cosine - y * sine) * scale), AnimatedNumber((x * sine + y * cosine) * scale))
  }
}

extension LayerTransform {
  /// Whether the layer stands still in space, neither turned, scaled nor skewed.
  fileprivate var onlyMoves: Bool {
    position.isConstant && zPosition?.isConstant ?? true && scale.x.constant == 1 && scale.y.constant == 1
      && skew.x.isZero && skew.y.isZero && rotation.isZero
      && rotationX.isZero && rotationY.isZero && matrix.isEmpty && repetitions == 1
  }

  /// The transform's effect on lengths and directions, if it is constant and only a rotation, a uniform scale and a translation;
  /// nil for any other transform, whose filters are applied before it.
  var constantSimilarity: Similarity? {
    guard isConstant, let scaleX = scale.x.constant, let scaleY = scale.y.constant, scaleX == scaleY,
      scaleX > 0,
      let rotationDegrees = rotation.constant, skew.x.isZero, skew.y.isZero, rotationX.isZero, rotationY.isZero,
      matrix.isEmpty, repetitions == 1, zPosition == nil
    else { return nil }
    return Similarity(scale: scaleX, rotationDegrees: rotationDegrees)
  }
}

extension Filter {
  /// The filter that has the same effect after a transform as this one has before it; nil if there is none.
  fileprivate func placed(by similarity: Similarity) -> Filter? { kind.placed(by: similarity)?.filter }
}

extension VectorShape {
  /// Whether all paints are colours. A gradient that is seen in perspective cannot be drawn as a gradient of the frame.
  fileprivate var hasOnlyColors: Bool {
    for case .gradient in [fill, stroke?.paint] { return false }
    return true
  }

  /// Whether all edges are sharp. Soft edges are drawn equally wide in all directions, which is wrong after some transforms.
  fileprivate var hasSharpEdges: Bool {
    guard softness.isZero else { return false }
    guard let stroke else { return true }
    return stroke.softness.isZero && stroke.over == .box
  }
}

extension Lettering {
  /// Whether all paints are colours, and no font paints the glyphs.
  fileprivate var hasOnlyColors: Bool {
    // A shape without an outline stands for the words, because only its paints are tested.
    VectorShape(.path(VectorPath(), box: nil), fill: fill, stroke: stroke).hasOnlyColors
      && !hasPaintings
  }

  /// Whether a font paints any of the glyphs that the text may show.
  private var hasPaintings: Bool {
    switch content {
    case .passages(let passages): passages.contains { !$0.text.paintings.isEmpty }
    case .counter(let counter):
      [counter.prefix, counter.suffix].contains { $0?.paintings.isEmpty == false }
        || counter.characters.contains { !$0.value.paintings.isEmpty }
    }
  }

  /// Whether all edges are sharp.
  fileprivate var hasSharpEdges: Bool {
    // A shape without an outline stands for the words, because only its fill and stroke are tested.
    units?.blur.isZero ?? true
      && VectorShape(.path(VectorPath(), box: nil), fill: fill, softness: softness, stroke: stroke).hasSharpEdges
  }
}
