import Model

/// Cell of the tree, as rendering needs to know it.
package struct ProgramCell: Sendable, Equatable {
  package let name: String
  package let path: UInt64
  package let sprites: [Sprite]
  /// Columns of its particles.
  package let layout: ParticleLayout
  /// Whether shutter samples are round sprites that are swept along their first half axis.
  package let isSwept: Bool
  package let links: LinkStyle?
  package let trail: TrailStyle?
}
