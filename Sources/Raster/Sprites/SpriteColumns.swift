import Model

/// Particles to be drawn, as the columns of a `ParticleLayout`, in memory that belongs to another object.
///
/// Column c of particle i is the float c.rawValue · columnStride + i. All columns can be read in whole vectors of eight.
package struct SpriteColumns: @unchecked Sendable {
  package let layout: ParticleLayout
  /// The index of each particle's shape in the sprite set.
  package let sprites: UnsafePointer<UInt8>
  private let base: UnsafePointer<Float>
  private let columnStride: Int

  /// - Parameters:
  ///   - base: the first column.
  ///   - stride: Floats from one column to the next.
  ///   - sprites: for each particle the index of its shape.
  package init(
    layout: ParticleLayout, base: UnsafePointer<Float>, stride: Int, sprites: UnsafePointer<UInt8>
  ) {
    self.layout = layout
    self.base = base
    columnStride = stride
    self.sprites = sprites
  }

  /// The first value of a column.
  package subscript(column: ParticleLayout.Column) -> UnsafePointer<Float> { base + column.rawValue &* columnStride }
}
