import Lanes
import Model

/// What rendering needs to know of a cell in the compiled tree.
package struct ProgramCell: Sendable, Equatable {
  package let name: String
  /// Hash of the names from the layer to the cell (`Cell.cellPath`).
  package let cellPath: UInt64
  /// Sprites by the index in a particle's column of sprites; at least one.
  package let sprites: [Sprite]
  /// Columns of its particles.
  package let layout: ParticleLayout
  /// Whether shutter samples are round sprites that are swept along their first half axis.
  package let isSwept: Bool
  /// Lines between its particles.
  package let links: LinkStyle?
  package let trail: TrailStyle?
}
