import Lanes
import Model

/// Everything that rendering needs to know about a cell of an `EmitterProgram`.
package struct ProgramCell: Sendable, Equatable {
  package let name: String
  /// Hash of the names from the layer to the cell (`Cell.cellPath`).
  package let cellPath: UInt64
  /// At least one sprite; `ParticleColumns.spriteIndices` has indices in this array.
  package let sprites: [Sprite]
  /// Columns of the cell's particles.
  package var layout: ParticleLayout
  /// Whether shutter samples are round sprites that are swept along their first half axis.
  package let isSwept: Bool
  /// Lines between the cell's particles; nil: there are none.
  package let links: LinkStyle?
  package let trail: TrailStyle?
}
