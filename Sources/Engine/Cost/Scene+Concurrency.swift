import Model

extension Scene {
  /// The number of frames of a movie that are drawn concurrently, each by a renderer with memory of its own.
  ///
  /// Two, so that threads that have finished a pass of one frame can work on the other frame. One if frames are very large or
  /// their filters need much memory, because each renderer has buffers of its own. One also if particles are integrated step by
  /// step, because a renderer would have to integrate them through the frames that the other one draws, too.
  package var concurrentFrameCount: Int {
    guard mayDrawConcurrently else { return 1 }
    let filters = post.appliedFilters(canvas: canvas)
    // Without particles (`ParticleBudget`): only the buffers of filters and pictures count here.
    let estimates = LayerEstimator(canvas: costedCanvas, seconds: canvas.duration.double)
      .estimates(of: layers, budgets: [], margin: Double(filters.marginPixels(canvas: canvas)))
    return concurrentFrameCount(estimates, filters)
  }

  /// The number of concurrent frames, from the estimates of all layers and the canvas's filters.
  func concurrentFrameCount(_ estimates: [LayerEstimate], _ filters: AppliedFilters) -> Int {
    let bytes = estimates.reduce(filters.bufferBytes(on: canvas) + lightSourceBytes) {
      $0 + $1.frameBytes + $1.sharedBytes
    }
    return mayDrawConcurrently && bytes <= Scene.maximumFrameBytesForConcurrency
      ? PixelMemory.maximumConcurrentFrames : 1
  }

  /// Whether nothing but memory stands against drawing two frames at a time.
  private var mayDrawConcurrently: Bool {
    canvas.widthPixels * canvas.heightPixels <= Scene.maximumFramePixelsForConcurrency
      && !layers.contains(where: \.hasSteppedCells)
  }

  /// Pixels of the largest frame of which two are drawn at a time: a little more than 3840 × 2160.
  private static let maximumFramePixelsForConcurrency = 10_000_000

  /// The most bytes of one frame's buffers with which two frames are drawn at a time.
  private static let maximumFrameBytesForConcurrency = 384.0 * 1024 * 1024
}

extension Layer {
  fileprivate var hasSteppedCells: Bool {
    if case .emitter(let emitter) = source, emitter.cells.contains(where: \.hasSteppedCells) { return true }
    return innerLayers.contains { $0.layer.hasSteppedCells }
  }
}

extension Cell {
  /// Whether particles of the cell, or children of them, are integrated step by step.
  var hasSteppedCells: Bool { isStepped || cells.contains(where: \.hasSteppedCells) }
}
