/// What the drawing of one frame amounted to.
public struct FrameStatistics: Sendable, Equatable {
  /// Particles that were alive and in sight.
  public var particles = 0
  /// Particle × tile pairs that were drawn: what binning cost.
  public var binnedParticles = 0

  public init() {}
}
