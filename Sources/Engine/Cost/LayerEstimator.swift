import Model
import Shading

/// Estimates the cost of each layer of a scene (`Scene.estimate`).
struct LayerEstimator {
  let canvas: Canvas
  /// Canvas seconds that are drawn, from 0 on.
  let seconds: Double
  /// How many frames are drawn concurrently.
  let concurrentFrames: Int

  /// Pixels of the frame.
  var pixels: Double { Double(canvas.widthPixels) * Double(canvas.heightPixels) }

  /// A layer in a frame, as the costs of its source are asked for.
  func frame(_ layer: Layer, _ timings: [LayerTiming]) -> CostedFrame {
    CostedFrame(canvas: canvas, seconds: seconds, timings: timings, transform: layer.transform)
  }

  /// Appends the estimates of a stack of layers.
  ///
  /// - Parameters:
  ///   - budgets: upper estimates of what the particles of each cell cost.
  ///   - margin: pixels around the frame, on each side, in which layers are drawn because filters read them.
  func append(
    _ layers: [Layer], budgets: [ParticleBudget], margin: Double, to estimates: inout [LayerEstimate]
  ) {
    let firstOfStack = estimates.count
    for (index, layer) in layers.enumerated() {
      append(
        layer, scenePath: [.layer(name: layer.name, index: index)], budgets, margin: margin, in: [],
        costSecondsBelow: estimates.suffix(from: firstOfStack).reduce(0) { $0 + $1.seconds }, to: &estimates)
    }
  }

  /// Appends the estimates of the layers inside a layer, and then its own.
  ///
  /// - Parameters:
  ///   - groups: timings of the layers around this one, the outermost first.
  ///   - costSecondsBelow: the cost of the layers below this one in its stack.
  private func append(
    _ layer: Layer, scenePath: [ScenePathComponent], _ budgets: [ParticleBudget], margin outerMargin: Double,
    in groups: [LayerTiming], costSecondsBelow: Double, to estimates: inout [LayerEstimate]
  ) {
    let timings = groups + [layer.timing]
    var margin = outerMargin
    /// The cost of transforming the layer's pixels after they were drawn.
    var transforming = (nanoseconds: 0.0, bytes: 0.0)
    if let transform = layer.transform, !layer.isPlacedBeforeDrawing {
      let placement = transform.placement(
        on: canvas, timings: timings, outputMarginPoints: outerMargin / canvas.pixelsPerPoint)
      let filter = AppliedFilters(filters: [placement.filter], target: .layer, clocks: timings.clocks(on: canvas))
      margin += Double(filter.marginPixels(canvas: canvas))
      let (width, height) = (Double(canvas.widthPixels) + 2 * margin, Double(canvas.heightPixels) + 2 * margin)
      // The buffer of a small layer holds only the layer's own pixels, and only those pixels of the frame that lie near the layer are
      // looked up in the buffer: as is assumed, at most four for each of its pixels.
      let bufferPixels = min(width * height, bufferedPixels(of: layer, timings) ?? .infinity)
      let transformedPixels = min(pixels, 4 * bufferPixels)
      // Only the product of width and height counts.
      transforming.bytes = Double(concurrentFrames) * filter.bufferBytes(width: bufferPixels, height: 1, canvas: canvas)
      transforming.nanoseconds =
        transformedPixels * PixelCost.transformed * Double(placement.maximumShutterSamples)
        + bufferPixels * CostTable.compositePixel
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
    estimate.bytes =
      Double(concurrentFrames) * filters.bufferBytes(width: contentPixels, height: 1, canvas: canvas)
      + transforming.bytes
    var nanoseconds = self.nanoseconds(of: filters, pixels: contentPixels) + transforming.nanoseconds
    if !layer.backdropFilters.isEmpty {
      let backdrop = layer.appliedBackdropFilters(inside: groups, on: canvas)
      nanoseconds += self.nanoseconds(of: backdrop, pixels: width * height) + width * height * CostTable.compositePixel
      // The layers below are drawn once more.
      nanoseconds += costSecondsBelow * 1e9
      estimate.bytes += Double(concurrentFrames) * backdrop.bufferBytes(width: width, height: height, canvas: canvas)
    }
    switch layer.source {
    case .group:
      let firstOfStack = estimates.count
      for inner in layer.sourceLayers {
        append(
          inner.layer, scenePath: scenePath + inner.scenePath, budgets, margin: ownMargin, in: timings,
          costSecondsBelow: estimates.suffix(from: firstOfStack).reduce(0) { $0 + $1.seconds }, to: &estimates)
      }
      nanoseconds += width * height * CostTable.compositePixel
      estimate.remedy = "filters of a smaller radius"
    case .transition(let transition):
      for side in transition.sides(on: canvas) {
        let filters = side.appliedFilters(inside: timings, on: canvas)
        // A side is drawn as far around the frame as its own filters read, too.
        let sideMargin = ownMargin + Double(filters.marginPixels(canvas: canvas))
        for inner in layer.sourceLayers where inner.scenePath.last == .key(side.name) {
          append(
            inner.layer, scenePath: scenePath + inner.scenePath, budgets, margin: sideMargin, in: timings,
            costSecondsBelow: 0, to: &estimates)
        }
        let (width, height) = (
          Double(canvas.widthPixels) + 2 * sideMargin, Double(canvas.heightPixels) + 2 * sideMargin
        )
        nanoseconds += self.nanoseconds(of: filters, pixels: width * height)
        estimate.bytes +=
          Double(concurrentFrames) * filters.bufferBytes(width: width, height: height, canvas: canvas)
      }
      nanoseconds += width * height * (3 * CostTable.compositePixel + CostTable.maskedPixel)
    case .emitter(let emitter):
      let ownBudgets = budgets.filter { budget in
        guard budget.scenePath.starts(with: scenePath), budget.scenePath.count > scenePath.count else { return false }
        // The scene paths of cells in the layer's mask begin with this layer's path, too, but the component after it is a layer.
        if case .cell = budget.scenePath[scenePath.count] { return true }
        return false
      }
      nanoseconds += ownBudgets.maximumAtOnce { $0.nanoseconds($1) }
      estimate.bytes += ownBudgets.reduce(0) { $0 + $1.bytes(concurrentFrames: concurrentFrames) }
      estimate.bytes += emitter.pictureBytes
      estimate.remedy = remedy(of: emitter, ownBudgets)
    default:
      let source = sourceCost(of: layer.source, in: frame(layer, timings))
      nanoseconds += source.nanoseconds * drawnFactor
      estimate.bytes += source.sharedBytes + source.frameBytes * Double(concurrentFrames)
      estimate.scratchBytes = source.scratchBytes
      estimate.remedy = source.remedy
    }
    // The drawn pixels of a layer that stands still may be kept for later frames.
    if layer.mayBeKept { estimate.keptPixels = width * height }
    for inner in layer.maskLayers {
      append(
        inner.layer, scenePath: scenePath + inner.scenePath, budgets, margin: margin, in: timings, costSecondsBelow: 0,
        to: &estimates)
      nanoseconds += width * height * (CostTable.compositePixel + CostTable.maskedPixel)
    }
    for inner in layer.filterMaps + layer.backdropFilterMaps {
      append(
        inner.layer, scenePath: scenePath + inner.scenePath, budgets, margin: ownMargin, in: timings,
        costSecondsBelow: 0,
        to: &estimates)
      nanoseconds += width * height * CostTable.compositePixel
    }
    estimate.seconds = nanoseconds * 1e-9
    estimates.append(estimate)
  }

  /// Pixels of the buffer of a layer that is drawn before it is transformed; nil if the buffer may be as large as the frame.
  private func bufferedPixels(of layer: Layer, _ timings: [LayerTiming]) -> Double? {
    guard case .shape(let shape) = layer.source, layer.allFilters.isEmpty, layer.backdropFilters.isEmpty,
      layer.mask == nil
    else { return nil }
    return shape.bufferedPixels(in: frame(layer, timings))
  }

  /// Nanoseconds of filters that are applied to a number of pixels.
  func nanoseconds(of applied: AppliedFilters, pixels: Double) -> Double {
    applied.filters.reduce(0) {
      $0 + pixels
        * $1.pixelNanoseconds(pixelsPerPoint: canvas.pixelsPerPoint, during: applied.clocks)
    }
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
    // Large particles: more than 250 pixels for each.
    if worst.coveredPixels > worst.liveCount * 250 {
      return "\(worst.name) needs fewer or smaller particles, or a smaller aperture"
    }
    return "\(worst.name) needs fewer particles"
  }
}
