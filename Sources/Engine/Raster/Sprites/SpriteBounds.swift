import Lanes
import Model

/// Writes the bounding rectangles of the first `count` particles: left ≤ x < right, top ≤ y < bottom, in frame pixels
/// limited to ±2²⁰.
///
/// A rectangle is never too small. It encloses the ellipse or parallelogram of the half axes, the reach of a lens (`DefocusReach`) and a
/// margin (`SpriteSet.margin`), so it may be larger than what the sprite covers. A particle without size has an empty rectangle; the
/// rectangle of a particle beyond ±2²⁰ lies at this limit, outside of any frame. The four arrays are written in whole vectors of eight.
/// Cost: about 2 ns for each particle.
package func spriteBounds(
  _ columns: SpriteColumns, count: Int, set: SpriteSet, left: UnsafeMutablePointer<Int32>,
  top: UnsafeMutablePointer<Int32>, right: UnsafeMutablePointer<Int32>, bottom: UnsafeMutablePointer<Int32>
) {
  let margin = Float8(repeating: set.margin)
  var index = 0
  while index < count {
    let x = Lanes.load(columns[.x] + index)
    let y = Lanes.load(columns[.y] + index)
    var halfWidth = Float8(repeating: 0)
    var halfHeight = Float8(repeating: 0)
    let axisXx = Lanes.load(columns[.axisXx] + index)
    if columns.layout.isRound {
      halfWidth = Lanes.max(axisXx, 0)
      halfHeight = halfWidth
    } else {
      let axisXy = Lanes.load(columns[.axisXy] + index)
      let axisYx = Lanes.load(columns[.axisYx] + index)
      let axisYy = Lanes.load(columns[.axisYy] + index)
      // Half the bounding box of the half axes' ellipse, or of their parallelogram.
      if set.isInsideEllipse {
        halfWidth = Lanes.sqrt(axisXx * axisXx + axisYx * axisYx)
        halfHeight = Lanes.sqrt(axisXy * axisXy + axisYy * axisYy)
      } else {
        halfWidth = Lanes.abs(axisXx) + Lanes.abs(axisYx)
        halfHeight = Lanes.abs(axisXy) + Lanes.abs(axisYy)
      }
    }
    let isEmpty = (halfWidth .== 0) .& (halfHeight .== 0)
    // `blur` is the radius by which the lens spreads the sprite.
    if columns.layout.hasBlur {
      let blur = Lanes.load(columns[.blur] + index)
      if set.defocuses {
        halfWidth = Lanes.select(blur .> 0, halfWidth * DefocusReach.ofAxes + blur * DefocusReach.ofBlur, halfWidth)
        halfHeight = Lanes.select(blur .> 0, halfHeight * DefocusReach.ofAxes + blur * DefocusReach.ofBlur, halfHeight)
      }
    }
    // A factor of 1 + 10⁻⁵ keeps rounding from making the rectangle of a large sprite too small.
    let reachX = halfWidth * 1.000_01 + margin
    let reachY = halfHeight * 1.000_01 + margin
    let firstX = bounded(x - reachX)
    let firstY = bounded(y - reachY)
    store(Lanes.floorToInt(firstX), left + index)
    store(Lanes.floorToInt(firstY), top + index)
    store(Lanes.floorToInt(Lanes.select(isEmpty, firstX, bounded(x + reachX) + 1)), right + index)
    store(Lanes.floorToInt(Lanes.select(isEmpty, firstY, bounded(y + reachY) + 1)), bottom + index)
    index += 8
  }
}

@inline(__always)
private func bounded(_ x: Float8) -> Float8 {
  Lanes.clamp(x, -SubpixelGrid.coordinateLimit, SubpixelGrid.coordinateLimit)
}

@inline(__always)
private func store(_ x: Int32x8, _ pointer: UnsafeMutablePointer<Int32>) {
  UnsafeMutableRawPointer(pointer).storeBytes(of: x, as: Int32x8.self)
}
