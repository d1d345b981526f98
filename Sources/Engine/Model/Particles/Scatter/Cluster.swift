/// Births in clusters: particles that are born one after the other, or together in a burst, share a place on the emitter's shape and
/// are scattered about it.
///
/// Which particles a cluster has follows from their numbers alone: those of the births 0 ..< `size`, then the next `size`, and so on,
/// for each burst and for the births by rate on their own.
public struct Cluster: Sendable, Equatable {
  /// Number of particles in a cluster.
  public var size: Int
  /// Points from the cluster's place that no particle exceeds on any axis. On each, distances have a normal distribution whose standard
  /// deviation is a third of it.
  public var spread: Double

  /// A cluster.
  public init(size: Int = 12, spread: Double = 40) {
    self.size = size
    self.spread = spread
  }
}
