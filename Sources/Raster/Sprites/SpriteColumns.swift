import Model

/// Particles to be drawn, as the columns of a `ParticleLayout` in memory that belongs to another.
///
/// All columns can be read in whole lanes of eight.
package struct SpriteColumns: @unchecked Sendable {
  package let layout: ParticleLayout
  /// The index of each particle's shape in the sprite set.
  package let sprites: UnsafePointer<UInt8>
  private let base: UnsafePointer<Float>
  private let stride: Int

  /// - Parameters:
  ///   - base: the first column.
  ///   - stride: Floats from one column to the next.
  package init(
    layout: ParticleLayout, base: UnsafePointer<Float>, stride: Int, sprites: UnsafePointer<UInt8>
  ) {
    self.layout = layout
    self.base = base
    self.stride = stride
    self.sprites = sprites
  }

  package subscript(column: ParticleLayout.Column) -> UnsafePointer<Float> { base + column.rawValue &* stride }
}
