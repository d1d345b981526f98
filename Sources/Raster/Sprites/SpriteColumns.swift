import Model

/// Particles to be drawn, as the columns of a `ParticleLayout`, in memory that belongs to another object.
///
/// The number in column c of particle i is the float at c.rawValue · columnStride + i from the first. All columns can be read
/// in whole vectors of eight: memory has room for the last of them.
package struct SpriteColumns: @unchecked Sendable {
  package let layout: ParticleLayout
  /// Each particle's shape, as an index in its `SpriteSet`.
  package let shapeIndices: UnsafePointer<UInt8>
  private let base: UnsafePointer<Float>
  private let columnStride: Int

  /// - Parameters:
  ///   - base: the first column.
  ///   - stride: Floats from one column to the next.
  ///   - shapeIndices: for each particle the index of its shape.
  package init(
    layout: ParticleLayout, base: UnsafePointer<Float>, stride: Int, shapeIndices: UnsafePointer<UInt8>
  ) {
    self.layout = layout
    self.base = base
    columnStride = stride
    self.shapeIndices = shapeIndices
  }

  /// The first value of a column.
  package subscript(column: ParticleLayout.Column) -> UnsafePointer<Float> { base + column.rawValue &* columnStride }
}
