import Lanes
import Model

/// Ribbons of one cell, as records of a `RibbonLayout` in memory.
package struct RibbonList: @unchecked Sendable {
  /// The first record.
  package let base: UnsafePointer<Float>
  package let layout: RibbonLayout
  /// Whether light falls off from the centre line as (1 − d²)² instead of ending sharply, d the distance from it in half widths.
  package let isSoft: Bool

  package init(base: UnsafePointer<Float>, layout: RibbonLayout, isSoft: Bool) {
    self.base = base
    self.layout = layout
    self.isSoft = isSoft
  }

  /// Box around the ribbon in frame pixels; the ramp of sharp sides reaches out of it by up to a pixel.
  @inline(__always)
  package func box(_ index: Int) -> (left: Float, top: Float, right: Float, bottom: Float) {
    let box = base + (index &* layout.recordStride &+ RibbonLayout.box)
    return (box[0], box[1], box[2], box[3])
  }

  @inline(__always)
  func pointCount(_ index: Int) -> Int {
    Lanes.wholeInRange(base[index &* layout.recordStride &+ RibbonLayout.pointCount])
  }

  /// Premultiplied red, green, blue and alpha at the head.
  @inline(__always)
  func light(_ index: Int) -> UnsafePointer<Float> { base + (index &* layout.recordStride &+ RibbonLayout.light) }

  /// The first plane of the points.
  @inline(__always)
  func points(_ index: Int) -> UnsafePointer<Float> {
    base + (index &* layout.recordStride &+ RibbonLayout.headerCount)
  }
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
