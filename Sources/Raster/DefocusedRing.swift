import Lanes

/// A ring that a lens spreads over a circle: its outer disc less its hole, each spread by itself, since spreading is linear.
///
/// Each of the two has its own light exactly; what their approximate falls (see DefocusKernels) leave of the hole's middle
/// below nothing is cut off.
struct DefocusedRing: SpriteKernel {
  static var masksSpan: Bool { true }
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: PrincipalRow
  private let outer: SpreadDisc
  private let hole: SpreadDisc

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: 0.5, leastLong: 0.5)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = PrincipalRow(frame)
    outer = SpreadDisc(long: frame.long, short: frame.short, blur: record.blur)
    hole = SpreadDisc(long: frame.long * shape.parameter, short: frame.short * shape.parameter, blur: record.blur)
    slabs = Slabs(frame.u1, outer.long, frame.u2, outer.short)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let (x, y) = (row.along(dx), row.across(dx))
    return Lanes.max(outer.height(x, y) - hole.height(x, y), 0)
  }
}

/// An ellipse spread over a circle of radius `blur`, with as much light as itself.
private struct SpreadDisc {
  let long: Float
  let short: Float
  private let inverseLong: Float
  private let inverseShort: Float
  private let flat: Float
  private let inverseFall: Float
  private let gain: Float

  @inline(__always)
  init(long ownLong: Float, short ownShort: Float, blur: Float) {
    let size = (ownLong * ownShort).squareRoot()
    // Never so small that the grid of pixels shows.
    long = max(ownLong + blur, 2)
    short = max(ownShort + blur, 2)
    // The fall takes at least 1½ px.
    flat = max(min(abs(size - blur) / max(size + blur, 1e-6), 1 - 1.5 / short), 0)
    let fall = 1 - flat
    inverseFall = 1 / fall
    gain = ownLong * ownShort / (long * short * (flat * flat + flat * fall + 0.3 * fall * fall))
    inverseLong = 1 / long
    inverseShort = 1 / short
  }

  @inline(__always)
  func height(_ along: Lane8, _ across: Lane8) -> Lane8 {
    let (x, y) = (along * inverseLong, across * inverseShort)
    let place = unit((Lanes.sqrt(x * x + y * y) - flat) * inverseFall)
    return (1 - place * place * (3 - 2 * place)) * gain
  }
}
