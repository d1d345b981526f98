import Model

/// Particles to be drawn, as the columns of a `ParticleLayout`, in memory that belongs to another object.
///
/// The number in column c of particle i is the float at c.rawValue · columnStride + i from the first. All columns can be read
/// in whole vectors of eight: each column is padded to a whole number of vectors.
package struct SpriteColumns: @unchecked Sendable {
  package let layout: ParticleLayout
  /// Each particle's sprite, as an index in its `SpriteSet`.
  package let spriteIndices: UnsafePointer<UInt8>
  private let base: UnsafePointer<Float>
  private let columnStride: Int

  /// - Parameters:
  ///   - base: the first column.
  ///   - stride: Floats from one column to the next.
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
