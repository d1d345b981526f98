extension Scene {
  /// The number of frames of a movie that are drawn concurrently, each by a renderer with memory of its own.
  ///
  /// Two, so that threads that are done with a pass of one frame work on the other frame. One if frames are very large, since
  /// each renderer has buffers of its own, or if particles are integrated step by step, since a renderer would also have to
  /// integrate them through the frames that the other one draws.
  package var concurrentFrameCount: Int {
    let pixels = canvas.widthPixels * canvas.heightPixels
    return pixels > Scene.maximumConcurrentFramePixels || layers.contains(where: \.hasSteppedCells)
      ? 1 : Scene.maximumConcurrentFrames
  }

  /// The most frames that are drawn concurrently.
  package static let maximumConcurrentFrames = 2

  /// Pixels of the largest frame of which two are drawn at a time: a little more than 3840 × 2160.
  private static let maximumConcurrentFramePixels = 10_000_000
}

extension Layer {
  fileprivate var hasSteppedCells: Bool {
    if case .emitter(let emitter) = source, emitter.cells.contains(where: \.hasSteppedCells) { return true }
    return innerLayers.contains { $0.layer.hasSteppedCells }
  }
}

extension Cell {
  fileprivate var hasSteppedCells: Bool { isStepped || cells.contains(where: \.hasSteppedCells) }
}
