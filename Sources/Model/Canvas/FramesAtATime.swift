extension Scene {
  /// How many frames of a run may be drawn side by side, by as many renderers with memory of their own.
  ///
  /// Two leave no thread waiting for the end of a pass. One where frames are very large, and where particles are stepped: each
  /// renderer would step them through the other's frames too.
  package var mostFramesAtATime: Int {
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
