import Model

extension Declarations {
  /// The cell's key `cluster`.
  static let cluster = Key<CellDraft>.optionalObject(
    "cluster", \.cell.cluster, clusterKeys,
    "Births in clusters, in cells of an emitter: each cluster has a place on the emitter's shape, about which its particles are scattered. What its particles have in common besides, shared says: [\"velocity\", \"direction\"] keeps them together."
  )

  private static let clusterKeys = Declaration<Cluster>(
    "cluster", "Births in clusters: tufts of flakes, flocks of birds.", Cluster(),
    [
      .whole(
        "size", \.size, 1...1_000_000,
        "How many particles a cluster has: those of consecutive births. A burst of 200 with 20 makes 10 clusters."),
      .number(
        "spread", \.spread, .points, 0...1e5,
        "How far from the cluster's place a particle is at most, across and down (and in depth), most of them nearer: 68 % are within a third of it."
      ),
    ])
}
