/// Upper estimates of one cell's cost: how many particles are alive at once, and what they may cover.
///
/// Worst cases over ranges, knobs and animation, so that a preset that is too big is refused before rendering.
package struct ParticleBudget: Sendable, Equatable {
  /// Layers and cells from the scene to the cell, both ends included.
  package var scenePath: [ScenePathComponent]
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
  /// Integration steps of the longest life, without a trail; 0 where the motion has a closed form.
  package var stepsOfParticle = 0.0
  /// Integration steps of all particles alive in a frame, each from its birth, with their trails and their parents: what it costs
  /// to draw the frame first.
  package var stepsOfFrame = 0.0
  /// Bytes of the records of its trails (`RibbonLayout`) in one frame.
  package var ribbonBytes = 0.0
  /// Whether the particles are sorted before they are drawn.
  package var isSorted = false

  /// Bytes that are kept from frame to frame of the states of a stepped particle, as an estimate: three entries of 64 bytes
  /// (`StateCacheEntry` in Simulation), such as its own, one that its trail goes on from, and its parent's at its birth.
  package static let steppedStateBytes = 3.0 * 64

  /// Times that the records of trails are in memory at most: those of two frames, in arrays that may be twice as long as needed.
  package static let ribbonCopies = 2.0 * 2

  /// Names from layer to cell, as in `rockets.rocket.star`; unnamed ones by index, `[0]`.
  package var name: String {
    scenePath.reduce("") { text, component in
      switch component {
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
    estimator.visit(layers, scenePath: [])
    return estimator.budgets
  }
}
