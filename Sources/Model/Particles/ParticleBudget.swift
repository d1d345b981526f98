/// Upper estimates of one cell's cost: how many particles are alive at once, and what they may cover.
///
/// Worst cases over ranges, knobs and animation, so that a preset that is too big is refused before rendering.
package struct ParticleBudget: Sendable, Equatable {
  /// Layers and cells from the scene to the cell, both ends included.
  package var scenePath: [ScenePathComponent]
  /// Births a second, bursts aside.
  package var birthsPerSecond: Double
  /// Particles alive at once.
  package var live: Double
  /// The most shutter samples that motion blur draws one particle in; 1 without motion blur.
  package var shutterSamples = 1.0
  /// Longest lifetime in seconds.
  package var lifetime: Double
  /// Pixels of a frame that all live particles cover together. Each particle, or each of its shutter samples, covers at most
  /// the whole frame.
  package var coveredPixels: Double
  /// The cell's lines between particles that are near each other; nil for none.
  package var links: Links?
  /// Integration steps of the longest life, without a trail; 0 where the motion has a closed form.
  package var stepsOfParticle = 0.0
  /// Integration steps of all particles alive in a frame, each from its birth, with their trails and their parents: what the
  /// frame costs if none was drawn before it.
  package var stepsOfFrame = 0.0
  /// Bytes of the records of its trails (`RibbonLayout`) in one frame.
  package var ribbonBytes = 0.0
  /// Whether the particles are sorted before they are drawn.
  package var isSorted = false

  /// Estimated bytes that are kept from frame to frame for each stepped particle: three states of 64 bytes (`StateCacheEntry`
  /// in Simulation), such as its own, the one that its trail goes on from, and its parent's at its birth.
  package static let steppedStateBytes = 3.0 * 64

  /// Factor from the bytes of one frame's records of trails to the memory that they take: the records of two frames are kept,
  /// in arrays that may be twice as long as needed.
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
