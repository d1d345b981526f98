import Lanes

/// Tapered ribbons as records in memory.
///
/// A record begins with the left, top, right and bottom of the ribbon's box, its premultiplied red, green, blue and
/// alpha, and the number of its points. Its points follow at float 16, from head to tail, plane by plane, `planeStride`
/// apart: x, y, half width, gain of opacity, and where `isColored` the gains of red, green and blue. Coordinates are
/// frame pixels. Eight floats can be read from any point on.
package struct RibbonList: @unchecked Sendable {
  package let base: UnsafePointer<Float>
  package let recordStride: Int
  package let planeStride: Int
  /// Whether light falls off from the centre line as (1 − d²)² instead of ending sharply.
  package let isSoft: Bool
  package let isColored: Bool

  package init(
    base: UnsafePointer<Float>, recordStride: Int, planeStride: Int, isSoft: Bool, isColored: Bool
  ) {
    self.base = base
    self.recordStride = recordStride
    self.planeStride = planeStride
    self.isSoft = isSoft
    self.isColored = isColored
  }

  @inline(__always)
  package func box(_ index: Int) -> (left: Float, top: Float, right: Float, bottom: Float) {
    let record = base + index &* recordStride
    return (record[0], record[1], record[2], record[3])
  }

  @inline(__always)
  func pointCount(_ index: Int) -> Int { Lanes.wholeInRange(base[index &* recordStride &+ 8]) }

  @inline(__always)
  func light(_ index: Int) -> UnsafePointer<Float> { base + (index &* recordStride &+ 4) }

  @inline(__always)
  func points(_ index: Int) -> UnsafePointer<Float> { base + (index &* recordStride &+ 16) }
}

/// Some of a list's ribbons, in drawing order.
package struct RibbonBatch {
  package let list: RibbonList
  package let indices: UnsafeBufferPointer<UInt32>

  package init(list: RibbonList, indices: UnsafeBufferPointer<UInt32>) {
    self.list = list
    self.indices = indices
  }
}
