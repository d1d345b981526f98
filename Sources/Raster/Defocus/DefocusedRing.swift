import Lanes

/// A ring out of focus: its outer disc minus its hole. Spreading is linear, so the disc and the hole are spread separately.
struct DefocusedRing: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let outer: DefocusDisc
  private let hole: DefocusDisc
  /// Factors of the two coverages, which keep the light of the disc and of the hole.
  private let outerGain: Float
  private let holeGain: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(
      record, minHalfAxisWhenSmall: minDefocusedHalfAxis, minHalfAxisWhenLong: minDefocusedHalfAxis)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    row = RowCoordinates(principalAxesOf: axes)
    outer = DefocusDisc(long: axes.longHalfAxis, short: axes.shortHalfAxis, blur: record.blur)
    outerGain = axes.longHalfAxis * axes.shortHalfAxis / outer.lightOverPi
    let (long, short) = (axes.longHalfAxis * shape.radiusRatio, axes.shortHalfAxis * shape.radiusRatio)
    hole = DefocusDisc(long: long, short: short, blur: record.blur)
    holeGain = long * short / hole.lightOverPi
    slabs = Slabs(axes.longDirection, outer.long, axes.shortDirection, outer.short)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let (x, y) = (row.x(dx), row.y(dx))
    return Lanes.max(outer.share(x, y) * outerGain - hole.share(x, y) * holeGain, 0)
  }
}
