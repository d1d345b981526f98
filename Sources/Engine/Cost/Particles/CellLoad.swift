import Simulation

/// What a frame at one moment evaluates and draws of one cell's particles, extrapolated from a sample (`ParticleSampler`).
package struct CellLoad: Sendable, Equatable {
  /// Births that are evaluated, whether their particles are alive or not.
  package var births = 0.0
  /// How often the formulas of the birth parameters are evaluated.
  package var readings = 0.0
  /// Particles that are alive, inside of the frame or not.
  package var alive = 0.0
  /// Integration steps, each particle's from its birth, and those of its parents to the births.
  package var steps = 0.0
  package var parentSteps = 0.0
  /// Chunks of consecutive births; of root cells only.
  package var chunks = 0.0
  /// Records that are drawn: a particle has one for each of its shutter samples.
  package var records = 0.0
  /// Pixels that the sprites cover, with what a lens spreads them over; where they overlap, pixels count several times.
  package var spritePixels = 0.0
  /// Trails that are drawn, the points of all of them, and the pixels that they cover.
  package var trails = 0.0
  package var trailPoints = 0.0
  package var trailPixels = 0.0

  /// Pixels of sprites and trails.
  package var coveredPixels: Double { spritePixels + trailPixels }

  init() {}

  /// Takes over what was counted of a cell whose integration steps, and those of its parents, have these lengths.
  mutating func add(_ sample: ParticleSampler.CellSample, stepSeconds: Double, parentStepSeconds: Double) {
    births += sample.counts.births
    readings += sample.counts.readings
    alive += sample.counts.alive
    steps += sample.counts.integratedSeconds / stepSeconds
    parentSteps += sample.counts.integratedParentSeconds / parentStepSeconds
    chunks += sample.chunks
  }
}
