import Model
import Shading

/// Estimates the cost of each layer of a scene (`Scene.estimate`).
struct LayerEstimator {
  let canvas: Canvas
  /// Canvas seconds that are drawn, from 0 on.
  let seconds: Double

  /// Pixels of the frame.
  var pixels: Double { Double(canvas.widthPixels) * Double(canvas.heightPixels) }

  /// A layer in a frame, as the costs of its source are asked for.
  func frame(_ layer: Layer, _ timings: [LayerTiming]) -> CostedFrame {
    CostedFrame(canvas: canvas, seconds: seconds, timings: timings, transform: layer.transform)
  }

  /// What a layer lies in.
  private struct Surroundings {
    /// Pixels around the frame, on each side, in which the layer is drawn because filters read them.
    var margin: Double
    /// Timings of the layers around this one, the outermost first.
    var groups: [LayerTiming] = []
    /// The cost of the layers below this one in its stack.
    var costSecondsBelow = 0.0
    /// Whether an opaque layer hides the layer, so that it is not drawn on tiles.
    var isHidden = false
  }

  /// The estimates of a stack of layers, and of the layers inside of them.
  ///
  /// - Parameters:
  ///   - budgets: upper estimates of what the particles of each cell cost.
  ///   - margin: pixels around the frame, on each side, in which layers are drawn because filters read them.
  func estimates(of layers: [Layer], budgets: [ParticleBudget], margin: Double) -> [LayerEstimate] {
    var estimates: [LayerEstimate] = []
    let stack = layers.enumerated().map { index, layer in
      (layer, [ScenePathComponent.layer(name: layer.name, index: index)])
    }
    append(stack, budgets, in: Surroundings(margin: margin), to: &estimates)
    return estimates
  }

  /// Appends the estimates of a stack of layers, each with its scene path.
  private func append(
    _ stack: [(layer: Layer, scenePath: [ScenePathComponent])], _ budgets: [ParticleBudget],
    in surroundings: Surroundings, to estimates: inout [LayerEstimate]
  ) {
    let stack = stack.flatMap { layer, scenePath in layer.passedThrough.map { (layer: $0, scenePath: scenePath) } }
    let firstOfStack = estimates.count
    let lowestSeen = stack.indices.last { $0 > 0 && hidesAllBelow(stack[$0].layer, surroundings.groups) } ?? 0
    for (index, element) in stack.enumerated() {
      var place = surroundings
      place.costSecondsBelow = estimates.suffix(from: firstOfStack).reduce(0) { $0 + $1.seconds }
      place.isHidden = surroundings.isHidden || index < lowestSeen
      append(element.layer, scenePath: element.scenePath, budgets, in: place, to: &estimates)
    }
  }

  /// Whether nothing below a layer is ever seen, so that the renderer does not draw it (`PreparedLayer.hidesAllBelow` in Rendering).
  private func hidesAllBelow(_ layer: Layer, _ groups: [LayerTiming]) -> Bool {
    guard layer.opacity.constant == 1, layer.blend == .normal, layer.timing.begin <= 0, layer.timing.duration == nil,
      layer.allFilters.isEmpty, layer.backdropFilters.isEmpty, layer.mask == nil, layer.transform == nil
    else { return false }
    return isOpaque(layer.source, in: frame(layer, groups + [layer.timing]))
  }

  /// Appends the estimates of the layers inside a layer, and then its own.
  private func append(
    _ given: Layer, scenePath: [ScenePathComponent], _ budgets: [ParticleBudget], in surroundings: Surroundings,
    to estimates: inout [LayerEstimate]
  ) {
    var layer = given.asDrawn(inside: surroundings.groups, on: canvas)
    let (groups, outerMargin) = (surroundings.groups, surroundings.margin)
    let timings = groups + [layer.timing]
    var margin = outerMargin
    /// The cost of transforming the layer's pixels after they were drawn, and of the camera's lens.
    var transforming = (nanoseconds: 0.0, bytes: 0.0)
    /// That of the layer's material.
    var materialNanoseconds = 0.0
    if let transform = layer.transform, !layer.isPlacedBeforeDrawing {
      var focusing = (nanoseconds: 0.0, bytes: 0.0)
      if let defocus = transform.defocus(on: canvas, timings: timings) {
        let blur = AppliedFilters(filters: [defocus.filter], target: .layer, clocks: timings.clocks(on: canvas))
        focusing.nanoseconds = nanoseconds(of: blur, margin: margin)
        margin += Double(blur.marginPixels(canvas: canvas))
        focusing.bytes = blur.bufferBytes(
          width: Double(canvas.widthPixels) + 2 * margin, height: Double(canvas.heightPixels) + 2 * margin,
          canvas: canvas)
      }
      var placement = transform.placement(
        on: canvas, timings: timings, outputMarginPoints: margin / canvas.pixelsPerPoint,
        mayScale: layer.mayBeRasterizedAtAnyScale)
      placement.takeLighting(from: &layer, on: canvas)
      let filter = AppliedFilters(filters: [placement.filter], target: .layer, clocks: timings.clocks(on: canvas))
      margin += Double(filter.marginPixels(canvas: canvas))
      let (width, height) = (Double(canvas.widthPixels) + 2 * margin, Double(canvas.heightPixels) + 2 * margin)
      // The buffer of a small layer holds only the layer's own pixels, and only those pixels of the frame that lie near the layer are
      // looked up in the buffer: as is assumed, at most four for each of its pixels.
      let bufferPixels = min(width * height, bufferedPixels(of: layer, timings) ?? .infinity)
      let transformedPixels = min(pixels, 4 * bufferPixels)
      // Only the product of width and height counts.
      transforming.bytes = focusing.bytes + filter.bufferBytes(width: bufferPixels, height: 1, canvas: canvas)
      transforming.nanoseconds =
        focusing.nanoseconds + transformedPixels * PixelCost.transformed * Double(placement.maximumShutterSamples)
        + bufferPixels * CostTable.compositePixel
      if let lighting = placement.lighting {
        materialNanoseconds = lighting.filter.nanoseconds(
          input: 0, result: transformedPixels, on: canvas, during: timings.clocks(on: canvas))
        transforming.nanoseconds += materialNanoseconds
        transforming.bytes += AppliedFilters(
          filters: [lighting.filter], target: .layer, clocks: timings.clocks(on: canvas)
        ).bufferBytes(on: canvas)
      }
      let scale = placement.rasterScale
      if scale != 1 { margin = marginPixels(ofArea: width * height * scale * scale) }
    }
    let filters = layer.appliedFilters(inside: groups, on: canvas)
    let ownMargin = margin + Double(filters.marginPixels(canvas: canvas))
    let (width, height) = (Double(canvas.widthPixels) + 2 * ownMargin, Double(canvas.heightPixels) + 2 * ownMargin)
    /// The pixels that are drawn, those of the margin included, ÷ the pixels of the frame.
    let drawnFactor = width * height / max(pixels, 1)
    var estimate = LayerEstimate(scenePath: scenePath)
    // Filters and their buffers take time and memory only for pixels in which there may be content. All pixels count if `contentExtent`
    // is nil, as the content may then be the whole frame, and if there is no `spread`: filters may then colour pixels at any distance from
    // the content, or a transform may move the content anywhere.
    let spread = layer.transform == nil ? filters.spreadPixels(canvas: canvas) : nil
    let contentPixels = writtenPixels(
      spread == nil ? nil : contentExtent(of: layer), spread: spread ?? 0, width: width, height: height)
    let filterBytes = filters.bufferBytes(width: contentPixels, height: 1, canvas: canvas)
    estimate.frameBytes = filterBytes + transforming.bytes
    var nanoseconds =
      self.nanoseconds(of: filters, margin: margin, contentPixels: contentPixels) + transforming.nanoseconds
    materialNanoseconds += self.nanoseconds(of: filters, margin: margin, contentPixels: contentPixels) {
      $0.kind is Filter.Lighting
    }
    // A layer that is drawn for a later pass is drawn even where it is hidden.
    let isHidden =
      surroundings.isHidden && estimate.frameBytes == 0 && layer.backdropFilters.isEmpty
    /// What the layers in this one lie in.
    func inside(_ margin: Double) -> Surroundings { Surroundings(margin: margin, groups: timings, isHidden: isHidden) }
    if !layer.backdropFilters.isEmpty {
      let backdrop = layer.appliedBackdropFilters(inside: groups, on: canvas)
      nanoseconds += self.nanoseconds(of: backdrop, margin: ownMargin) + width * height * CostTable.compositePixel
      // The layers below are drawn once more.
      nanoseconds += surroundings.costSecondsBelow * 1e9
      estimate.frameBytes += backdrop.bufferBytes(width: width, height: height, canvas: canvas)
    }
    switch layer.source {
    case .group:
      append(
        layer.sourceLayers.map { ($0.layer, scenePath + $0.scenePath) }, budgets, in: inside(ownMargin), to: &estimates)
      nanoseconds += width * height * CostTable.compositePixel
      estimate.remedy = "filters of a smaller radius"
    case .transition(let transition):
      for side in transition.sides(on: canvas) {
        let filters = side.appliedFilters(inside: timings, on: canvas)
        // A side is drawn as far around the frame as its own filters read, too.
        let sideMargin = ownMargin + Double(filters.marginPixels(canvas: canvas))
        for inner in layer.sourceLayers where inner.scenePath.last == .key(side.name) {
          append(
            inner.layer, scenePath: scenePath + inner.scenePath, budgets, in: inside(sideMargin), to: &estimates)
        }
        let (width, height) = (
          Double(canvas.widthPixels) + 2 * sideMargin, Double(canvas.heightPixels) + 2 * sideMargin
        )
        nanoseconds += self.nanoseconds(of: filters, margin: ownMargin)
        estimate.frameBytes += filters.bufferBytes(width: width, height: height, canvas: canvas)
      }
      nanoseconds += width * height * (3 * CostTable.compositePixel + CostTable.maskedPixel)
    case .emitter(let emitter):
      var particles = budgets.filter { budget in
        guard budget.scenePath.starts(with: scenePath), budget.scenePath.count > scenePath.count else { return false }
        // The scene paths of cells in the layer's mask begin with this layer's path, too, but the component after it is a layer.
        if case .cell = budget.scenePath[scenePath.count] { return true }
        return false
      }
      for index in particles.indices { particles[index].prices.areDrawn = !isHidden }
      nanoseconds += particles.maximumAtOnce { $0.nanoseconds($1) }
      materialNanoseconds = particles.maximumAtOnce { $0.prices.light * $1.records }
      estimate.particles = particles
      estimate.sharedBytes += emitter.pictureBytes
      estimate.remedy = remedy(of: emitter, particles)
    default:
      let source = sourceCost(of: layer.source, in: frame(layer, timings))
      if !isHidden { nanoseconds += source.nanoseconds * drawnFactor }
      estimate.sharedBytes += source.sharedBytes
      estimate.frameBytes += source.frameBytes
      estimate.scratchBytes = source.scratchBytes
      estimate.remedy = source.remedy
    }
    // The drawn pixels of a layer that stands still may be kept for later frames.
    if layer.mayBeKept { estimate.keptPixels = width * height }
    for inner in layer.maskLayers {
      append(inner.layer, scenePath: scenePath + inner.scenePath, budgets, in: inside(margin), to: &estimates)
      nanoseconds += width * height * (CostTable.compositePixel + CostTable.maskedPixel)
    }
    for inner in layer.filterMaps + layer.backdropFilterMaps {
      append(inner.layer, scenePath: scenePath + inner.scenePath, budgets, in: inside(ownMargin), to: &estimates)
      nanoseconds += width * height * CostTable.compositePixel
    }
    // Of particles, the moment with the most bytes may be another than that with the most time.
    let particleBytes = estimate.particles.maximumAtOnce { $0.frameBytes($1) }
    nanoseconds += (estimate.frameBytes + particleBytes) * CostTable.touchedByte
    estimate.seconds = nanoseconds * 1e-9
    estimate.materialSeconds = materialNanoseconds * 1e-9
    if materialNanoseconds * 2 > nanoseconds, estimate.particles.isEmpty {
      estimate.remedy =
        canvas.casterCount > 0 ? "fewer lights with a shadow, or fewer layers that cast shadows" : "fewer lights"
    }
    estimates.append(estimate)
  }

  /// Pixels of the buffer of a layer that is drawn before it is transformed; nil if the buffer may be as large as the frame.
  private func bufferedPixels(of layer: Layer, _ timings: [LayerTiming]) -> Double? {
    guard case .shape(let shape) = layer.source, layer.allFilters.isEmpty, layer.backdropFilters.isEmpty,
      layer.mask == nil
    else { return nil }
    return shape.bufferedPixels(in: frame(layer, timings))
  }

  /// Nanoseconds of filters.
  ///
  /// - Parameters:
  ///   - margin: pixels around the frame, on each side, in which the result is needed.
  ///   - contentPixels: the pixels in which there may be content.
  ///   - counts: whether a filter is counted.
  func nanoseconds(
    of applied: AppliedFilters, margin: Double = 0, contentPixels: Double = .infinity,
    where counts: (Filter) -> Bool = { _ in true }
  ) -> Double {
    func pixels(_ margin: Double) -> Double {
      min((Double(canvas.widthPixels) + 2 * margin) * (Double(canvas.heightPixels) + 2 * margin), contentPixels)
    }
    // From the last filter to the first: the input of each is larger than its result by as far as it reads.
    var (margin, sum) = (margin, 0.0)
    for filter in applied.filters.reversed() {
      let result = pixels(margin)
      margin += Double(applied.reachPixels(filter, canvas))
      guard counts(filter) else { continue }
      sum += filter.nanoseconds(input: pixels(margin), result: result, on: canvas, during: applied.clocks)
    }
    return sum
  }

  /// The margin with which a frame has as many pixels as a layer in space that is drawn with more or fewer pixels than the frame.
  private func marginPixels(ofArea area: Double) -> Double {
    let (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
    let sum = width + height
    return max((sum * sum + 4 * (area - width * height)).squareRoot() - sum, 0) / 4
  }

  /// What would make the costliest cell of an emitter cheaper.
  private func remedy(of emitter: Emitter, _ budgets: [ParticleBudget]) -> String {
    guard let worst = budgets.max(by: { $0.nanoseconds < $1.nanoseconds }) else { return "" }
    if worst.most(worst.prices.integrationNanoseconds) * 2 > worst.nanoseconds {
      return "\(worst.name) needs fewer particles, a longer step, a shorter lifetime or fewer forces"
    }
    if worst.most({ $0.readings * worst.prices.reading }) * 2 > worst.nanoseconds {
      return "\(worst.name) needs fewer particles, or shorter formulas in what each reads at its birth"
    }
    if worst.most({ $0.records * worst.prices.light }) * 2 > worst.nanoseconds {
      return "\(worst.name) needs fewer particles, or the preset fewer lights or layers that cast shadows"
    }
    // Large particles: more than 250 pixels for each.
    if worst.coveredPixels > worst.liveCount * 250 {
      return "\(worst.name) needs fewer or smaller particles, or a smaller aperture"
    }
    return "\(worst.name) needs fewer particles"
  }
}
