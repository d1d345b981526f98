import Model

/// The cost of one layer in a frame that is drawn alone, with nothing kept from the frames before it.
package struct LayerEstimate: Sendable, Equatable {
  /// Layers from the scene to this one, itself included.
  package var scenePath: [ScenePathComponent]
  /// Seconds of one core, from the nanoseconds in `CostTable`.
  package var seconds = 0.0
  /// Seconds, among `seconds`, in which the layer's or the particles' material answers lights and shadows.
  package var materialSeconds = 0.0
  /// Bytes that the layer takes, in addition to the bytes that every frame takes: in all frames that are drawn concurrently.
  package private(set) var bytes = 0.0
  /// Bytes of each frame that is drawn concurrently, and bytes that all frames share, without those of particles.
  var frameBytes = 0.0
  var sharedBytes = 0.0
  /// What an emitter's particles cost.
  var particles: [ParticleBudget] = []
  /// Pixels that each renderer keeps of the layer where it stands still (`KeptShader` in Rendering).
  package var keptPixels = 0.0
  /// Bytes that each renderer needs for a moment, in memory that its layers share: those of one layer at a time.
  package var scratchBytes = 0.0
  /// What would make the layer cheaper, as a phrase for an error.
  package var remedy = ""

  /// Names of the groups around the layer and of the layer itself; unnamed ones by index.
  package var name: String { scenePath.scenePathName }

  init(scenePath: [ScenePathComponent]) { self.scenePath = scenePath }

  /// Sets `bytes` for a number of frames that are drawn concurrently.
  mutating func countBytes(concurrentFrames: Int) {
    bytes = particles.reduce(Double(concurrentFrames) * frameBytes + sharedBytes) {
      $0 + $1.bytes(concurrentFrames: concurrentFrames)
    }
  }
}

extension [ScenePathComponent] {
  /// Names of layers and cells, as in `rockets.rocket.star`; unnamed ones by index, `[0]`.
  package var scenePathName: String {
    reduce("") { text, component in
      switch component {
      case .layer(let name, let index), .cell(let name, let index):
        text + (name.isEmpty ? "[\(index)]" : text.isEmpty ? name : "." + name)
      case .key, .item: text
      }
    }
  }
}

/// The cost of a scene: that of each layer, in the order of drawing (a group follows the layers in it), and that of every frame.
package struct SceneEstimate: Sendable, Equatable {
  package var layers: [LayerEstimate]
  /// The costs of layers as lights, and as casters of shadows.
  package var lights: [LightEstimate] = []
  /// Seconds of converting a frame, and of the canvas's filters.
  package var canvasSeconds: Double
  /// Bytes of finished frames, of a picture behind them, of tiles, of what is kept of still layers, and of the canvas's filters.
  package var canvasBytes: Double
  /// Seconds of one core by which the sum of the layers is too high: the sum takes each emitter in the frame in which it takes longest,
  /// but this is a different frame for different emitters.
  package var overcountedSeconds = 0.0

  /// Seconds of one core for the whole frame.
  package var seconds: Double { layers.reduce(canvasSeconds) { $0 + $1.seconds } + lightSeconds - overcountedSeconds }
  /// Seconds of one core for layers as lights and as casters.
  package var lightSeconds: Double { lights.reduce(0) { $0 + $1.seconds } }
  /// Bytes for the whole frame, and for frames that are drawn concurrently.
  package var bytes: Double { layers.reduce(canvasBytes) { $0 + $1.bytes } + lightBytes }
  /// Bytes for layers as lights and as casters.
  package var lightBytes: Double { lights.reduce(0) { $0 + $1.bytes } }
}

extension Scene {
  /// Estimates of time and memory, within about a factor of 2 for ordinary particles. Where something is not known, the estimates
  /// are too high.
  ///
  /// - Parameters:
  ///   - budgets: the result of `particleBudgets`.
  ///   - end: the latest canvas second that will be drawn, if that is past the duration.
  package func estimate(_ budgets: [ParticleBudget], until end: Double = 0) -> SceneEstimate {
    let estimator = LayerEstimator(canvas: costedCanvas, seconds: max(canvas.duration.double, end))
    let pixels = estimator.pixels
    let canvasFilters = post.appliedFilters(canvas: canvas)
    var estimates = estimator.estimates(
      of: layers, budgets: budgets, margin: Double(canvasFilters.marginPixels(canvas: canvas)))
    let concurrentFrames = concurrentFrameCount(estimates, canvasFilters)
    for index in estimates.indices { estimates[index].countBytes(concurrentFrames: concurrentFrames) }
    let longest = estimates.reduce(0) { sum, layer in sum + layer.particles.maximumAtOnce { $0.nanoseconds($1) } }
    let filterBytes = canvasFilters.bufferBytes(on: canvas)
    return SceneEstimate(
      layers: estimates, lights: lightEstimates(estimates, concurrentFrames: concurrentFrames),
      canvasSeconds: (pixels * CostTable.convertPixel + estimator.nanoseconds(of: canvasFilters)
        + filterBytes * CostTable.touchedByte) * 1e-9,
      canvasBytes: frameBytes(concurrentFrames, keptPixels: keptPixels(estimates))
        + Double(concurrentFrames)
        * (filterBytes + (estimates.map(\.scratchBytes).max() ?? 0)),
      overcountedSeconds: (longest - estimates.flatMap(\.particles).maximumAtOnce { $0.nanoseconds($1) }) * 1e-9)
  }

  /// Number of the layers below all others that stand still: their pixels are kept together.
  private var stillLayerCount: Int { layers.prefix { $0.standsStill() }.count }

  /// Pixels of the layers that are each kept on their own.
  private func keptPixels(_ estimates: [LayerEstimate]) -> Double {
    let below = stillLayerCount
    return estimates.reduce(0) { sum, layer in
      if case .layer(_, let index) = layer.scenePath.first, layer.scenePath.count == 1, index < below { return sum }
      return sum + layer.keptPixels
    }
  }

  /// Bytes of the finished frames, of a picture behind them, of the tiles that layers are composited on and, for each frame that
  /// is drawn concurrently, of the pixels of still layers.
  ///
  /// - Parameter keptPixels: pixels of the layers that are each kept on their own, unlike the lowest layers, which are kept together.
  private func frameBytes(_ concurrentFrames: Int, keptPixels: Double) -> Double {
    let pixels = Double(canvas.widthPixels) * Double(canvas.heightPixels)
    // The lowest layers' pixels are kept together, in one frame. A linear gradient alone is drawn faster than it is copied.
    let below = stillLayerCount
    let isKept = below > 1 || below == 1 && !layers[0].isLinearGradient
    let lowestBytes = isKept ? pixels * PixelMemory.keptPixelBytes : 0
    let stillBytes =
      (lowestBytes <= PixelMemory.maximumStaticLayerBytes ? lowestBytes : 0) + keptPixels * PixelMemory.keptPixelBytes
    // The tiles of nested layers, and the others that a `TilePainter` may have: the root tile, one of a layer that is drawn alone, one
    // for its filters, two for its backdrop filters, and one for shutter samples.
    let allTileBytes = Double(nestedTileCount + 6) * PixelMemory.tileBytes * PixelMemory.assumedThreadCount
    return pixels * (PixelMemory.maximumOutputFrames * PixelMemory.outputPixelBytes + PixelMemory.backgroundPixelBytes)
      + allTileBytes
      + Double(concurrentFrames) * min(stillBytes, PixelMemory.maximumStaticLayerBytes)
  }
}

extension Layer {
  fileprivate var isLinearGradient: Bool {
    guard case .gradient(let gradient) = source else { return false }
    return switch gradient.shape {
    case .angle, .corner, .line: true
    default: false
    }
  }

  /// Whether the layer's own pixels may be kept (`KeptShader` in Rendering): they are costly, and the same in all frames. Every
  /// still formula and mesh counts, even if it turns out too cheap to be kept.
  var mayBeKept: Bool {
    switch source {
    case .field, .noise, .mesh: source.content?.isConstant ?? false
    default: false
    }
  }
}
