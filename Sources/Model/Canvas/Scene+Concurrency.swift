extension Scene {
  /// The number of frames of a movie that are drawn concurrently, each by a renderer with memory of its own.
  ///
  /// Two, so that threads that are done with a pass of one frame work on the other frame. One if frames are very large, or filters keep
  /// several pictures of them, since each renderer has buffers of its own, or if particles are integrated step by step, since a renderer would also have to
  /// integrate them through the frames that the other one draws.
  package var concurrentFrameCount: Int {
    let pixels = canvas.widthPixels * canvas.heightPixels
    let isLarge = pixels > Scene.maximumConcurrentFramePixels || post.filters.contains(where: \.keepsSeveralPictures)
    return isLarge || layers.contains(where: \.isDrawnOneFrameAtATime) ? 1 : Scene.maximumConcurrentFrames
  }

  /// The most frames that are drawn concurrently.
  package static let maximumConcurrentFrames = 2

  /// Pixels of the largest frame of which two are drawn at a time: a little more than 3840 × 2160.
  private static let maximumConcurrentFramePixels = 10_000_000
}

extension Layer {
  fileprivate var isDrawnOneFrameAtATime: Bool {
    if case .emitter(let emitter) = source, emitter.cells.contains(where: \.hasSteppedCells) { return true }
    return (filters + backdropFilters).contains(where: \.keepsSeveralPictures)
      || innerLayers.contains { $0.layer.isDrawnOneFrameAtATime }
  }
}

extension Filter {
  /// Whether its buffers are several times as large as its input.
  fileprivate var keepsSeveralPictures: Bool {
    if case .variableBlur = self { return true }
    return false
  }
}

extension Cell {
  fileprivate var hasSteppedCells: Bool { isStepped || cells.contains(where: \.hasSteppedCells) }
}
