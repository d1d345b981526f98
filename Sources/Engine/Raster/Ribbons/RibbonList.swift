import Lanes
import Model

/// Ribbons of one cell, as records of a `RibbonLayout` in memory.
package struct RibbonList: @unchecked Sendable {
  /// The first record.
  package let base: UnsafePointer<Float>
  /// The positions of a record's values in memory.
  package let layout: RibbonLayout
  /// Whether light falls off as (1 − d²)², where d is the distance from the centre line in half widths. Otherwise it ends sharply.
  package let isSoft: Bool
  /// The share of the half width at which half of a soft ribbon's light is left; 0 for the even fall-off.
  package let core: Float

  package init(base: UnsafePointer<Float>, layout: RibbonLayout, isSoft: Bool, core: Float = 0) {
    self.base = base
    self.layout = layout
    self.isSoft = isSoft
    self.core = core
  }

  /// The box around ribbon `index`, in frame pixels. The ramp of sharp sides extends up to a pixel beyond the box.
  @inline(__always)
  package func box(_ index: Int) -> (left: Float, top: Float, right: Float, bottom: Float) {
    let box = base + (index &* layout.recordStride &+ RibbonLayout.boxIndex)
    return (box[0], box[1], box[2], box[3])
  }

  /// Number of points of ribbon `index`.
  @inline(__always)
  func pointCount(_ index: Int) -> Int {
    Lanes.wholeInRange(base[index &* layout.recordStride &+ RibbonLayout.pointCountIndex])
  }

  /// The first of four floats: premultiplied red, green, blue and alpha at the head of ribbon `index`.
  @inline(__always)
  func light(_ index: Int) -> UnsafePointer<Float> { base + (index &* layout.recordStride &+ RibbonLayout.lightIndex) }

  /// The planes of the points of ribbon `index` (`RibbonLayout.Plane`), `layout.planeStride` floats apart.
  @inline(__always)
  func points(_ index: Int) -> UnsafePointer<Float> {
    base + (index &* layout.recordStride &+ RibbonLayout.headerFloatCount)
  }
}

/// Some ribbons of a list: their indices in drawing order.
package struct RibbonBatch {
  package let list: RibbonList
  /// The ribbons' indices in the list.
  package let indices: UnsafeBufferPointer<UInt32>

  package init(list: RibbonList, indices: UnsafeBufferPointer<UInt32>) {
    self.list = list
    self.indices = indices
  }
}
