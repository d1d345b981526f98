/// Upper bounds of one cell's cost: how many particles are alive at once, and what they may cover.
///
/// Worst cases over ranges, knobs and animation, so that a preset that is too big is refused before rendering.
package struct ParticleBudget: Sendable, Equatable {
  /// Steps from the scene to the cell.
  package var path: [ScenePathComponent]
  package var birthsPerSecond: Double
  /// Particles alive at once.
  package var live: Double
  /// Shutter samples that motion blur draws one of them in at most.
  package var shutterSamples = 1.0
  /// Longest lifetime in seconds.
  package var lifetime: Double
  /// Pixels of a frame that all of them cover, each particle (with motion blur, each of its samples) at most the whole frame.
  package var coveredPixels: Double
  package var links: Links?
  /// Steps of the longest path that has no closed form; 0 where none is stepped.
  package var longestPath = 0.0
  /// Steps from their births of all that are alive, and of their parents: the cost of a frame that is drawn alone.
  package var steps = 0.0
  /// Bytes of the records of its trails.
  package var ribbonBytes = 0.0
  /// Whether they are sorted before they are drawn.
  package var isSorted = false

  /// Names from layer to cell, as in `rockets.rocket.star`; unnamed ones by position, `[0]`.
  package var name: String {
    path.reduce("") { text, step in
      switch step {
      case .layer(let name, let index), .cell(let name, let index):
        text + (name.isEmpty ? "[\(index)]" : text.isEmpty ? name : "." + name)
      case .key, .item: text
      }
    }
  }
}

extension Scene {
  /// Budgets of every cell of every emitter, in the order of drawing, parents before children.
  ///
  /// - Parameter end: the latest canvas second that will be drawn, where that is past the duration.
  package func particleBudgets(until end: Double = 0) -> [ParticleBudget] {
    var estimator = ParticleBudgetEstimator(canvas: canvas, seconds: max(canvas.duration.double, end))
    estimator.visit(layers, path: [])
    return estimator.budgets
  }
}
