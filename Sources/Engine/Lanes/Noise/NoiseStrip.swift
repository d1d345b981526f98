/// A coordinate of a noise for a row of blocks of eight places: the first block in memory, and the floats from one block to the next, 0 for
/// a coordinate that is the same at all places.
@usableFromInline
package struct NoiseStrip {
  @usableFromInline let first: UnsafePointer<Float>
  @usableFromInline let stride: Int

  @inlinable @inline(__always)
  package init(_ first: UnsafePointer<Float>, stride: Int) {
    self.first = first
    self.stride = stride
  }

  @inlinable @inline(__always)
  package subscript(block: Int) -> Float8 { Lanes.load(first + block &* stride) }

  /// The coordinate from a block on.
  @inlinable @inline(__always)
  package func from(_ block: Int) -> NoiseStrip { NoiseStrip(first + block &* stride, stride: stride) }
}
