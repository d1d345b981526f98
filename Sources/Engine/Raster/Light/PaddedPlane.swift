import Lanes

/// A plane of floats whose rows have room on both sides for loops over whole vectors and for neighbours.
package final class PaddedPlane: @unchecked Sendable {
  /// Floats before column 0 of a row, and at least as many after the last column's block of eight.
  let margin: Int
  /// Floats from one row to the next.
  let rowStride: Int
  private let memory: AlignedBuffer<Float>

  package init(width: Int, height: Int, margin: Int) {
    self.margin = margin
    rowStride = (width + 7) / 8 * 8 + 2 * margin
    memory = AlignedBuffer(count: height * rowStride)
  }

  /// Column 0 of a row.
  @inline(__always)
  package func row(_ y: Int) -> UnsafeMutablePointer<Float> { memory.base + (y &* rowStride &+ margin) }
}
