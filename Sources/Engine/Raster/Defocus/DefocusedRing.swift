import Lanes

/// A ring out of focus: its outer disc minus its hole. Spreading is linear, so the spread ring is the spread disc minus the
/// spread hole.
struct DefocusedRing: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// The outer disc and the hole, each spread by the lens.
  private let outer: DefocusDisc
  private let hole: DefocusDisc
  /// Factors of the two coverages, which keep the light of the disc and of the hole.
  private let outerGain: Float
  private let holeGain: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(
      record, minHalfAxisWhenSmall: minDefocusedHalfAxis, minHalfAxisWhenThin: minDefocusedHalfAxis)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    coordinates = RowCoordinates(principalAxesOf: axes)
    outer = DefocusDisc(long: axes.longHalfAxis, short: axes.shortHalfAxis, blur: record.blur)
    outerGain = axes.longHalfAxis * axes.shortHalfAxis / outer.lightOverPi
    let (long, short) = (axes.longHalfAxis * shape.radiusRatio, axes.shortHalfAxis * shape.radiusRatio)
    hole = DefocusDisc(long: long, short: short, blur: record.blur)
    holeGain = long * short / hole.lightOverPi
    slabs = Slabs(axes.longDirection, outer.longHalfAxis, axes.shortDirection, outer.shortHalfAxis)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let (x, y) = (coordinates.x(dx), coordinates.y(dx))
    return Lanes.max(outer.share(x, y) * outerGain - hole.share(x, y) * holeGain, 0)
  }
}
