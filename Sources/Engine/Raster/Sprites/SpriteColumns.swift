import Model

/// Particles to be drawn, as the columns of a `ParticleLayout`, in memory that belongs to another object.
///
/// The value of particle i in column c is the float at index c.rawValue · columnStride + i. Each column is padded to a whole number
/// of vectors of eight, so it can be read in whole vectors.
package struct SpriteColumns: @unchecked Sendable {
  /// The columns that are filled.
  package let layout: ParticleLayout
  /// Each particle's sprite, as an index in the `SpriteSet` that the particles are drawn with.
  package let spriteIndices: UnsafePointer<UInt8>
  /// The first value of the first column.
  private let base: UnsafePointer<Float>
  /// Floats from one column to the next.
  private let columnStride: Int

  /// - Parameters:
  ///   - base: the first value of the first column.
  ///   - stride: number of floats from one column to the next.
  ///   - spriteIndices: for each particle the index of its sprite.
  package init(
    layout: ParticleLayout, base: UnsafePointer<Float>, stride: Int, spriteIndices: UnsafePointer<UInt8>
  ) {
    self.layout = layout
    self.base = base
    columnStride = stride
    self.spriteIndices = spriteIndices
  }

  /// The first value of a column.
  package subscript(column: ParticleLayout.Column) -> UnsafePointer<Float> { base + column.rawValue &* columnStride }
}
