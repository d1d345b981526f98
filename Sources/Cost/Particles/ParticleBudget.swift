import Model

/// Upper estimates of one cell's cost: how many particles are alive at once, and how many pixels they may cover.
///
/// They are worst cases over ranges, knobs and animation, so that a preset that is too costly is refused before rendering.
package struct ParticleBudget: Sendable, Equatable {
  /// Layers and cells from the scene to the cell, both ends included.
  package var scenePath: [ScenePathComponent]
  /// Births a second, bursts aside.
  package var birthsPerSecond: Double
  /// How many particles are alive at once.
  package var liveCount: Double
  /// The most shutter samples that motion blur draws one particle in; 1 without motion blur.
  package var shutterSamples = 1.0
  /// Longest lifetime in seconds.
  package var lifetime: Double
  /// Pixels inside of the frame that all live particles cover together, from a sparse sample of them (`CoverageEstimate`).
  package var coveredPixels: Double
  /// The share of `coveredPixels` that is covered at the middle of each of `momentCount` equal parts of the canvas's time, because not all
  /// cells cover the most at the same time; empty if the share is always 1.
  package var coverageOverTime: [Double] = []
  /// Share of the particles that lie in the frame and are drawn.
  package var shownShare = 1.0
  /// The radius by which the lens spreads a particle ÷ half its sprite's longer side: the least of a sparse sample.
  package var minimumBlurShare = 0.0
  /// Whether some sprite is not a disc, so that defocus can make its shape unrecognizable.
  package var hasNonDiscSprites = false
  /// The cell's lines between neighbouring particles; nil for none.
  package var links: Links?
  /// Integration steps of one particle of the longest life, without its trail; 0 if the motion has a closed form.
  package var stepsPerParticle = 0.0
  /// Integration steps of all particles alive in a frame, each from its birth, with their trails and their parents: what a
  /// frame costs if no frame was drawn before.
  package var stepsOfFrame = 0.0
  /// Nanoseconds of the steps that `stepsOfFrame` counts (`CostTable`).
  package var integrationNanoseconds = 0.0
  /// Nanoseconds of evaluating one particle and drawing its records, apart from their pixels.
  package var particleNanoseconds = 0.0
  /// Nanoseconds of one pixel of a sprite.
  package var pixelNanoseconds = 0.0
  /// Nanoseconds of the formulas that one particle reads at its birth; a part of `particleNanoseconds`.
  package var formulaNanoseconds = 0.0
  /// Number of points of all trails of the cell.
  package var trailPoints = 0.0
  /// Pixels that all trails of the cell cover; a part of `coveredPixels`.
  package var trailPixels = 0.0
  /// Number of lines between the cell's particles.
  package var linkCount = 0.0
  /// Bytes of the records of the cell's trails (`RibbonLayout`) in one frame.
  package var ribbonBytes = 0.0
  /// Whether the particles are sorted before they are drawn.
  package var isSorted = false

  /// Estimated bytes that are kept from frame to frame for each stepped particle: three states of 64 bytes (`StateCacheEntry`
  /// in Simulation), such as the particle's own, the state from which its trail goes on, and its parent's state at its birth.
  package static let steppedStateBytes = 3.0 * 64

  /// The memory that records of trails occupy ÷ the bytes of one frame's records: the records of two frames are kept, in arrays
  /// that may be twice as long as needed.
  package static let ribbonMemoryFactor = 2.0 * 2

  /// At least how many chunks of consecutive births a frame evaluates of a root cell (`ParticleChunk` in Simulation).
  package var chunkCount = 0.0
  /// Bytes of these chunks.
  package var chunkBytes = 0.0
  /// For a root cell, the length of the loop on the emitter's clock, if it is so short that less than half a particle would be born in
  /// it: one is born nevertheless. Else nil.
  package var shortLoopSeconds: Double?

  /// Bytes of a chunk, in a list that may have room for twice as many.
  package static let bytesOfChunk = 56.0 * 2
  /// Bytes that a chunk with stepped particles takes besides the states of its particles (`StateCache` in Simulation).
  package static let bytesOfStateCache = 2_000.0

  /// Names from layer to cell, as in `rockets.rocket.star`; unnamed ones by index, `[0]`.
  package var name: String { scenePath.scenePathName }
}

extension Scene {
  /// Budgets of every cell of every emitter, in the order of drawing, parents before children.
  ///
  /// - Parameter end: the latest canvas second that will be drawn, if that is past the duration.
  package func particleBudgets(until end: Double = 0) -> [ParticleBudget] {
    var estimator = ParticleBudgetEstimator(
      canvas: canvas, seconds: max(canvas.duration.double, end), layers: layers)
    estimator.visit(layers, scenePath: [])
    return estimator.budgets
  }
}

extension Layer {
  /// Number of cells in the layer, including the cells of cells and those of layers inside it.
  var cellCount: Int {
    func count(_ cells: [Cell]) -> Int { cells.reduce(0) { $0 + 1 + count($1.cells) } }
    let inner = innerLayers.reduce(0) { $0 + $1.layer.cellCount }
    if case .emitter(let emitter) = source { return inner + count(emitter.cells) }
    return inner
  }
}
