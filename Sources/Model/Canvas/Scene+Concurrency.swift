extension Scene {
  /// The number of frames of a movie that are drawn concurrently, each by a renderer with memory of its own.
  ///
  /// Two, so that no thread waits for the end of a pass. One if frames are very large, or if particles are integrated step by
  /// step: each renderer would integrate them through the other's frames, too.
  package var maximumConcurrentFrames: Int {
    canvas.widthPixels * canvas.heightPixels > 10_000_000 || layers.contains(where: \.hasSteppedCells) ? 1 : 2
  }
}

extension Layer {
  fileprivate var hasSteppedCells: Bool {
    switch source {
    case .emitter(let emitter): emitter.cells.contains(where: \.hasSteppedCells)
    case .group(let layers): layers.contains(where: \.hasSteppedCells)
    default: false
    }
  }
}

extension Cell {
  fileprivate var hasSteppedCells: Bool { isStepped || cells.contains(where: \.hasSteppedCells) }
}
