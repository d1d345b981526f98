/// Counts of one frame.
public struct FrameStatistics: Sendable, Equatable {
  /// Particles that were evaluated: alive, and possibly inside the frame.
  public var particles = 0
  /// Pairs of a particle, trail or line and a tile that it touches.
  public var binnedParticles = 0

  public init() {}
}
