import Lanes

// Discs, soft discs and rings in any perspective, in the frame (X, Y) of their principal axes.
//
// With x = X/a, y = Y/b and ρ² = x² + y² the distance to the rim is (ρ − 1)·ρ/g, g the length of ρ·∇ρ: exact for
// circles and on the axes, first order elsewhere. It is never less than |X| − a, so that thin ellipses keep their
// length.

/// A soft disc.
struct EllipseSoftDisc: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let inverseLong: Float
  private let inverseShort: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = RowCoordinates(principalAxesOf: frame)
    slabs = Slabs(frame.u1, frame.long, frame.u2, frame.short)
    inverseLong = 1 / frame.long
    inverseShort = 1 / frame.short
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let x = row.x(dx) * inverseLong
    let y = row.y(dx) * inverseShort
    let inside = Lanes.max(1 - (x * x + y * y), 0)
    return inside * inside
  }
}

/// A disc, or a ring where the shape has a hole.
struct EllipseRing: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let long: Float
  private let inverseLong: Float
  private let inverseShort: Float
  /// Keeps the distance finite and negative at the centre.
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
    row = RowCoordinates(principalAxesOf: frame)
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
    // Where the rim is strongly curved the distance is too small. Measured for discs of 4 to 12 px by 0.7 to 3 px, this
    // is the excess of light.
    let excess = hasHole ? 0 : 0.033 / (frame.short * frame.short) * (1 - frame.short / frame.long)
    weight = frame.weight * (hasHole ? ring.weight : 1) / (1 + excess)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let along = row.x(dx)
    let x = along * inverseLong
    let y = row.y(dx) * inverseShort
    let radius = Lanes.sqrt(x * x + y * y)
    let gx = x * inverseLong
    let gy = y * inverseShort
    let pixels = (radius + 1e-4) / (Lanes.sqrt(gx * gx + gy * gy) + gradientFloor)
    let distance = Lanes.max((radius - rimRadius) * pixels, Lanes.abs(along) - long * rimRadius)
    let disc = saturate(0.5 - distance)
    if !hasHole { return disc }
    return Lanes.max(disc - holeWeight * saturate(0.5 - (radius - holeRadius) * pixels), 0)
  }

  /// The span inside the ellipse that is 2 px smaller along the short axis and in proportion along the long one: there
  /// the distance is below −2 px.
  @inline(__always) func solidSpan(_ dy: Float) -> (low: Float, high: Float) {
    if hasHole || inverseShort > 0.25 { return (1, -1) }
    let inner = 1 - 2 * inverseShort
    let (x1, x2) = (row.axisX.x * inverseLong, row.axisY.x * inverseShort)
    let (y1, y2) = (row.rowX * inverseLong, row.rowY * inverseShort)
    let a = x1 * x1 + x2 * x2
    let b = x1 * y1 + x2 * y2
    let square = b * b - a * (y1 * y1 + y2 * y2 - inner * inner)
    if !(square > 0) { return (1, -1) }
    let half = square.squareRoot()
    return ((-b - half) / a, (half - b) / a)
  }
}
