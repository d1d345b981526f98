import Lanes

/// A ring out of focus: its outer disc less its hole. A lens is linear, so each is spread by itself.
///
/// Disc and hole have exactly the light that they have in focus. Their fall-offs are approximations (see DefocusKernels),
/// so that the difference may be negative in the hole; it is clamped to 0.
struct DefocusedRing: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let outer: SpreadDisc
  private let hole: SpreadDisc
  /// Heights in the middle of the two, relative to `weight`.
  private let outerHeight: Float
  private let holeHeight: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(
      record, minHalfAxisWhenSmall: minDefocusedHalfAxis, minHalfAxisWhenLong: minDefocusedHalfAxis)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = RowCoordinates(principalAxesOf: frame)
    outer = SpreadDisc(long: frame.longHalfAxis, short: frame.shortHalfAxis, blur: record.blur)
    outerHeight = frame.longHalfAxis * frame.shortHalfAxis / outer.light
    let (long, short) = (frame.longHalfAxis * shape.parameter, frame.shortHalfAxis * shape.parameter)
    hole = SpreadDisc(long: long, short: short, blur: record.blur)
    holeHeight = long * short / hole.light
    slabs = Slabs(frame.longDirection, outer.outerLong, frame.shortDirection, outer.outerShort)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let (x, y) = (row.x(dx), row.y(dx))
    return Lanes.max(outer.height(x, y) * outerHeight - hole.height(x, y) * holeHeight, 0)
  }
}
