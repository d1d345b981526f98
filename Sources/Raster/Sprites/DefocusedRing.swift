import Lanes

/// A ring that a lens spreads over a circle: its outer disc less its hole, each spread by itself, since spreading is linear.
///
/// Each of the two has its own light exactly; what their approximate falls (see DefocusKernels) leave of the hole's middle
/// below nothing is cut off.
struct DefocusedRing: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: PrincipalRow
  private let outer: SpreadDisc
  private let hole: SpreadDisc
  private let outerGain: Float
  private let holeGain: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: 0.5, leastLong: 0.5)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = PrincipalRow(frame)
    outer = SpreadDisc(long: frame.long, short: frame.short, blur: record.blur)
    outerGain = frame.long * frame.short / outer.light
    let (long, short) = (frame.long * shape.parameter, frame.short * shape.parameter)
    hole = SpreadDisc(long: long, short: short, blur: record.blur)
    holeGain = long * short / hole.light
    slabs = Slabs(frame.u1, outer.long, frame.u2, outer.short)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let (x, y) = (row.along(dx), row.across(dx))
    return Lanes.max(outer.height(x, y) * outerGain - hole.height(x, y) * holeGain, 0)
  }
}
