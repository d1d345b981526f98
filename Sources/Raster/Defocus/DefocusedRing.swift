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
    let frame = AffineFrame(
      record, minHalfAxisWhenSmall: minDefocusedHalfAxis, minHalfAxisWhenLong: minDefocusedHalfAxis)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = RowCoordinates(principalAxesOf: frame)
    outer = DefocusDisc(long: frame.longHalfAxis, short: frame.shortHalfAxis, blur: record.blur)
    outerGain = frame.longHalfAxis * frame.shortHalfAxis / outer.lightOverPi
    let (long, short) = (frame.longHalfAxis * shape.parameter, frame.shortHalfAxis * shape.parameter)
    hole = DefocusDisc(long: long, short: short, blur: record.blur)
    holeGain = long * short / hole.lightOverPi
    slabs = Slabs(frame.longDirection, outer.long, frame.shortDirection, outer.short)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let (x, y) = (row.x(dx), row.y(dx))
    return Lanes.max(outer.share(x, y) * outerGain - hole.share(x, y) * holeGain, 0)
  }
}
