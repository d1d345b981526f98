import Lanes

// Discs, soft discs and rings in any perspective, in the frame (X, Y) of their principal axes.
//
// With x = X/a, y = Y/b and ρ² = x² + y² the distance to the rim is (ρ − 1)·ρ/g, g the length of ρ·∇ρ: exact for
// circles and on the axes, first order elsewhere. Never less than |X| − a, which keeps the ends of a thin one in place.

/// What ellipses have in common: one row of X and Y.
struct PrincipalRow {
  let u1: SIMD2<Float>
  let u2: SIMD2<Float>
  var row1: Float = 0
  var row2: Float = 0

  @inline(__always) init(_ frame: AffineFrame) {
    u1 = frame.u1
    u2 = frame.u2
  }
  @inline(__always) mutating func begin(_ dy: Float) {
    row1 = u1.y * dy
    row2 = u2.y * dy
  }
  @inline(__always) func along(_ dx: Lane8) -> Lane8 { u1.x * dx + row1 }
  @inline(__always) func across(_ dx: Lane8) -> Lane8 { u2.x * dx + row2 }
}

struct EllipseSoftDisc: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: PrincipalRow
  private let inverseLong: Float
  private let inverseShort: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = PrincipalRow(frame)
    slabs = Slabs(frame.u1, frame.long, frame.u2, frame.short)
    inverseLong = 1 / frame.long
    inverseShort = 1 / frame.short
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let x = row.along(dx) * inverseLong
    let y = row.across(dx) * inverseShort
    let inside = Lanes.max(1 - (x * x + y * y), 0)
    return inside * inside
  }
}

/// A disc; with a hole, a ring.
struct EllipseRing: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: PrincipalRow
  private let long: Float
  private let inverseLong: Float
  private let inverseShort: Float
  /// Keeps the distance finite and negative at the very centre.
  private let gradientFloor: Float
  private let rimRadius: Float
  private let holeRadius: Float
  private let holeWeight: Float
  private let hasHole: Bool

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    centerX = record.x
    centerY = record.y
    row = PrincipalRow(frame)
    // The ramp of a pixel adds π/12 to the area; rim · π/12 ÷ circumference takes it back (1/(24r) for a circle).
    let shrink = (1.0 / 24) / ((frame.long * frame.long + frame.short * frame.short) * 0.5).squareRoot()
    let long = frame.long - shrink
    let short = frame.short - shrink
    self.long = long
    slabs = Slabs(frame.u1, frame.long + 1, frame.u2, frame.short + 1)
    inverseLong = 1 / long
    inverseShort = 1 / short
    gradientFloor = 1e-4 / short
    hasHole = shape.hasHole
    let radii = long * short
    let ring = RingRadii(radius: (frame.long * frame.short).squareRoot(), inner: shape.parameter)
    rimRadius = hasHole ? (ring.edge - 0.5) / radii.squareRoot() : 1
    holeRadius = (ring.holeEdge - 0.5) / radii.squareRoot()
    holeWeight = ring.holeWeight
    // Where the rim is bent sharply the distance is short of the true one: measured, for discs of 4 to 12 px by 0.7 to
    // 3 px, as this much too much light.
    let excess = hasHole ? 0 : 0.033 / (frame.short * frame.short) * (1 - frame.short / frame.long)
    weight = frame.weight * (hasHole ? ring.weight : 1) / (1 + excess)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let along = row.along(dx)
    let x = along * inverseLong
    let y = row.across(dx) * inverseShort
    let radius = Lanes.sqrt(x * x + y * y)
    let gx = x * inverseLong
    let gy = y * inverseShort
    let pixels = (radius + 1e-4) / (Lanes.sqrt(gx * gx + gy * gy) + gradientFloor)
    let distance = Lanes.max((radius - rimRadius) * pixels, Lanes.abs(along) - long * rimRadius)
    let disc = unit(0.5 - distance)
    if !hasHole { return disc }
    return Lanes.max(disc - holeWeight * unit(0.5 - (radius - holeRadius) * pixels), 0)
  }

  /// Inside the ellipse that is 2 px smaller along its short axis, and as much smaller in proportion along the other, the
  /// distance is below −2 px.
  @inline(__always) func solidSpan(_ dy: Float) -> (low: Float, high: Float) {
    if hasHole || inverseShort > 0.25 { return (1, -1) }
    let inner = 1 - 2 * inverseShort
    let (x1, x2) = (row.u1.x * inverseLong, row.u2.x * inverseShort)
    let (y1, y2) = (row.row1 * inverseLong, row.row2 * inverseShort)
    let a = x1 * x1 + x2 * x2
    let b = x1 * y1 + x2 * y2
    let square = b * b - a * (y1 * y1 + y2 * y2 - inner * inner)
    if !(square > 0) { return (1, -1) }
    let half = square.squareRoot()
    return ((-b - half) / a, (half - b) / a)
  }
}
