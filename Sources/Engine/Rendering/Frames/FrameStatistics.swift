/// Counts of one frame.
package struct FrameStatistics: Sendable, Equatable {
  /// Particles that were evaluated: alive, and possibly inside the frame.
  package var particles = 0
  /// Number of pairs of a particle, a trail or a line and a tile that it touches: one that touches three tiles counts three
  /// times.
  package var binnedParticles = 0

  package init() {}
}
